"""Forms of the host console."""
