"""The tables of Egoshots (Agarwal et al. 2020), and any table that is laid out like them."""

from cutline.datasets.egoshots.captions import is_caption_table, read_caption_table
from cutline.datasets.egoshots.human import HumanFidelity, is_human_table, read_human_table
from cutline.datasets.egoshots.metadata import (
    ReleasedCaptioner,
    ReleasedFidelity,
    is_metadata,
    read_metadata,
)

__all__ = [
    "HumanFidelity",
    "ReleasedCaptioner",
    "ReleasedFidelity",
    "is_caption_table",
    "is_human_table",
    "is_metadata",
    "read_caption_table",
    "read_human_table",
    "read_metadata",
]
