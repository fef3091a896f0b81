"""Cutline's own words for the object classes of COCO."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from cutline.datasets.object_synonyms import ObjectSynonyms, read_object_synonyms

#: Figures that were computed with these words carry this name; the number goes up with any change.
COCO_SYNONYMS = "cutline synonyms 1"


@cache
def coco_synonyms() -> ObjectSynonyms:
    """Words for the 80 object classes of COCO, chosen for Cutline from common English.

    Published CHAIR figures were computed with another list, which can be read from its file.

    >>> len(coco_synonyms().labels), coco_synonyms().label_of["puppy"]
    (80, 'dog')
    """
    with as_file(files(__package__) / "coco_synonyms.txt") as path:
        read = read_object_synonyms(path)
    return ObjectSynonyms(COCO_SYNONYMS, read.label_of)
