"""What a captioner is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cutline.annotate.file_stamp import UNKNOWN, FileStamp
from cutline.core.types import Detection
from cutline.datasets.caption_text import LONGEST_CAPTION
from cutline.datasets.pictures import PictureFile
from cutline.datasets.wording import LONE_SURROGATE


@dataclass(frozen=True, slots=True)
class Subject:
    """A picture to be captioned: its file, its size when upright, and what a detector sees.

    `stamp` is of the file as it was when it was opened.
    """

    file: PictureFile
    width: int
    height: int
    objects: tuple[Detection, ...] = ()
    stamp: FileStamp = UNKNOWN


@dataclass(frozen=True, slots=True)
class NoCaption:
    """Why a captioner has no caption for a picture."""

    why: str


class Captioner(Protocol):
    """Something that says what is in pictures.

    `name` is what it is called in files and tables.
    """

    name: str

    @property
    def signature(self) -> str:
        """What its captions depend on, as far as that is known: nothing secret."""

    def prepare(self, files: Sequence[PictureFile]) -> None:
        """Look at all pictures before the first caption is asked for.

        Raises:
            CutlineError: when it can caption none of them.
        """

    def captions(self, subjects: Sequence[Subject]) -> list[str | NoCaption]:
        """A caption for each picture, or why there is none."""

    def close(self) -> None:
        """End what it keeps running."""


def tidy(text: str) -> str | NoCaption:
    r"""A caption on one line, as a file can hold it.

    >>> tidy(" a dog\n on grass "), tidy("\n")
    ('a dog on grass', NoCaption(why='the caption is empty'))
    """
    caption = " ".join(LONE_SURROGATE.sub("\ufffd", text).split())
    # What a terminal would take for orders is of no use in a caption.
    caption = "".join(letter for letter in caption if letter.isprintable() or letter.isspace())
    if not caption:
        return NoCaption("the caption is empty")
    if len(caption) > LONGEST_CAPTION:
        return NoCaption(
            f"the caption has {len(caption):,} characters, expected at most {LONGEST_CAPTION:,}"
        )
    return caption
