"""Benchmarks from bundles: taking one in, reading it again, and the demonstration."""
