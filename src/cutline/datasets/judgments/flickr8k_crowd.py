"""Flickr8k-CF: whether a caption describes an image, by a crowd (Hodosh et al., 2013)."""

from __future__ import annotations

from cutline.core.errors import ContentError
from cutline.datasets.judgments.flickr8k_captions import captions_beside
from cutline.datasets.judgments.lines import tab_fields
from cutline.datasets.judgments.types import Protocol, RatedCaptions
from cutline.datasets.source import Source
from cutline.datasets.wording import printable, short

#: As in the paper on CLIPScore: the share of yes, and a judged caption is no reference.
PUBLISHED = Protocol(own="drop-reference", ratings="mean")

#: The file gives shares to 15 digits.
_ROUNDING = 1e-3


def is_crowd_line(line: str) -> bool:
    """Whether a line is an image, a caption id, the share of yes, and how many yes and no.

    >>> is_crowd_line("7.jpg\\t9.jpg#2\\t0.333\\t1\\t2")
    True
    >>> is_crowd_line("7.jpg\\t9.jpg#2\\t1\\t2\\t1")
    False
    """
    fields = line.split("\t")
    return len(fields) == 5 and _votes(fields[2:]) is not None


def read_flickr8k_crowd(source: Source, captions: str | None = None) -> RatedCaptions:
    """Read CrowdFlowerAnnotations.txt, with captions from Flickr8k.token.txt.

    Each yes is a rating of 1 and each no one of 0.

    Raises:
        FileError: where a line has another form.
        ContentError: where share and votes do not agree, or a caption is not there.
        UsageError: when the captions are not there at all.
    """
    known = captions_beside(source, captions)
    images, texts, references, ratings = [], [], [], []
    for place, fields in tab_fields(source, 5, "an image, a caption id, share of yes, yes and no"):
        image, caption_id, *given = fields
        votes = _votes(given)
        if votes is None:
            raise ContentError(
                f"{place}: found {short(printable(', '.join(given)))!r}, expected the share of "
                f"yes, and how many yes and no it comes from"
            )
        yes, no = votes
        images.append(image)
        texts.append(known.caption(caption_id, place))
        references.append(known.of_image(image, place))
        ratings.append((1.0,) * yes + (0.0,) * no)
    return RatedCaptions(
        "flickr8k-cf", tuple(images), tuple(texts), tuple(references), tuple(ratings), PUBLISHED
    )


def _votes(fields: list[str]) -> tuple[int, int] | None:
    """How many said yes and no, or None where that is not what the fields hold."""
    share, yes, no = (field.strip() for field in fields)
    try:
        votes = int(yes), int(no)
        is_share = abs(float(share) * sum(votes) - votes[0]) <= _ROUNDING * sum(votes)
    except ValueError:
        return None
    return votes if is_share and min(votes) >= 0 and 0 < sum(votes) < 1_000_000 else None
