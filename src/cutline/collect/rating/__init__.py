"""Ratings: what people are asked about captions, and what comes of their answers."""
