"""Sentences about boxes that were selected, their words pointing to the boxes."""

from cutline.models.description.linked import linked
from cutline.models.description.plain import plain

__all__ = ["linked", "plain"]
