"""Systems that say something of a picture."""
