"""Annotation without references: captioners and a detector on pictures that nobody described."""

from cutline.annotate.captioners import Captioner, NoCaption, Subject, captioners_named
from cutline.annotate.plan import Plan
from cutline.annotate.work import Annotations, annotate_to

__all__ = [
    "Annotations",
    "Captioner",
    "NoCaption",
    "Plan",
    "Subject",
    "annotate_to",
    "captioners_named",
]
