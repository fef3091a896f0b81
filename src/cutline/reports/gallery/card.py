"""One image: its picture with boxes, what captioners said, and what of it was seen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cutline.datasets.annotated_images import AnnotatedImage
from cutline.reports.gallery.captions import caption_lines, meaning_text
from cutline.reports.gallery.groups import ObjectGroup, object_groups
from cutline.reports.gallery.overlay import overlay
from cutline.reports.theme.numbers import number_text, range_text
from cutline.reports.theme.picture import picture
from cutline.reports.theme.text import safe

_SCORE_DECIMALS = 2


def card(image: AnnotatedImage, source: str, metrics: Sequence[str]) -> str:
    """The card of an image.

    Args:
        image: the image.
        source: the address of its picture, empty where there is none.
        metrics: the specs of values, the one that counts first.
    """
    groups = object_groups(image)
    group_of = {place: group.number for group in groups for place in group.places}
    parts = [
        _name(image),
        _picture(image, source, groups),
        _problem(image),
        caption_lines(image, group_of, metrics),
        _objects(image, groups),
        _as_text(image),
    ]
    return f'<article class="annotated">{"".join(parts)}</article>'


def _name(image: AnnotatedImage) -> str:
    # Where it was is told on demand: folders are long, and much the same for all.
    name = re.split(r"[\\/]", image.file)[-1]
    file = f' <span class="file" title="{safe(image.file)}">{safe(name)}</span>' if name else ""
    shown = f"<span>Image <bdi>{safe(str(image.image_id))}</bdi></span>"
    return f'<h3 class="image-name">{shown}{file}</h3>'


def _picture(image: AnnotatedImage, source: str, groups: Sequence[ObjectGroup]) -> str:
    if not source:
        return picture("", "")
    # A caption below says what it shows.
    is_said = any(caption.text is not None for caption in image.captions)
    alt = "" if is_said else f"Image {image.image_id}"
    # What is in the page already need not wait until it is seen, and paper is never scrolled.
    loading = "eager" if source.startswith("data:") else "lazy"
    return (
        f'<div class="picture"><img src="{safe(source)}" alt="{safe(alt)}" loading="{loading}" '
        f'decoding="async">{overlay(image, groups)}</div>'
    )


def _problem(image: AnnotatedImage) -> str:
    if image.error:
        return f'<p class="aside problem">Error: {safe(image.error)}</p>'
    return "" if image.captions else '<p class="aside note">There are no captions.</p>'


def _objects(image: AnnotatedImage, groups: Sequence[ObjectGroup]) -> str:
    """Chips of what was seen: named by a caption, or missed by all."""
    if not groups:
        return "" if image.error else '<p class="aside note">No objects were seen.</p>'
    is_said = any(caption.text is not None for caption in image.captions)
    named = [group for group in groups if not group.is_missed]
    missed = [group for group in groups if group.is_missed]
    rows = [("Named" if is_said else "Seen", named, ""), ("Missed", missed, " missed")]
    return "".join(
        f'<div class="seen"><span class="seen-label">{label}</span><ul class="chips">'
        + "".join(f"<li>{_chip(image, group, kind)}</li>" for group in of)
        + "</ul></div>"
        for label, of, kind in rows
        if of
    )


def _chip(image: AnnotatedImage, group: ObjectGroup, kind: str) -> str:
    scores = [image.objects[place].score for place in group.places]
    count = f" ×{len(scores)}" if len(scores) > 1 else ""
    title = "Seen, and no caption names it" if kind else "Seen, and a caption names it"
    return (
        f'<span class="chip link{kind}" data-group="{group.number}" title="{title}">'
        f"<bdi>{safe(group.label)}</bdi>{count}{_scores_text(scores)}</span>"
    )


def _scores_text(scores: Sequence[float]) -> str:
    low, high = min(scores), max(scores)
    # What people annotated has 1, which says nothing.
    if low >= 1:
        return ""
    is_one = number_text(low, _SCORE_DECIMALS) == number_text(high, _SCORE_DECIMALS)
    text = number_text(low, _SCORE_DECIMALS) if is_one else range_text(low, high, _SCORE_DECIMALS)
    return f' <span class="score-interval">{text}</span>'


def _as_text(image: AnnotatedImage) -> str:
    """What each noun means, for who cannot point at it."""
    entries = []
    for caption in image.captions:
        if caption.text is None:
            continue
        nouns = "".join(
            f"<li><bdi>{safe(noun.text)}</bdi> → {safe(meaning_text(image, noun))}</li>"
            for noun in caption.nouns
        )
        entries.append(
            f"<dt>{safe(caption.captioner)}</dt>"
            f"<dd>{f'<ul>{nouns}</ul>' if nouns else 'no nouns'}</dd>"
        )
    if not entries:
        return ""
    return (
        f'<details class="as-text"><summary>Nouns and what they mean</summary>'
        f"<dl>{''.join(entries)}</dl></details>"
    )
