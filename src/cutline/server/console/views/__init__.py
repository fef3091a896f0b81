"""Pages of the host console."""
