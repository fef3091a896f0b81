"""What people think of captions: one file for each format that judgments come in."""

from cutline.datasets.judgments.read import read_judgments
from cutline.datasets.judgments.types import CaptionPairs, Protocol, RatedCaptions

__all__ = [
    "CaptionPairs",
    "Protocol",
    "RatedCaptions",
    "read_judgments",
]
