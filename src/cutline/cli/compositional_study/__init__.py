"""The study of compositional generalization: do runs say pairs of concepts that people say?"""
