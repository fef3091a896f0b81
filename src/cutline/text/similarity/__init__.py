"""How alike words are: vectors of words behind one protocol."""

from cutline.text.similarity.named import missing_vectors, vectors_named
from cutline.text.similarity.vectors import WordVectors

__all__ = ["WordVectors", "missing_vectors", "vectors_named"]
