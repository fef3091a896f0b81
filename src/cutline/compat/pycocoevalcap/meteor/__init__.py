"""METEOR under its old names."""
