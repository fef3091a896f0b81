"""A picture in a box of fixed ratio, with what is in it drawn over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutline.reports.theme.text import safe, text_width

_CHIP_SIZE = 13.0


@dataclass(frozen=True)
class PictureBox:
    """A labelled box: left, top, width and height in the picture's own pixels."""

    label: str
    box: tuple[float, float, float, float]


def picture(
    source: str,
    alt: str,
    *,
    boxes: Sequence[PictureBox] = (),
    size: tuple[float, float] | None = None,
) -> str:
    """A picture, or an empty frame that says so if there is no source.

    Args:
        source: the address, or nothing.
        alt: what it shows, such as a reference; empty if a caption beside it says the same.
        boxes: drawn over it; they need `size`.
        size: the picture's width and height in pixels.

    >>> 'class="no-picture"' in picture("", "a dog")
    True
    """
    if not source:
        return '<div class="picture"><span class="no-picture">No picture</span></div>'
    drawn = _boxes(boxes, size) if boxes and size else ""
    return (
        f'<div class="picture"><img src="{safe(source)}" alt="{safe(alt)}" loading="lazy" '
        f'decoding="async">{drawn}</div>'
    )


def _boxes(boxes: Sequence[PictureBox], size: tuple[float, float]) -> str:
    # Letters are as large on a small picture as on a large one.
    scale = max(size) / 480
    parts = []
    for item in boxes:
        left, top, width, height = item.box
        letters, chip = _CHIP_SIZE * scale, (_CHIP_SIZE + 6) * scale
        # The letters are bold, and so a little wider.
        chip_width = 1.08 * text_width(item.label, letters) + 10 * scale
        chip_top = top - chip if top >= chip else top
        parts.append(
            f'<rect class="edge" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}"/><rect class="plate" x="{left:.1f}" y="{chip_top:.1f}" '
            f'width="{chip_width:.1f}" height="{chip:.1f}"/>'
            f'<text x="{left + 5 * scale:.1f}" y="{chip_top + chip * 0.74:.1f}" '
            f'font-size="{letters:.1f}">{safe(item.label)}</text>'
        )
    labels = ", ".join(item.label for item in boxes)
    return (
        f'<svg viewBox="0 0 {size[0]:.0f} {size[1]:.0f}" role="img" '
        f'aria-label="Boxes: {safe(labels)}">{"".join(parts)}</svg>'
    )
