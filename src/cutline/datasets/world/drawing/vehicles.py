"""Things that carry people: on water, on wheels and in the air."""

from __future__ import annotations

from typing import Final

from .palette import INK, PALETTE, WHITE, darker, lighter
from .shapes import (
    Drawing,
    circle,
    ellipse,
    faded,
    join,
    lettering,
    line,
    path,
    polygon,
    rectangle,
    ring,
)


def draw_boat(hull: str, sail: str) -> str:
    """A sailing boat with two sails, heading right."""
    return join(
        rectangle(62, 0, 4, 98, PALETTE["walnut"]),
        polygon("60,8 60,90 6,90", sail),
        polygon("60,8 60,90 44,90", darker(sail, 0.1)),
        polygon("69,16 69,90 116,90", darker(sail, 0.06)),
        path("M66 2 H84 L79 6 L84 10 H66 Z", PALETTE["red"]),
        path("M0 96 H130 C126 112 118 122 108 126 H24 C12 120 4 110 0 96 Z", hull),
        path("M3 104 C6 112 14 121 24 126 H108 C117 122 124 114 128 104 Z", darker(hull)),
        rectangle(0, 96, 130, 4.5, lighter(hull, 0.55)),
        faded(0.6, line("M15 124.8 H117", WHITE, 2.4)),
    )


def draw_wheel(x: float, y: float, radius: float) -> str:
    """A car or bus wheel with a light hub."""
    return join(
        circle(x, y, radius, INK),
        circle(x, y, radius * 0.55, PALETTE["silver"]),
        circle(x, y, radius * 0.2, PALETTE["charcoal"]),
    )


def draw_bicycle(frame: str, _accent: str) -> str:
    """A bicycle seen from the side, heading right."""
    spokes = "M28 28 V80 M2 54 H54 M9.6 35.6 L46.4 72.4 M46.4 35.6 L9.6 72.4"
    other = "M102 28 V80 M76 54 H128 M83.6 35.6 L120.4 72.4 M120.4 35.6 L83.6 72.4"
    return join(
        line(spokes, PALETTE["grey"], 0.9),
        line(other, PALETTE["grey"], 0.9),
        ring(28, 54, 26, INK, 4),
        ring(102, 54, 26, INK, 4),
        line("M28 54 L46 24 L88 24 L62 56 L28 54 M62 56 L42 16", frame, 4.6),
        line("M102 54 L86 12", frame, 4.6),
        line("M86 12 L84 5 L94 3 C100 3 101 10 96 12", INK, 4),
        path("M30 12 C36 9 46 9 54 11 C54 16 48 16 44 17 C38 18 31 17 30 12 Z", INK),
        ring(62, 56, 7, PALETTE["charcoal"], 3),
        line("M62 56 L68 68 M64 69 H73", PALETTE["charcoal"], 3),
        circle(28, 54, 3.4, PALETTE["charcoal"]),
        circle(102, 54, 3.4, PALETTE["charcoal"]),
    )


def draw_bus(body: str, stripe: str) -> str:
    """A city bus with the number 12, heading right."""
    glass = PALETTE["pale blue"]
    windows = [rectangle(14 + 37 * i, 26, 32, 32, glass, 3) for i in range(4)]
    return join(
        path(
            "M0 12 C0 4 4 0 12 0 H214 C222 0 226 4 227 12 L230 62 V92 C230 96 228 98 224 98 "
            "H6 C2 98 0 96 0 92 Z",
            body,
        ),
        rectangle(0, 66, 230, 8, stripe),
        *windows,
        rectangle(164, 24, 28, 74, darker(body, 0.3), 3),
        rectangle(167, 28, 10, 62, glass, 1.5),
        rectangle(179, 28, 10, 62, glass, 1.5),
        path(
            "M200 26 H222 C224 26 225 27 225 29 L227 58 H200 C198 58 197 57 197 55 V29 "
            "C197 27 198 26 200 26 Z",
            glass,
        ),
        rectangle(60, 6, 36, 16, INK, 2),
        lettering(78, 18.5, 15, 13, "12", PALETTE["yellow"]),
        rectangle(221, 78, 9, 8, PALETTE["yellow"], 3),
        rectangle(0, 78, 5, 10, PALETTE["red"], 2),
        rectangle(0, 92, 230, 6, darker(body, 0.35), 2),
        draw_wheel(46, 96, 17),
        draw_wheel(140, 96, 17),
    )


def draw_car(body: str, glass: str) -> str:
    """A small car, heading right."""
    return join(
        path("M28 24 C34 8 40 0 54 0 H78 C90 0 98 10 106 24 Z", darker(body, 0.12)),
        path("M36 24 C40 12 45 6 55 6 H64 V24 Z", glass),
        path("M69 6 H77 C86 6 92 14 98 24 H69 Z", glass),
        path(
            "M4 26 C10 22 26 22 34 22 H100 C116 23 130 27 133 34 C134 38 134 42 134 46 "
            "C134 49 132 50 129 50 H5 C2 50 0 49 0 46 V34 C0 30 2 27 4 26 Z",
            body,
        ),
        rectangle(0, 43, 134, 7, darker(body, 0.28), 3),
        ellipse(129, 34, 4, 4.6, PALETTE["yellow"]),
        rectangle(0, 31, 5, 8, PALETTE["red"], 2),
        rectangle(70, 29, 10, 2.6, darker(body, 0.4), 1.3),
        draw_wheel(30, 48, 13),
        draw_wheel(104, 48, 13),
    )


def draw_balloon(envelope: str, panel: str) -> str:
    """A hot-air balloon with striped panels and a basket."""
    rope, basket = PALETTE["walnut"], PALETTE["tan"]
    return join(
        line("M38 112 L41 130 M62 112 L59 130", rope, 1.4),
        path(
            "M50 0 C80 0 100 21 100 48 C100 76 74 96 63 112 H37 C26 96 0 76 0 48 C0 21 20 0 50 0 Z",
            envelope,
        ),
        path(
            "M50 0 C68 0 84 21 84 48 C84 76 66 96 57 112 H43 C34 96 16 76 16 48 C16 21 32 0 50 0 Z",
            panel,
        ),
        path(
            "M50 0 C60 0 66 21 66 48 C66 76 58 96 53.5 112 H46.5 C42 96 34 76 34 48 "
            "C34 21 40 0 50 0 Z",
            envelope,
        ),
        path(
            "M50 0 C80 0 100 21 100 48 C100 76 74 96 63 112 H57 C68 96 88 76 88 48 "
            "C88 21 76 0 50 0 Z",
            darker(envelope, 0.16),
        ),
        rectangle(37, 109, 26, 5, darker(panel, 0.3), 1.5),
        rectangle(39, 128, 22, 17, basket, 3),
        rectangle(38, 127, 24, 4, darker(basket, 0.35), 2),
        line("M40 136 H60 M40 140.5 H60", darker(basket, 0.2), 1.2),
    )


def draw_bus_stop(post: str, sign: str) -> str:
    """A post with a round sign that says BUS."""
    return join(
        rectangle(15, 30, 4, 86, post),
        rectangle(9, 112, 16, 4, darker(post, 0.3), 1.5),
        rectangle(9.5, 42, 15, 24, WHITE, 1.5),
        line("M12.5 48 h9 M12.5 53 h9 M12.5 58 h6", PALETTE["grey"], 1.3),
        circle(17, 17, 17, sign),
        circle(17, 17, 14, WHITE),
        lettering(17, 20.8, 22, 10.5, "BUS", sign),
    )


VEHICLES: Final[dict[str, Drawing]] = {
    "boat": Drawing(draw_boat, (0, 0, 130, 126), "red", "white"),
    "bicycle": Drawing(draw_bicycle, (0, 1, 130, 81), "teal", footing=(14, 116)),
    "bus": Drawing(draw_bus, (0, 0, 230, 113), "red", "cream", footing=(10, 222)),
    "bus stop": Drawing(draw_bus_stop, (0, 0, 34, 116), "charcoal", "blue", footing=(8, 26)),
    "car": Drawing(draw_car, (0, 0, 134, 61), "yellow", "pale blue", footing=(14, 122)),
    "hot-air balloon": Drawing(draw_balloon, (0, 0, 100, 145), "red", "cream"),
}
