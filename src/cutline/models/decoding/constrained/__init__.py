"""Captions that mention what they have to: the search, and where constraints come from."""

from cutline.models.decoding.constrained.classes import (
    class_constraint,
    class_phrases,
    constraints_of,
    is_over_general,
    without_ancestors,
)
from cutline.models.decoding.constrained.constraint import Constraint, mention, mentions, words_of
from cutline.models.decoding.constrained.search import constrained_beam_search
from cutline.models.decoding.constrained.task import Constrained

__all__ = [
    "Constrained",
    "Constraint",
    "class_constraint",
    "class_phrases",
    "constrained_beam_search",
    "constraints_of",
    "is_over_general",
    "mention",
    "mentions",
    "without_ancestors",
    "words_of",
]
