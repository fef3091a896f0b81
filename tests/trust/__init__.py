"""Commands under bad input and in bad surroundings: a message, and nothing half-written."""
