"""Features as other programs publish them, read image by image."""

from cutline.datasets.features.published.convert import LAYOUTS, Conversion, convert
from cutline.datasets.features.published.types import Found, Unread

__all__ = ["LAYOUTS", "Conversion", "Found", "Unread", "convert"]
