"""Musical instruments and the gramophone."""

from __future__ import annotations

from typing import Final

from .palette import INK, PALETTE, darker, lighter
from .shapes import Drawing, circle, ellipse, join, line, path, polygon, rectangle, ring, turned


def draw_cello(wood: str, fitting: str) -> str:
    """A cello standing upright on its pin."""
    return join(
        line("M31 164 V180", PALETTE["grey"], 3),
        path(
            "M31 64 C45 64 52 72 51 86 C50 97 45 99 45 107 C45 116 62 119 62 141 "
            "C62 160 48 166 31 166 C14 166 0 160 0 141 C0 119 17 116 17 107 C17 99 12 97 11 86 "
            "C10 72 17 64 31 64 Z",
            darker(wood, 0.25),
        ),
        path(
            "M31 67 C43 67 49 74 48 86 C47 96 42 99 42 107 C42 117 59 120 59 141 "
            "C59 157 47 163 31 163 C15 163 3 157 3 141 C3 120 20 117 20 107 C20 99 15 96 14 86 "
            "C13 74 19 67 31 67 Z",
            wood,
        ),
        path(
            "M31 67 C43 67 49 74 48 86 C47 96 42 99 42 107 C42 117 59 120 59 141 "
            "C59 157 47 163 31 163 C42 158 50 152 50 140 C50 122 36 118 36 106 C36 96 42 94 42 84 "
            "C42 74 38 69 31 67 Z",
            darker(wood, 0.1),
        ),
        line("M19 114 C14 118 22 124 17 130 M43 114 C48 118 40 124 45 130", INK, 1.8),
        rectangle(28, 14, 6, 92, fitting),
        rectangle(27, 10, 8, 26, darker(wood, 0.35), 2),
        ring(31, 7, 4.6, darker(wood, 0.35), 4.6),
        line("M22 17 H40 M22 25 H40", fitting, 2.6),
        rectangle(22, 123, 18, 3, PALETTE["sand"]),
        polygon("26,132 36,132 33.5,154 28.5,154", fitting),
        line("M29.3 30 V132 M30.8 30 V132 M32.4 30 V132", PALETTE["silver"], 0.6),
    )


def draw_harp(wood: str, strings: str) -> str:
    """A concert harp: a straight pillar, a curved neck and a slanting body."""
    lines = []
    for place in range(11):
        x = 17 + place * 6
        top = 46 - (place / 10) ** 1.6 * 22 + (1 - abs(place - 4) / 6) * 5
        bottom = 56 + (x - 8) * 1.42
        lines.append(line(f"M{x} {top:.1f} V{bottom:.1f}", strings, 0.9))
    return join(
        path("M62 180 C62 173 68 171 74 170 H96 C100 172 102 176 102 180 Z", darker(wood, 0.3)),
        path("M2 46 C8 42 14 44 17 49 L96 160 V172 H80 Z", darker(wood, 0.14)),
        path("M2 46 C8 42 12 43 14 45 L88 172 H80 Z", wood),
        *lines,
        line("M9 47 C30 62 42 42 56 30 C68 20 78 14 90 12", wood, 9),
        rectangle(86, 10, 10, 162, wood),
        rectangle(92, 10, 4, 162, darker(wood, 0.18)),
        path("M84 0 H98 L100 12 C98 16 84 16 82 12 Z", lighter(wood, 0.2)),
        rectangle(83.5, 18, 15, 4, lighter(wood, 0.2), 1),
        rectangle(83.5, 160, 15, 4, lighter(wood, 0.2), 1),
    )


def draw_gramophone(horn: str, case: str) -> str:
    """A gramophone with a wide horn, a record and a crank."""
    return join(
        line("M84 112 H96 V122", PALETTE["charcoal"], 3),
        circle(96, 123, 3.6, PALETTE["walnut"]),
        ellipse(46, 92, 36, 6, INK),
        ellipse(46, 91.4, 11, 2, PALETTE["red"]),
        rectangle(4, 94, 84, 34, case, 2),
        rectangle(0, 94, 92, 6, darker(case, 0.25), 2),
        rectangle(0, 126, 92, 7, darker(case, 0.25), 2),
        rectangle(14, 105, 64, 16, lighter(case, 0.12), 2),
        line("M16 92 V80 C16 72 18 68 26 64", darker(horn, 0.3), 6),
        path("M22 62 C42 56 56 36 66 2 L102 66 C72 60 48 64 31 74 Z", horn),
        path("M31 74 C48 64 72 60 102 66 L94 48 C66 50 44 58 27 69 Z", darker(horn, 0.16)),
        turned(
            -28, 84, 34,
            ellipse(84, 34, 16, 37, darker(horn, 0.12)),
            ellipse(85, 34, 12.5, 33, lighter(horn, 0.3)),
            ellipse(82, 34, 6, 17, darker(horn, 0.35)),
        ),
    )  # fmt: skip


MUSIC: Final[dict[str, Drawing]] = {
    "cello": Drawing(draw_cello, (0, 0, 62, 181), "rust", "ink", footing=(22, 40)),
    "harp": Drawing(draw_harp, (2, 0, 100, 180), "ochre", "cream", footing=(62, 102)),
    "gramophone": Drawing(
        draw_gramophone, (0, 0.6, 106.4, 132.4), "ochre", "brown", footing=(0, 92)
    ),
}
