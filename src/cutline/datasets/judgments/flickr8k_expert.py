"""Flickr8k-Expert: three experts' ratings from 1 to 4 (Hodosh, Young and Hockenmaier, 2013)."""

from __future__ import annotations

from cutline.core.errors import ContentError
from cutline.datasets.judgments.flickr8k_captions import captions_beside
from cutline.datasets.judgments.lines import tab_fields
from cutline.datasets.judgments.types import Protocol, RatedCaptions
from cutline.datasets.source import Source
from cutline.datasets.wording import printable, short

#: As in the papers on SPICE and CLIPScore: 5,664 of the 5,822 captions, each rating by itself.
PUBLISHED = Protocol(own="leave-out", ratings="flat")

_SCALE = ("1", "2", "3", "4")


def is_expert_line(line: str) -> bool:
    """Whether a line is an image, a caption id and three ratings.

    >>> is_expert_line("7.jpg\\t9.jpg#2\\t1\\t2\\t1")
    True
    """
    fields = line.split("\t")
    return len(fields) == 5 and all(field.strip() in _SCALE for field in fields[2:])


def read_flickr8k_expert(source: Source, captions: str | None = None) -> RatedCaptions:
    """Read ExpertAnnotations.txt, with captions from Flickr8k.token.txt.

    Raises:
        FileError: where a line has another form.
        ContentError: for a rating off the scale, or a caption that is not there.
        UsageError: when the captions are not there at all.
    """
    known = captions_beside(source, captions)
    images, texts, references, ratings = [], [], [], []
    for place, fields in tab_fields(source, 5, "an image, a caption id and three ratings"):
        image, caption_id, *given = fields
        for rating in given:
            if rating not in _SCALE:
                raise ContentError(
                    f"{place}: the rating {short(printable(rating))!r}, expected 1, 2, 3 or 4"
                )
        images.append(image)
        texts.append(known.caption(caption_id, place))
        references.append(known.of_image(image, place))
        ratings.append(tuple(map(float, given)))
    return RatedCaptions(
        "flickr8k-expert",
        tuple(images),
        tuple(texts),
        tuple(references),
        tuple(ratings),
        PUBLISHED,
    )
