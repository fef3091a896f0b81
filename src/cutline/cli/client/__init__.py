"""Speaking to an evaluation server. Needs nothing but the core install."""
