"""Compositional generalization: pairs of concepts, gaps cut into data, and who fills them."""
