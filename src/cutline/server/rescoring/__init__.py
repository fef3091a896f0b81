"""Rescores: computing a board anew, showing what would change, and publishing it or not."""
