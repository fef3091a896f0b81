"""Buildings and other things one sees from far away."""

from __future__ import annotations

from typing import Final

from .palette import INK, PALETTE, WHITE, darker, lighter
from .shapes import (
    Drawing,
    circle,
    faded,
    join,
    line,
    path,
    polygon,
    rectangle,
    turned,
)


def draw_lighthouse(bands: str, wall: str) -> str:
    """A lighthouse with coloured bands and a lamp room."""

    def band(top: float, bottom: float, fill: str, from_share: float) -> str:
        """One horizontal slice of the tapering tower, from a share of its width to the right."""

        def edges(y: float) -> tuple[float, float]:
            inset = 14 * (208 - y) / 150
            left, right = 8 + inset, 72 - inset
            return left + (right - left) * from_share, right

        (top_left, top_right), (low_left, low_right) = edges(top), edges(bottom)
        corners = ((top_left, top), (top_right, top), (low_right, bottom), (low_left, bottom))
        return polygon(" ".join(f"{x:.1f},{y}" for x, y in corners), fill)

    iron = PALETTE["charcoal"]
    slices = []
    for place in range(5):
        top = 58 + place * 30
        fill = bands if place % 2 == 0 else wall
        slices.append(band(top, top + 30.2, fill, 0))
        slices.append(band(top, top + 30.2, darker(fill, 0.14), 0.64))
    return join(
        line("M40 2 V12", iron, 2.4),
        path("M24 32 C24 18 32 10 40 10 C48 10 56 18 56 32 Z", bands),
        rectangle(27, 30, 26, 24, PALETTE["yellow"]),
        line("M27.8 31 V53 M36 31 V53 M44 31 V53 M52.2 31 V53", INK, 1.6),
        rectangle(22, 29, 36, 4, darker(bands, 0.3), 1),
        *slices,
        rectangle(15, 53, 50, 6, iron, 1),
        line("M17 53 V44 H27 M53 44 H63 V53 M22 44 V53 M58 44 V53", iron, 1.5),
        path("M33 208 V190 C33 184 47 184 47 190 V208 Z", darker(bands, 0.55)),
        rectangle(36, 98, 8, 13, INK, 3),
        rectangle(36, 158, 8, 13, INK, 3),
        rectangle(4, 204, 72, 6, PALETTE["stone"], 1.5),
    )


def draw_light_beam(light: str, _accent: str) -> str:
    """A beam of light that widens to the right."""
    return faded(0.34, polygon("0,21 200,0 200,50 0,29", light))


def draw_windmill(wall: str, cap: str) -> str:
    """A windmill with four lattice sails."""
    wood = PALETTE["walnut"]

    def sail(angle: float) -> str:
        bars = " ".join(f"M72 {y} H88" for y in range(6, 57, 10))
        return turned(
            angle, 72, 80,
            rectangle(73, 6, 15, 50, WHITE),
            line(f"{bars} M88 6 V56 M80.5 6 V56", PALETTE["grey"], 1.2),
            rectangle(70, 0, 4, 80, wood),
        )  # fmt: skip

    return join(
        polygon("50,84 94,84 108,208 36,208", wall),
        polygon("78,84 94,84 108,208 82,208", darker(wall, 0.12)),
        path("M46 86 C46 66 58 56 72 56 C86 56 98 66 98 86 Z", cap),
        path("M62 208 V182 C62 174 82 174 82 182 V208 Z", wood),
        rectangle(66, 148, 12, 17, PALETTE["navy"], 2),
        rectangle(67, 112, 10, 14, PALETTE["navy"], 2),
        rectangle(33, 203, 78, 6, darker(wall, 0.3), 1.5),
        *(sail(angle) for angle in (38, 128, 218, 308)),
        circle(72, 80, 6, INK),
    )


def draw_barn(boards: str, trim: str) -> str:
    """The front of a barn with a broad double door."""
    roof = PALETTE["charcoal"]
    seams = " ".join(f"M{x} 84 V169" for x in range(44, 270, 18))
    return join(
        polygon("30,78 66,30 150,6 234,30 270,78 270,170 30,170", boards),
        line(seams, darker(boards, 0.16), 1.2),
        path("M0 94 L52 26 L150 0 L248 26 L300 94 L284 100 L238 40 L150 16 L62 40 L16 100 Z", roof),
        polygon("134,40 166,40 166,74 134,74", trim),
        rectangle(138, 44, 24, 26, PALETTE["walnut"]),
        line("M138 44 L162 70 M162 44 L138 70", trim, 2.4),
        rectangle(96, 96, 108, 74, trim),
        rectangle(101, 101, 47, 69, darker(boards, 0.2)),
        rectangle(152, 101, 47, 69, darker(boards, 0.2)),
        line("M103 103 L146 168 M146 103 L103 168 M154 103 L197 168 M197 103 L154 168", trim, 3),
        rectangle(46, 108, 30, 26, trim),
        rectangle(50, 112, 22, 18, PALETTE["navy"]),
        rectangle(224, 108, 30, 26, trim),
        rectangle(228, 112, 22, 18, PALETTE["navy"]),
    )


def draw_weather_vane(metal: str, brass: str) -> str:
    """A weather vane: a cockerel on an arrow above the letters W and E."""
    return join(
        rectangle(53, 50, 4, 80, metal),
        line("M22 98 H88", metal, 3),
        line("M2 92 L6.5 104.5 L11 95 L15.5 104.5 L20 92", metal, 3),
        line("M104 92 H95 V104.5 H104 M95 98 H102", metal, 3),
        circle(55, 98, 5.4, brass),
        circle(55, 80, 4, brass),
        line("M8 70 H96", metal, 4),
        polygon("94,60 112,70 94,80", metal),
        polygon("0,60 14,66 18,70 14,74 0,80 6,70", metal),
        line("M50 58 V69 M60 58 V69", brass, 3),
        path(
            "M30 36 C18 40 8 32 7 20 C6 8 15 0 27 1 C20 4 18 9 20 14 C24 9 30 8 36 10 "
            "C30 12 28 17 30 22 C34 27 42 32 52 28 C60 24 62 12 68 8 C74 4 82 7 83 14 "
            "L92 18 L83 21 C83 36 76 58 54 60 C40 60 32 50 30 36 Z",
            brass,
        ),
        path(
            "M66 9 C64 3 68 -1 71 2 C73 -2 77 -1 77 3 C81 1 84 4 82 9 C78 6 71 5 66 9 Z",
            PALETTE["red"],
        ),
        path("M80 21 C84 22 85 28 82 31 C79 29 78 25 80 21 Z", PALETTE["red"]),
        path(
            "M38 36 C46 34 56 34 62 38 C58 48 46 50 40 46 C38 43 37 40 38 36 Z", darker(brass, 0.25)
        ),
        circle(76, 14, 1.9, INK),
    )


def draw_tower(x: float, y: float, width: float, height: float, sand: str) -> str:
    """One tower of a sandcastle with three battlements."""
    tooth = width / 5
    teeth = [rectangle(x + tooth * 2 * i, y, tooth, 7, sand) for i in range(3)]
    return join(
        *teeth,
        rectangle(x, y + 6, width, height - 6, sand),
        rectangle(x + width * 0.68, y + 6, width * 0.32, height - 6, darker(sand, 0.1)),
    )


def draw_sandcastle(sand: str, flag: str) -> str:
    """A sandcastle with three towers and a flag."""
    hole = darker(sand, 0.4)
    return join(
        line("M65 2 V26", PALETTE["walnut"], 2),
        polygon("66,1 86,7.5 66,14", flag),
        draw_tower(10, 40, 30, 46, sand),
        draw_tower(90, 40, 30, 46, sand),
        draw_tower(47, 22, 36, 64, lighter(sand, 0.1)),
        rectangle(30, 62, 70, 26, darker(sand, 0.05)),
        path("M55 92 V76 C55 66 75 66 75 76 V92 Z", hole),
        rectangle(61, 38, 8, 12, hole, 4),
        rectangle(21, 54, 6, 10, hole, 3),
        rectangle(103, 54, 6, 10, hole, 3),
        path("M0 94 C6 84 18 80 30 84 C38 88 48 86 54 88 L54 94 Z", darker(sand, 0.08)),
        path("M130 94 C124 84 112 80 100 84 C92 88 82 86 76 88 L76 94 Z", darker(sand, 0.12)),
    )


def draw_igloo(ice: str, joint: str) -> str:
    """An igloo built of snow blocks, with its entrance on the right."""
    return join(
        path("M0 96 C0 40 34 0 82 0 C130 0 164 40 164 96 Z", ice),
        path("M110 5 C142 18 164 50 164 96 H134 C136 58 130 28 110 5 Z", darker(ice, 0.1)),
        line(
            "M5 66 C40 70 124 70 159 66 M20 36 C50 41 114 41 144 36 M46 12 C64 16 100 16 118 12 "
            "M82 1 V14 M60 15 V39 M104 15 V39 M34 39 V68 M82 40 V69 M130 39 V68 M18 68 V95 "
            "M58 69 V95",
            joint,
            1.8,
        ),
        path("M98 96 V74 C98 50 116 42 136 42 C160 42 180 54 180 78 V96 Z", lighter(ice, 0.3)),
        line("M99 76 H112 M106 56 L116 64 M136 43 V54 M165 53 L157 62 M179 76 H168", joint, 1.8),
        path("M114 96 V78 C114 62 124 54 140 54 C156 54 166 62 166 78 V96 Z", PALETTE["navy"]),
    )


def draw_tent(canvas: str, inside: str) -> str:
    """A ridge tent with an open flap."""
    return join(
        polygon("52,6 122,0 160,84 104,90", darker(canvas, 0.2)),
        polygon("52,4 0,90 104,90", canvas),
        polygon("52,18 30,90 76,90", inside),
        polygon("52,18 30,90 22,86 46,30", lighter(canvas, 0.25)),
        polygon("52,18 76,90 84,86 58,30", lighter(canvas, 0.25)),
        line("M52 6 L122 1.6", lighter(canvas, 0.25), 2.4),
    )


LANDMARKS: Final[dict[str, Drawing]] = {
    "lighthouse": Drawing(draw_lighthouse, (4, 1, 72, 209), "red", "white"),
    "light beam": Drawing(draw_light_beam, (0, 0, 200, 50), "yellow"),
    "windmill": Drawing(
        draw_windmill, (7.8, 15.8, 128.4, 193.2), "cream", "rust", footing=(33, 111)
    ),
    "barn": Drawing(draw_barn, (0, 0, 300, 170), "red", "cream", footing=(30, 270)),
    "weather vane": Drawing(draw_weather_vane, (0, 0, 112, 130), "ink", "ochre"),
    "sandcastle": Drawing(draw_sandcastle, (0, 1, 130, 93), "straw", "red", footing=(0, 130)),
    "igloo": Drawing(draw_igloo, (0, 0, 180, 96), "snow", "mist", footing=(0, 180)),
    "tent": Drawing(draw_tent, (0, 0, 160, 90), "orange", "walnut", footing=(0, 160)),
}
