"""Forms of the console."""
