"""The study of novel objects: captioners on scenes with things that no training caption names."""
