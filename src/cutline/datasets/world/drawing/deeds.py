"""Signs of what somebody in a picture does: lines of speed, a leap above the ground, sleep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .palette import INK, WHITE
from .shapes import join, line, number

#: How far above the ground a leap goes, in pixels.
LEAP: Final = 50.0


def ground_under(item: Mapping[str, Any]) -> float:
    """Where the ground is under an object, counted from the top."""
    _, y, _, height = item["box"]
    return float(y + height + (LEAP if item.get("deed") == "jump" else 0))


def signs_of(item: Mapping[str, Any]) -> str:
    """What is drawn around an object that does something; nothing around any other."""
    deed = item.get("deed")
    if deed == "run":
        return _speed(item)
    if deed == "jump":
        return _leap(item)
    if deed == "sleep":
        return _sleep(item)
    return ""


def _speed(item: Mapping[str, Any]) -> str:
    """Three strokes behind who runs."""
    x, y, width, height = item["box"]
    is_left = item.get("facing", "right") == "left"
    back, way = (x + width, 1) if is_left else (x, -1)
    strokes = []
    for share, length in ((0.3, 20), (0.5, 30), (0.7, 20)):
        start, end = _inside(back + way * 4), _inside(back + way * (4 + length))
        strokes.append(f"M{number(start)} {number(y + height * share)} H{number(end)}")
    return _outlined(" ".join(strokes), 3)


def _leap(item: Mapping[str, Any]) -> str:
    """Two bows below who jumps."""
    x, y, width, height = item["box"]
    bows = []
    for down, share in ((8, 0.22), (18, 0.14)):
        half, middle, top = width * share + 4, x + width / 2, y + height + down
        bows.append(
            f"M{number(middle - half)} {number(top)} C{number(middle - half / 2)} "
            f"{number(top + 7)} {number(middle + half / 2)} {number(top + 7)} "
            f"{number(middle + half)} {number(top)}"
        )
    return _outlined(" ".join(bows), 3)


def _sleep(item: Mapping[str, Any]) -> str:
    """Three letters z, rising from the head."""
    x, y, width, _ = item["box"]
    is_left = item.get("facing", "right") == "left"
    start, way = (x + width * 0.2, -1) if is_left else (x + width * 0.8, 1)
    letters = []
    for step, size in ((0, 9), (1, 12), (2, 15)):
        left = min(max(start + way * step * 15, 4.0), 460.0)
        top = max(y - 16 - step * 16, 4.0)
        letters.append(f"M{number(left)} {number(top)} h{size} l{-size} {size} h{size}")
    return _outlined(" ".join(letters), 2.6)


def _outlined(commands: str, width: float) -> str:
    """A dark line on a wider light one, to be seen on any ground."""
    return join(line(commands, WHITE, width + 2.4), line(commands, INK, width))


def _inside(x: float) -> float:
    return min(max(x, 3.0), 477.0)
