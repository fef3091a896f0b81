"""The tables that Cutline compiles, as `cutline data` lists them."""

from __future__ import annotations

from cutline.core.data_files import DataFile
from cutline.text.meteor_data import METEOR_ENGLISH
from cutline.text.noun_data import NOUNS_ENGLISH

DATA_FILES: tuple[DataFile, ...] = (METEOR_ENGLISH, NOUNS_ENGLISH)
