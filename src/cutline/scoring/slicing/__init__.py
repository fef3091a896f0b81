"""Parts of a benchmark: which images they hold, and what a run scores on them."""

from cutline.scoring.slicing.by_labels import tag_of
from cutline.scoring.slicing.choice import slice_by
from cutline.scoring.slicing.slicing import SMALL_SLICE, UNLABELLED, Slicing, sliced

__all__ = ["SMALL_SLICE", "UNLABELLED", "Slicing", "slice_by", "sliced", "tag_of"]
