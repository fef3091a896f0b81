"""Animals, and the figures that stand like people."""

from __future__ import annotations

from typing import Final

from .palette import INK, PALETTE, WHITE, darker, lighter
from .shapes import (
    Drawing,
    circle,
    ellipse,
    join,
    line,
    path,
    polygon,
    rectangle,
)


def draw_dog(coat: str, collar: str) -> str:
    """A dog standing on four legs, seen from the side, looking right."""
    shade = darker(coat)
    return join(
        line("M16 42 C6 36 4 22 10 12", coat, 7),
        rectangle(24, 52, 9, 38, shade, 4),
        rectangle(60, 52, 9, 38, shade, 4),
        path(
            "M12 46 C12 36 20 34 30 35 L60 33 C66 24 68 20 70 18 L86 30 C84 46 82 60 74 62 "
            "C62 67 48 58 36 62 C22 66 12 60 12 46 Z",
            coat,
        ),
        rectangle(14, 50, 10, 40, coat, 4),
        rectangle(70, 48, 10, 42, coat, 4),
        path(
            "M66 20 C66 8 76 4 86 6 C92 7 95 12 98 14 C106 15 112 17 112 22 C112 29 104 31 96 31 "
            "C90 36 80 38 74 36 C68 34 66 28 66 20 Z",
            coat,
        ),
        path("M74 6 C64 6 60 16 61 30 C62 36 70 36 73 30 C76 24 78 14 74 6 Z", shade),
        line("M68 38 C72 41 77 42 82 40", collar, 5),
        circle(87, 16, 2.2, INK),
        ellipse(109.5, 18.5, 3.4, 3, INK),
        line("M99 27 C103 27 106 26 108 24", shade, 1.4),
    )


def draw_cat(coat: str, chest: str) -> str:
    """A sitting cat, seen from the front."""
    shade = darker(coat)
    return join(
        line("M50 86 C68 90 74 74 66 58", shade, 8),
        path(
            "M35 34 C18 38 8 62 10 84 C10 90 14 92 20 92 L52 92 C58 92 60 90 60 84 "
            "C62 62 52 38 35 34 Z",
            coat,
        ),
        path("M35 42 C27 46 25 60 28 72 H42 C45 60 43 46 35 42 Z", chest),
        line("M29 68 V88 M41 68 V88", shade, 1.6),
        ellipse(27, 89, 7, 3.4, chest),
        ellipse(43, 89, 7, 3.4, chest),
        polygon("15,24 15,2 31,11", coat),
        polygon("55,24 55,2 39,11", coat),
        polygon("18,19 18,8 26,12", PALETTE["pink"]),
        polygon("52,19 52,8 44,12", PALETTE["pink"]),
        ellipse(35, 25, 21, 16.5, coat),
        ellipse(35, 33, 10, 7, chest),
        ellipse(27, 24, 2.4, 3.2, INK),
        ellipse(43, 24, 2.4, 3.2, INK),
        polygon("32,29 38,29 35,32.5", PALETTE["pink"]),
        line(
            "M35 32 V34.5 M35 34.5 C33 37 31 36.5 30 35.5 M35 34.5 C37 37 39 36.5 40 35.5", INK, 1
        ),
    )


def draw_bird(feathers: str, _accent: str) -> str:
    """A bird in flight, far away."""
    return path(
        "M0 4 C8 -1 17 2 22 10 C27 2 36 -1 44 4 C36 3.5 28 8 22 16 C16 8 8 3.5 0 4 Z", feathers
    )


def draw_crow(feathers: str, beak: str) -> str:
    """A crow standing, seen from the side, looking right."""
    return join(
        line("M21 26 L20 37 M27 26 L27 37 M17 37.5 H23 M24 37.5 H30", INK, 1.6),
        path(
            "M0 27 L13 15 C17 8 24 9 28 7 C29 2 33 0 37 1 C41 2 42 5 41 8 C40 17 35 28 22 28 "
            "C15 28 10 26 0 27 Z",
            feathers,
        ),
        path("M12 18 C18 14 25 16 29 19 C25 25 17 25 8 24 Z", lighter(feathers, 0.16)),
        polygon("40,4 49,7.5 40.5,9", beak),
        circle(37, 5, 1.3, WHITE),
    )


def draw_penguin(back: str, beak: str) -> str:
    """A penguin standing upright, seen from the front."""
    return join(
        ellipse(18, 80, 9, 4, beak),
        ellipse(34, 80, 9, 4, beak),
        path("M8 36 C0 46 -2 58 2 64 C6 62 10 54 12 48 Z", back),
        path("M44 36 C52 46 54 58 50 64 C46 62 42 54 40 48 Z", back),
        path(
            "M26 0 C36 0 41 7 41 16 C41 24 46 36 46 54 C46 72 38 81 26 81 C14 81 6 72 6 54 "
            "C6 36 11 24 11 16 C11 7 16 0 26 0 Z",
            back,
        ),
        path(
            "M26 26 C34 26 40 40 40 54 C40 70 34 77 26 77 C18 77 12 70 12 54 C12 40 18 26 26 26 Z",
            WHITE,
        ),
        ellipse(20.5, 15, 6, 7, WHITE),
        ellipse(31.5, 15, 6, 7, WHITE),
        circle(21.5, 14, 1.7, INK),
        circle(30.5, 14, 1.7, INK),
        polygon("21.5,18.5 30.5,18.5 26,25.5", beak),
    )


def draw_person(coat: str, skin: str) -> str:
    """A person in a coat, one forearm held forward, looking right."""
    shade = darker(coat)
    return join(
        rectangle(12, 84, 9.5, 40, PALETTE["navy"]),
        rectangle(24, 84, 9.5, 40, darker(PALETTE["navy"])),
        path("M11 130 V125 C11 121 14 120 17 120 H21.5 C23 124 28 124 28 130 Z", INK),
        path("M23.5 130 V125 C23.5 121 26 120 29 120 H33.5 C35 124 40 124 40 130 Z", INK),
        rectangle(18, 24, 10, 12, darker(skin, 0.12)),
        path("M10 44 C10 34 15 31 23 31 C31 31 36 34 37 44 L41 90 H5 Z", coat),
        path("M23 31 C31 31 36 34 37 44 L41 90 H31 Z", shade),
        circle(24, 15.5, 12, skin),
        path(
            "M11 19 C8 6 15 0 24 0 C32 0 37 5 36.5 11 C29 12 24 10 21 7 C20 13 17 16 16 21 Z",
            PALETTE["walnut"],
        ),
        circle(31, 16, 1.4, INK),
        line("M17 44 L20 64 L38 62", darker(coat, 0.12), 9),
        circle(43, 61.5, 4.6, skin),
    )


def draw_scarecrow(shirt: str, hat: str) -> str:
    """A scarecrow on a pole, arms spread wide."""
    straw, wood = PALETTE["straw"], PALETTE["brown"]
    shade = darker(shirt)
    return join(
        rectangle(47, 40, 6, 92, wood),
        rectangle(8, 47, 84, 5, wood),
        line("M10 50 L0 42 M10 50 L-2 50 M10 50 L1 58 M10 50 L4 64", straw, 3),
        line("M90 50 L100 42 M90 50 L102 50 M90 50 L99 58 M90 50 L96 64", straw, 3),
        path("M12 43 H88 V57 L67 60 L71 100 H29 L33 60 L12 57 Z", shirt),
        path("M50 43 H88 V57 L67 60 L71 100 H50 Z", shade),
        line("M33 101 L30 112 M40 101 L39 114 M60 101 L61 114 M67 101 L70 112", straw, 3.4),
        rectangle(38, 70, 14, 14, hat, 1),
        line("M36 73 h3 M51 79 h3 M42 68 v3 M47 83 v3", WHITE, 1.2),
        circle(50, 28, 16, PALETTE["sand"]),
        circle(44, 27, 2, INK),
        circle(56, 27, 2, INK),
        line("M43 35 C47 38.5 53 38.5 57 35 M45.5 35 v4 M50 36 v4 M54.5 35 v4", INK, 1.2),
        path("M36 43 C42 48 58 48 64 43 L67 50 C56 55 44 55 33 50 Z", PALETTE["red"]),
        path("M24 21 C32 16 68 16 76 21 C72 25 28 25 24 21 Z", darker(hat, 0.12)),
        path("M35 18 C36 6 42 0 50 0 C58 0 64 6 65 18 C56 21 44 21 35 18 Z", hat),
        path(
            "M35 18 L35.6 13.5 C44 16.5 56 16.5 64.4 13.5 L65 18 C56 21 44 21 35 18 Z",
            PALETTE["red"],
        ),
    )


ANIMALS: Final[dict[str, Drawing]] = {
    "dog": Drawing(draw_dog, (3, 5.6, 110, 84.4), "tan", "red", footing=(14, 80)),
    "cat": Drawing(draw_cat, (10, 2, 63.4, 90.4), "orange", "white", footing=(10, 62)),
    "bird": Drawing(draw_bird, (0, 1.7, 44, 14.3), "navy"),
    "crow": Drawing(draw_crow, (0, 0.7, 49, 37.6), "ink", "grey", footing=(16, 31)),
    "penguin": Drawing(draw_penguin, (0, 0, 52, 84), "ink", "orange", footing=(8, 44)),
    "person": Drawing(draw_person, (5, 0, 42.6, 130), "red", "light skin", footing=(10, 41)),
    "scarecrow": Drawing(draw_scarecrow, (-3.5, 0, 107, 132), "blue", "ochre", footing=(42, 58)),
}
