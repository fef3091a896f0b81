"""Keeping captions good: known answers, reviews, agreement between people, and blocking."""
