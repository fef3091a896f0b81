"""Furniture and the fixed parts of a room."""

from __future__ import annotations

from typing import Final

from .palette import INK, PALETTE, WHITE, darker, lighter
from .shapes import Drawing, circle, ellipse, join, line, path, polygon, rectangle


def draw_table(wood: str, _accent: str) -> str:
    """A table seen from slightly above; things stand on its upper surface."""
    return join(
        rectangle(26, 22, 8, 56, darker(wood, 0.35)),
        rectangle(166, 22, 8, 56, darker(wood, 0.35)),
        rectangle(10, 22, 10, 68, darker(wood, 0.15)),
        rectangle(180, 22, 10, 68, darker(wood, 0.15)),
        rectangle(10, 22, 180, 9, darker(wood, 0.28)),
        polygon("14,0 186,0 200,16 0,16", lighter(wood, 0.22)),
        rectangle(0, 16, 200, 7, wood),
    )


def draw_chair(wood: str, cushion: str) -> str:
    """A wooden chair seen from the side, facing right."""
    shade = darker(wood, 0.3)
    return join(
        polygon("14,58 20,58 22,100 16,100", shade),
        polygon("44,58 50,58 48,100 42,100", shade),
        path("M2 0 H9 L13 54 V100 H6 L5 54 Z", wood),
        rectangle(50, 56, 7, 44, wood),
        rectangle(5, 54, 53, 7, wood, 2),
        path("M10 54 C10 47 14 46 20 46 H50 C56 46 58 49 58 54 Z", cushion),
        line("M10 80 H54", wood, 3.4),
    )


def draw_bench(wood: str, iron: str) -> str:
    """A park bench with slats, seen from the front."""
    slats = [rectangle(0, y, 130, 7, wood, 2) for y in (0, 10.5, 21)]
    return join(
        rectangle(17, 2, 5, 60, iron),
        rectangle(108, 2, 5, 60, iron),
        *slats,
        polygon("4,34 126,34 130,42 0,42", lighter(wood, 0.15)),
        rectangle(0, 41, 130, 5, darker(wood, 0.25), 1),
        path("M10 46 H17 L15 66 H8 Z", iron),
        path("M113 46 H120 L122 66 H115 Z", iron),
    )


def draw_sofa(cloth: str, cushion: str) -> str:
    """A sofa for two, seen from the front."""
    shade = darker(cloth, 0.16)
    return join(
        rectangle(22, 86, 9, 12, PALETTE["walnut"]),
        rectangle(189, 86, 9, 12, PALETTE["walnut"]),
        rectangle(14, 0, 192, 70, shade, 14),
        rectangle(26, 6, 82, 56, cloth, 9),
        rectangle(112, 6, 82, 56, cloth, 9),
        rectangle(22, 52, 88, 22, lighter(cloth, 0.16), 7),
        rectangle(110, 52, 88, 22, lighter(cloth, 0.16), 7),
        rectangle(14, 70, 192, 20, darker(cloth, 0.3), 4),
        rectangle(0, 28, 28, 62, cloth, 11),
        rectangle(192, 28, 28, 62, shade, 11),
        path(
            "M152 20 L186 26 C189 27 190 29 189 32 L183 55 H149 L147 25 C147 21 149 20 152 20 Z",
            cushion,
        ),
    )


def draw_lamp(shade: str, pole: str) -> str:
    """A floor lamp with a wide shade."""
    return join(
        rectangle(25, 36, 4, 112, pole),
        path("M8 150 C8 145 16 143 27 143 C38 143 46 145 46 150 Z", pole),
        polygon("15,0 39,0 54,42 0,42", shade),
        polygon("31,0 39,0 54,42 38,42", darker(shade, 0.1)),
        rectangle(0, 40, 54, 3.5, darker(shade, 0.28)),
    )


def draw_window(frame: str, glass: str) -> str:
    """A window with four panes and a sill."""
    edge = darker(frame, 0.12)
    return join(
        rectangle(4, 0, 92, 112, edge),
        rectangle(6, 2, 88, 108, frame),
        rectangle(12, 8, 36, 44, glass),
        rectangle(52, 8, 36, 44, glass),
        rectangle(12, 57, 36, 46, glass),
        rectangle(52, 57, 36, 46, glass),
        polygon("12,40 40,8 48,8 48,10 12,50", lighter(glass, 0.4)),
        polygon("52,94 80,57 88,57 88,62 56,103 52,103", lighter(glass, 0.4)),
        rectangle(0, 108, 100, 8, frame, 2),
        rectangle(0, 114, 100, 3, edge),
    )


def draw_cabinet(wood: str, knob: str) -> str:
    """A low cabinet with two doors; things stand on its upper surface."""
    panel = lighter(wood, 0.1)
    return join(
        rectangle(12, 66, 9, 12, darker(wood, 0.4)),
        rectangle(139, 66, 9, 12, darker(wood, 0.4)),
        rectangle(4, 10, 152, 60, darker(wood, 0.12)),
        rectangle(10, 19, 67, 46, panel, 2),
        rectangle(83, 19, 67, 46, panel, 2),
        polygon("8,0 152,0 160,9 0,9", lighter(wood, 0.28)),
        rectangle(0, 9, 160, 5, wood),
        circle(71, 42, 2.8, knob),
        circle(89, 42, 2.8, knob),
    )


def draw_chest(wood: str, metal: str) -> str:
    """A flat-topped sea chest with metal bands; things stand on its lid."""
    lines = "M6 48 H184 M6 66 H184 M6 82 H184"
    return join(
        rectangle(4, 24, 182, 72, wood, 3),
        line(lines, darker(wood, 0.25), 1.3),
        polygon("14,0 176,0 190,18 0,18", lighter(wood, 0.2)),
        rectangle(0, 17, 190, 15, darker(wood, 0.16), 2),
        polygon("34,0 48,0 42,18 26,18", metal),
        polygon("142,0 156,0 164,18 148,18", metal),
        rectangle(26, 17, 16, 79, darker(metal, 0.12)),
        rectangle(148, 17, 16, 79, darker(metal, 0.12)),
        *(circle(x, y, 1.7, INK) for x in (34, 156) for y in (24, 44, 58, 74, 88)),
        rectangle(84, 26, 22, 24, metal, 3),
        circle(95, 35, 3.2, INK),
        polygon("93.6,36 96.4,36 97.4,45 92.6,45", INK),
    )


def draw_rug(wool: str, border: str) -> str:
    """An oval rug on the floor."""
    return join(
        ellipse(120, 17, 120, 17, border),
        ellipse(120, 17, 111, 14.4, wool),
        ellipse(120, 17, 84, 10.4, lighter(wool, 0.18)),
    )


def draw_television(wood: str, screen: str) -> str:
    """An old television with a wooden case and two rabbit-ear aerials."""
    return join(
        line("M48 24 L24 1.5 M48 24 L76 1.5", PALETTE["charcoal"], 2.4),
        path("M38 24 C38 18 58 18 58 24 Z", INK),
        rectangle(12, 82, 8, 8, darker(wood, 0.45)),
        rectangle(80, 82, 8, 8, darker(wood, 0.45)),
        rectangle(0, 23, 100, 62, wood, 6),
        rectangle(6, 29, 68, 50, darker(wood, 0.4), 10),
        rectangle(9, 32, 62, 44, screen, 10),
        polygon("20,32 38,32 18,62 12,62 12,48", lighter(screen, 0.22)),
        circle(87, 38, 6, PALETTE["cream"]),
        circle(87, 54, 6, PALETTE["cream"]),
        line("M87 38 V34 M87 54 L90 51", INK, 1.6),
        line("M81 66 H93 M81 70 H93 M81 74 H93", darker(wood, 0.45), 1.6),
    )


def draw_clock(rim: str, hands: str) -> str:
    """A round wall clock that shows ten past ten."""
    marks = ("M30 8 V13 M30 47 V52 M8 30 H13 M47 30 H52 M41 10.9 L39 14.4 M49.1 19 L45.6 21 "
             "M49.1 41 L45.6 39 M41 49.1 L39 45.6 M19 49.1 L21 45.6 M10.9 41 L14.4 39 "
             "M10.9 19 L14.4 21 M19 10.9 L21 14.4")  # fmt: skip
    return join(
        circle(30, 30, 30, rim),
        circle(30, 30, 25, WHITE),
        line(marks, hands, 1.6),
        line("M30 30 L20.5 24.5", hands, 3.2),
        line("M30 30 L45.5 21", hands, 2.2),
        circle(30, 30, 2.6, hands),
    )


def draw_picture(frame: str, sky: str) -> str:
    """A framed painting of hills under the sun."""
    return join(
        rectangle(0, 0, 110, 78, frame, 2),
        rectangle(7, 7, 96, 64, WHITE),
        rectangle(13, 13, 84, 52, sky),
        circle(74, 30, 8, PALETTE["yellow"]),
        path("M13 52 C28 36 44 36 58 50 C70 42 84 42 97 50 V65 H13 Z", PALETTE["moss"]),
        path("M13 60 C36 50 66 54 97 62 V65 H13 Z", PALETTE["green"]),
    )


FURNITURE: Final[dict[str, Drawing]] = {
    "table": Drawing(draw_table, (0, 0, 200, 90), "tan", footing=(8, 192)),
    "chair": Drawing(draw_chair, (2, 0, 56, 100), "brown", "red", footing=(4, 58)),
    "bench": Drawing(draw_bench, (0, 0, 130, 66), "brown", "charcoal", footing=(8, 122)),
    "sofa": Drawing(draw_sofa, (0, 0, 220, 98), "teal", "yellow", footing=(14, 206)),
    "lamp": Drawing(draw_lamp, (0, 0, 54, 150), "cream", "charcoal", footing=(8, 46)),
    "window": Drawing(draw_window, (0, 0, 100, 117), "white", "pale blue"),
    "cabinet": Drawing(draw_cabinet, (0, 0, 160, 78), "brown", "ochre", footing=(8, 152)),
    "chest": Drawing(draw_chest, (0, 0, 190, 96), "brown", "ochre", footing=(4, 186)),
    "picture": Drawing(draw_picture, (0, 0, 110, 78), "walnut", "pale blue"),
    "rug": Drawing(draw_rug, (0, 0, 240, 34), "rust", "cream"),
    "television": Drawing(draw_television, (0, 0, 100, 90), "brown", "charcoal", footing=(8, 92)),
    "clock": Drawing(draw_clock, (0, 0, 60, 60), "walnut", "ink"),
}
