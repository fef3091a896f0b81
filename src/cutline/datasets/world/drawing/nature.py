"""Sky, plants and stones."""

from __future__ import annotations

from typing import Final

from .palette import WHITE, darker, lighter
from .shapes import Drawing, circle, ellipse, faded, join, line, path, polygon, rectangle


def draw_tree(leaves: str, bark: str) -> str:
    """A broad tree in full leaf."""
    shade = darker(leaves, 0.15)
    return join(
        path("M43 80 H57 L58 140 C60 146 64 149 66 150 H34 C36 149 40 146 42 140 Z", bark),
        line("M50 96 L32 74 M50 90 L68 72", bark, 5),
        circle(26, 64, 26, shade),
        circle(74, 64, 26, shade),
        circle(50, 76, 24, shade),
        circle(66, 54, 24, leaves),
        circle(30, 54, 25, leaves),
        circle(50, 32, 32, lighter(leaves, 0.05)),
    )


def draw_sun(light: str, _accent: str) -> str:
    """A round sun."""
    return circle(25, 25, 25, light)


def draw_moon(light: str, _accent: str) -> str:
    """A crescent moon, open to the left."""
    return path("M15 2 A25 25 0 1 1 15 48 A26 26 0 0 0 15 2 Z", light)


def draw_cloud(mist: str, _accent: str) -> str:
    """A flat-bottomed cloud."""
    return path(
        "M18 40 C6 40 0 34 0 27 C0 19 7 14 15 15 C17 6 26 0 36 0 C46 0 53 5 56 12 "
        "C60 9 66 8 71 10 C78 12 81 17 81 22 C91 20 100 24 100 31 C100 37 95 40 88 40 Z",
        mist,
    )


def draw_tulip(petals: str, stem: str) -> str:
    """One tulip with two leaves."""
    return join(
        rectangle(12.8, 24, 2.6, 38, stem),
        path("M14 62 C4 56 0 44 2 32 C10 38 14 50 14 62 Z", stem),
        path("M14 62 C24 56 28 46 26 36 C18 42 14 52 14 62 Z", darker(stem, 0.16)),
        path(
            "M4 4 C8 6 10 8 10.5 10 C11 6 12.5 2 14 0 C15.5 2 17 6 17.5 10 C18 8 20 6 24 4 "
            "C26 18 22 28 14 28 C6 28 2 18 4 4 Z",
            petals,
        ),
        path("M14 0 C17 4 19 14 14 28 C9 14 11 4 14 0 Z", darker(petals, 0.14)),
    )


def draw_rocks(stone: str, _accent: str) -> str:
    """A low heap of rocks."""
    return join(
        path(
            "M0 50 C4 38 14 28 30 30 C36 16 58 10 72 16 C86 0 126 -2 140 14 C158 8 178 18 184 32 "
            "C194 34 200 42 200 50 Z",
            stone,
        ),
        polygon("72,16 92,50 52,50 60,28", darker(stone, 0.16)),
        polygon("140,14 162,50 112,50 126,26", darker(stone, 0.16)),
        polygon("30,30 44,50 14,50", darker(stone, 0.16)),
        path("M74 15 C86 2 118 -1 136 11 L120 16 L96 12 Z", lighter(stone, 0.16)),
        faded(0.45, line("M6 48.8 H194", WHITE, 2.4)),
    )


def draw_puddle(water: str, _accent: str) -> str:
    """A puddle with the ring of a falling drop."""
    return join(
        ellipse(50, 9, 50, 9, water),
        ellipse(44, 9, 20, 4, lighter(water, 0.3)),
        ellipse(44, 9, 14, 2.6, water),
    )


NATURE: Final[dict[str, Drawing]] = {
    "tree": Drawing(draw_tree, (0, 0, 100, 150), "green", "brown", footing=(30, 70)),
    "sun": Drawing(draw_sun, (0, 0, 50, 50), "yellow"),
    "moon": Drawing(draw_moon, (15, 0, 34.8, 50), "cream"),
    "cloud": Drawing(draw_cloud, (0, 0, 100, 40), "white"),
    "tulip": Drawing(draw_tulip, (1.6, 0, 24.8, 62), "red", "green", footing=(6, 22)),
    "rocks": Drawing(draw_rocks, (0, 3, 200, 47), "grey"),
    "puddle": Drawing(draw_puddle, (0, 0, 100, 18), "mist"),
}
