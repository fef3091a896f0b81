"""CIDEr-D under its old names."""
