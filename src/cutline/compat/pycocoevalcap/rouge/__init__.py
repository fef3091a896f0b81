"""ROUGE-L under its old names."""
