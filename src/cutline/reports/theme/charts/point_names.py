"""Names beside some of the points of a scatter, where there is most room for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutline.reports.theme.charts.axes import SIZE, text
from cutline.reports.theme.text import text_width

_GAP, _ASCENT, _DESCENT, _ROOM = 8.0, 11.0, 4.0, 160.0


class Frame(NamedTuple):
    """A part of a drawing, such as the one that points stand in."""

    left: float
    right: float
    top: float
    bottom: float

    def holds(self, other: Frame) -> bool:
        """Whether another part lies inside."""
        return (
            other.left >= self.left
            and other.right <= self.right
            and other.top >= self.top
            and other.bottom <= self.bottom
        )

    def meets(self, other: Frame) -> bool:
        """Whether another part lies over this one, in part or whole."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def point_names(
    named: Iterable[tuple[float, float, str]], dots: NDArray[np.float64], frame: Frame
) -> list[str]:
    """A dot in another colour for each named point, and its name beside it.

    Of the places around the point a name takes one that is inside the frame, covers no other name
    and no other named point, and few of the dots: a row for each, with its place. Where there is
    no such place, it comes as near to that as it can.
    """
    points = list(named)
    taken = [Frame(x - 4, x + 4, y - 4, y + 4) for x, y, _ in points]
    parts = []
    for number, (x, y, name) in enumerate(points):
        others = taken[:number] + taken[number + 1 :]
        box = min(
            _places(x, y, min(text_width(name, SIZE), _ROOM)),
            key=lambda place: (_hindrances(place, others, frame), _covered(place, dots)),
        )
        taken.append(box)
        parts.append(f'<circle class="dot series-2" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>')
        parts.append(text(box.left, box.top + _ASCENT, name, "halo", room=_ROOM))
    return parts


def _places(x: float, y: float, width: float) -> list[Frame]:
    """Where a name could stand: right and left of its point, then above and below it."""
    left, right, middle = x - _GAP - width, x + _GAP, x - width / 2
    corners = [(right, y + 5), (left, y + 5), (right, y + 16), (left, y - 7)]
    corners += [(right, y - 7), (left, y + 16), (middle, y - 9), (middle, y + 19)]
    return [Frame(at, at + width, line - _ASCENT, line + _DESCENT) for at, line in corners]


def _hindrances(place: Frame, others: Sequence[Frame], frame: Frame) -> int:
    return (not frame.holds(place)) + sum(place.meets(other) for other in others)


def _covered(place: Frame, dots: NDArray[np.float64]) -> int:
    across, down = dots.T
    is_inside = (across > place.left) & (across < place.right)
    return int((is_inside & (down > place.top) & (down < place.bottom)).sum())
