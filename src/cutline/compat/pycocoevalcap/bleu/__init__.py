"""BLEU under its old names."""
