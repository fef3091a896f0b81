"""Picture files: finding them, and opening them upright."""

from cutline.datasets.pictures.ahead import PIXELS_AHEAD, TOGETHER, opened_ahead
from cutline.datasets.pictures.errors import PictureError
from cutline.datasets.pictures.find import IMAGE_ID_RULES, ImageIdRule, find_pictures
from cutline.datasets.pictures.finder import PictureFinder, picture_finder
from cutline.datasets.pictures.open import open_picture
from cutline.datasets.pictures.thumbnails import thumbnail
from cutline.datasets.pictures.types import Picture, PictureFile

__all__ = [
    "IMAGE_ID_RULES",
    "PIXELS_AHEAD",
    "TOGETHER",
    "ImageIdRule",
    "Picture",
    "PictureError",
    "PictureFile",
    "PictureFinder",
    "find_pictures",
    "open_picture",
    "opened_ahead",
    "picture_finder",
    "thumbnail",
]
