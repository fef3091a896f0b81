"""Labels of objects as nouns: what a detector calls `Dining_Tables` is a dining table."""

from __future__ import annotations

from cutline.text.number_forms import singular_of


def label_noun(label: str) -> str:
    """A label in lower case, with single spaces, and in the singular.

    >>> [label_noun(label) for label in (" Dining_Tables", "Wine glass", "people", "potted-plant")]
    ['dining table', 'wine glass', 'people', 'potted plant']
    """
    words = label.replace("_", " ").replace("-", " ").lower().split()
    return " ".join([*words[:-1], singular_of(words[-1])]) if words else ""
