"""Benchmarks: their images, their slices, and how they are made."""
