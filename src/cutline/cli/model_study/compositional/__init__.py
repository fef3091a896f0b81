"""The study of compositional generalization with captioners that are trained for it."""
