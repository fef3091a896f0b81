"""Judgments: captions with people's ratings, and pairs of captions with people's votes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cutline.core.types import ImageId

#: What becomes of a judged caption that is itself a reference of its image: the judgment is left
#: out, or kept, or kept and the caption no longer a reference of that image.
Own = Literal["leave-out", "keep", "drop-reference"]
OWN: tuple[Own, ...] = ("leave-out", "keep", "drop-reference")

#: What counts as an observation: each rating, or the mean or median of a caption's ratings.
Ratings = Literal["flat", "mean", "median"]
RATINGS: tuple[Ratings, ...] = ("flat", "mean", "median")

#: What is a document where a metric counts documents: an image, however many captions of it were
#: judged, or each judged caption with its references, as where a program was run on one a line.
Documents = Literal["images", "captions"]
DOCUMENTS: tuple[Documents, ...] = ("images", "captions")


@dataclass(frozen=True, slots=True)
class Protocol:
    """Choices that change a correlation, and that papers make differently."""

    own: Own = "keep"
    ratings: Ratings = "mean"
    documents: Documents = "images"


@dataclass(frozen=True)
class RatedCaptions:
    """Captions that people rated, held by column: place i of every column is one judged caption.

    `ratings` has the ratings that each caption got, one a rater. `published` is the protocol that
    figures for this data are usually reported with. `systems` is empty, or says whose caption it
    is.
    """

    name: str
    image_ids: tuple[ImageId, ...]
    captions: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    ratings: tuple[tuple[float, ...], ...]
    published: Protocol = Protocol()
    systems: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.captions)

    def only(self, places: Sequence[int]) -> RatedCaptions:
        """Some of them, in this order."""
        return replace(
            self,
            image_ids=tuple(self.image_ids[i] for i in places),
            captions=tuple(self.captions[i] for i in places),
            references=tuple(self.references[i] for i in places),
            ratings=tuple(self.ratings[i] for i in places),
            systems=tuple(self.systems[i] for i in places) if self.systems else (),
        )


@dataclass(frozen=True)
class CaptionPairs:
    """Pairs of captions that people chose between, held by column.

    `votes` says how many people chose the first caption and the second. A pair's category is "" or
    what kind of pair it is, such as HM, a human's caption and a machine's.
    """

    name: str
    image_ids: tuple[ImageId, ...]
    captions: tuple[tuple[str, str], ...]
    references: tuple[tuple[str, ...], ...]
    votes: tuple[tuple[float, float], ...]
    categories: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.captions)
