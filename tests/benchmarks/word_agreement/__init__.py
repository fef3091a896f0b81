"""Word agreement."""
