"""Small things: for the table, for the beach and for curious people."""

from __future__ import annotations

from typing import Final

from .palette import INK, PALETTE, WHITE, darker, lighter
from .shapes import (
    Drawing,
    circle,
    ellipse,
    faded,
    join,
    line,
    path,
    polygon,
    rectangle,
    ring,
    turned,
)


def draw_ball(first: str, second: str) -> str:
    """A ball with two coloured panels."""
    return join(
        circle(20, 20, 20, first),
        path("M20 0 C8 10 8 30 20 40 C32 30 32 10 20 0 Z", second),
        path("M36 8 C42 16 42 26 34 34 C38 26 39 16 36 8 Z", darker(first)),
        circle(20, 3, 2.6, WHITE),
    )


def draw_cup(glaze: str, _accent: str) -> str:
    """A cup with a handle, seen from the side."""
    return join(
        ring(33, 14, 7, darker(glaze, 0.15), 4),
        path("M0 3 H34 V20 C34 27 30 30 24 30 H10 C4 30 0 27 0 20 Z", glaze),
        path("M25 3 H34 V20 C34 27 30 30 24 30 H20 C24 26 25 20 25 3 Z", darker(glaze, 0.14)),
        ellipse(17, 3.4, 17, 3.4, lighter(glaze, 0.35)),
        ellipse(17, 3.8, 13.5, 2.2, PALETTE["walnut"]),
    )


def draw_bowl(glaze: str, fruit: str) -> str:
    """A bowl with three pieces of round fruit."""
    return join(
        circle(20, 16, 11, fruit),
        circle(52, 16, 11, darker(fruit, 0.1)),
        circle(36, 12, 12, lighter(fruit, 0.12)),
        circle(36, 4.6, 1.4, PALETTE["pine"]),
        path("M0 19 H72 C71 36 58 44 48 45 H24 C14 44 1 36 0 19 Z", glaze),
        path("M50 19 H72 C71 36 58 44 48 45 H36 C46 40 50 32 50 19 Z", darker(glaze, 0.12)),
        rectangle(0, 17.5, 72, 4, lighter(glaze, 0.4), 2),
    )


def draw_books(top: str, bottom: str) -> str:
    """A pile of three closed books."""
    page = PALETTE["cream"]
    return join(
        rectangle(0, 24, 62, 12, bottom, 2),
        rectangle(5, 26.5, 57, 7, page),
        rectangle(6, 12, 54, 12, PALETTE["ochre"], 2),
        rectangle(6, 14.5, 49, 7, page),
        rectangle(3, 0, 52, 12, top, 2),
        rectangle(8, 2.5, 47, 7, page),
        line("M9 6 H55 M9 18 H55 M8 30 H62", darker(page, 0.16), 0.9),
    )


def draw_plant(leaf: str, pot: str) -> str:
    """A leafy plant in a pot."""
    shade = darker(leaf)
    return join(
        path("M33 58 C18 56 4 44 0 26 C18 28 32 42 35 58 Z", shade),
        path("M33 58 C48 56 62 44 66 26 C48 28 34 42 31 58 Z", shade),
        path("M33 58 C20 42 20 16 33 0 C46 16 46 42 33 58 Z", leaf),
        path("M33 58 C22 50 10 32 14 10 C26 20 34 40 34 58 Z", lighter(leaf, 0.12)),
        path("M33 58 C44 50 56 32 52 10 C40 20 32 40 32 58 Z", leaf),
        line("M33 56 V18 M31 54 C26 42 20 30 18 20 M35 54 C40 42 46 30 48 20", shade, 1.1),
        path("M16 60 H50 L46 92 H20 Z", pot),
        path("M37 60 H50 L46 92 H35 Z", darker(pot, 0.16)),
        rectangle(13, 55, 40, 9, lighter(pot, 0.14), 2),
    )


def draw_umbrella(cloth: str, stripe: str) -> str:
    """An open umbrella on a long stick."""
    return join(
        rectangle(58, 2, 4, 118, PALETTE["walnut"]),
        path(
            "M0 52 C2 24 28 6 60 6 C92 6 118 24 120 52 C112 45 104 45 97 51 C88 44 80 44 72 51 "
            "C66 46 54 46 48 51 C40 44 32 44 23 51 C16 45 8 45 0 52 Z",
            cloth,
        ),
        path("M60 6 C45 12 27 26 23 51 C32 44 40 44 48 51 C48 32 54 14 60 6 Z", stripe),
        path("M60 6 C75 12 93 26 97 51 C88 44 80 44 72 51 C72 32 66 14 60 6 Z", stripe),
        line("M60 2 V8", PALETTE["walnut"], 4),
    )


def draw_bucket(plastic: str, handle: str) -> str:
    """A beach bucket with its handle up."""
    return join(
        line("M4 18 C6 -4 38 -4 40 18", handle, 3),
        polygon("2,17 42,17 36,52 8,52", plastic),
        polygon("30,17 42,17 36,52 27,52", darker(plastic, 0.16)),
        rectangle(0, 15, 44, 6, lighter(plastic, 0.22), 2.5),
    )


def draw_typewriter(case: str, _accent: str) -> str:
    """An old typewriter with a sheet of paper in it."""
    rows = ((66, 20, 10, 7.8), (75, 17, 10, 8.4), (84, 14, 10, 9.1))
    keys = [
        circle(left + step * place, y, 2.9, PALETTE["cream"])
        for y, left, count, step in rows
        for place in range(count)
    ]
    return join(
        rectangle(27, 0, 56, 42, WHITE),
        line("M34 9 H76 M34 15.5 H76 M34 22 H64", PALETTE["grey"], 1.4),
        rectangle(0, 33, 110, 9, PALETTE["charcoal"], 4),
        rectangle(10, 31, 90, 14, INK, 4),
        path(
            "M17 43 H93 C97 43 99 46 100 50 L110 86 C111 91 109 93 105 93 H5 C1 93 -1 91 0 86 "
            "L10 50 C11 46 13 43 17 43 Z",
            case,
        ),
        rectangle(36, 47, 38, 9, darker(case, 0.35), 4),
        path("M15 60 H95 L102 90 H8 Z", darker(case, 0.35)),
        *keys,
    )


def draw_globe(water: str, land: str) -> str:
    """A globe of the Earth on a stand."""
    brass = PALETTE["ochre"]
    return join(
        path("M16 108 C16 101 28 99 41 99 C54 99 66 101 66 108 Z", PALETTE["walnut"]),
        rectangle(37.5, 82, 7, 20, brass),
        ring(41, 42, 40, brass, 4),
        circle(41, 42, 36, water),
        path(
            "M18 20 C26 12 38 12 42 17 C44 22 36 25 36 31 C34 36 27 32 24 37 C20 38 14 28 18 20 Z",
            land,
        ),
        path("M30 42 C37 40 44 46 42 53 C39 58 38 68 33 71 C28 64 27 50 30 42 Z", land),
        path(
            "M54 16 C63 17 72 26 75 36 C70 34 68 40 66 46 C62 44 62 36 56 34 C50 31 51 20 54 16 Z",
            land,
        ),
        path("M58 54 C64 50 70 53 71 56 C68 63 62 66 58 64 C55 61 55 57 58 54 Z", land),
        faded(
            0.16,
            path(
                "M41 6 C61 6 77 22 77 42 C77 62 61 78 41 78 C58 70 65 58 65 42 C65 26 58 14 41 6 Z",
                INK,
            ),
        ),
        turned(22, 41, 42, line("M41 6 V2 M41 78 V82", brass, 5)),
    )


def draw_hourglass(frame: str, sand: str) -> str:
    """An hourglass between two wooden plates."""
    glass = PALETTE["pale blue"]
    return join(
        rectangle(5, 6, 4, 78, darker(frame, 0.2)),
        rectangle(43, 6, 4, 78, darker(frame, 0.2)),
        path(
            "M12 8 H40 C41 28 32 38 28.5 45 C32 52 41 62 40 82 H12 C11 62 20 52 23.5 45 "
            "C20 38 11 28 12 8 Z",
            glass,
        ),
        path("M14.5 24 H37.5 C35 34 30 39 27.5 44 H24.5 C22 39 17 34 14.5 24 Z", sand),
        path("M12.5 82 C13 76 20 66 26 62 C32 66 39 76 39.5 82 Z", sand),
        rectangle(25.2, 43, 1.6, 22, sand),
        rectangle(0, 0, 52, 8, frame, 2.5),
        rectangle(0, 82, 52, 8, frame, 2.5),
    )


def draw_lantern(metal: str, glow: str) -> str:
    """A lantern with a burning flame and a carrying ring."""
    return join(
        line("M12 30 C4 8 18 1.5 25 1.5 C32 1.5 46 8 38 30", darker(metal, 0.2), 3),
        path("M8 28 C10 18 18 14 25 14 C32 14 40 18 42 28 Z", metal),
        rectangle(4, 26, 42, 6, darker(metal, 0.2), 2),
        rectangle(9, 32, 32, 42, glow),
        path(
            "M25 40 C31 49 34 56 32 62 C30 68 20 68 18 62 C16 56 21 50 25 40 Z", PALETTE["orange"]
        ),
        path("M25 52 C28 57 29 60 28 63 C27 66 23 66 22 63 C21 60 23 57 25 52 Z", WHITE),
        line("M10 32 V74 M40 32 V74", metal, 3.2),
        rectangle(4, 73, 42, 6, metal, 2),
        path("M0 92 C0 84 6 79 12 79 H38 C44 79 50 84 50 92 Z", darker(metal, 0.2)),
    )


def draw_telescope(tube: str, fitting: str) -> str:
    """A telescope on a tripod, pointing up to the right."""
    return join(
        line("M64 78 L34 149 M64 78 L66 149 M64 78 L96 149", PALETTE["walnut"], 5),
        line("M48 116 L80 116", PALETTE["walnut"], 2.6),
        circle(64, 74, 9, darker(fitting, 0.25)),
        turned(
            -30, 64, 64,
            rectangle(2, 59, 16, 10, INK, 2),
            rectangle(14, 56, 24, 16, darker(tube, 0.25), 2),
            rectangle(34, 53, 58, 22, tube, 2),
            rectangle(34, 66, 58, 9, darker(tube, 0.16), 2),
            rectangle(88, 49, 42, 30, tube, 3),
            rectangle(88, 68, 42, 11, darker(tube, 0.16), 3),
            rectangle(36, 53, 5, 22, fitting),
            rectangle(86, 48, 6, 32, fitting, 1.5),
            rectangle(126, 48, 6, 32, fitting, 1.5),
        ),
    )  # fmt: skip


HOUSEHOLD: Final[dict[str, Drawing]] = {
    "ball": Drawing(draw_ball, (0, 0, 40, 40), "red", "white", footing=(8, 32)),
    "cup": Drawing(draw_cup, (0, 0, 42, 30), "blue", footing=(6, 28)),
    "bowl": Drawing(draw_bowl, (0, 0, 72, 45), "blue", "orange", footing=(20, 52)),
    "books": Drawing(draw_books, (0, 0, 62, 36), "green", "red", footing=(0, 62)),
    "plant": Drawing(draw_plant, (0, 0, 66, 92), "green", "rust", footing=(18, 48)),
    "umbrella": Drawing(draw_umbrella, (0, 0, 120, 120), "red", "white", footing=(50, 70)),
    "bucket": Drawing(draw_bucket, (0, 0, 44, 52), "blue", "white", footing=(8, 36)),
    "typewriter": Drawing(draw_typewriter, (0, 0, 110, 93), "teal", footing=(0, 110)),
    "globe": Drawing(draw_globe, (-1, 0, 84, 108), "blue", "grass", footing=(14, 68)),
    "hourglass": Drawing(draw_hourglass, (0, 0, 52, 90), "walnut", "straw", footing=(0, 52)),
    "lantern": Drawing(draw_lantern, (0, 0, 50, 92), "charcoal", "yellow", footing=(0, 50)),
    "telescope": Drawing(draw_telescope, (8.4, 17, 122, 134.5), "cream", "ochre", footing=(32, 98)),
}
