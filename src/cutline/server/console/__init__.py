"""The host console, below `/host/`."""
