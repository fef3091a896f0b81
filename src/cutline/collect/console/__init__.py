"""The pages of those who run projects, below `/collect/`."""
