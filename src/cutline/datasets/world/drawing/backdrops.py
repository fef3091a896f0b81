"""The backdrops in front of which the objects stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .palette import INK, PALETTE, WHITE, darker, lighter, mix
from .shapes import circle, ellipse, faded, join, line, path, rectangle

WIDTH: Final = 480
HEIGHT: Final = 320


def paint_open(sky: str, ground: str, horizon: float) -> str:
    """Sky above, ground below."""
    return join(
        rectangle(0, 0, WIDTH, horizon + 1, sky),
        rectangle(0, horizon, WIDTH, HEIGHT - horizon, ground),
    )


def paint_hills(sky: str, ground: str, horizon: float) -> str:
    """Two rows of soft hills along the horizon."""
    far, near = mix(ground, sky, 0.55), mix(ground, sky, 0.25)
    h = horizon
    return join(
        paint_open(sky, ground, horizon),
        path(
            f"M0 {h - 18} C70 {h - 62} 150 {h - 56} 230 {h - 22} C300 {h - 50} 390 {h - 66} "
            f"480 {h - 30} V{h + 2} H0 Z",
            far,
        ),
        path(
            f"M0 {h - 4} C60 {h - 12} 110 {h - 30} 190 {h - 8} C260 {h + 2} 330 {h - 34} "
            f"480 {h - 10} V{h + 2} H0 Z",
            near,
        ),
        path(
            f"M0 {h + 46} C120 {h + 26} 260 {h + 62} 480 {h + 34} V320 H0 Z", darker(ground, 0.06)
        ),
    )


def paint_stars() -> str:
    """Scatter a fixed pattern of small stars over the upper part of the picture."""
    stars = (
        (22, 40, 1.4), (58, 18, 1.0), (92, 66, 1.2), (146, 26, 1.6), (166, 84, 1.0),
        (196, 22, 1.2), (232, 58, 1.0), (262, 20, 1.5), (300, 78, 1.1), (330, 34, 1.0),
        (362, 62, 1.4), (398, 22, 1.0), (384, 96, 1.3), (456, 44, 1.0), (40, 108, 1.0),
        (112, 122, 1.1), (214, 112, 1.2), (284, 134, 0.9), (346, 116, 1.0), (450, 126, 1.1),
    )  # fmt: skip
    return join(*(circle(x, y, radius, PALETTE["cream"]) for x, y, radius in stars))


def paint_night_hills(sky: str, ground: str, horizon: float) -> str:
    """Hills under a sky full of stars."""
    return join(paint_hills(sky, ground, horizon), paint_stars())


def paint_waves(water: str, top: float, bottom: float) -> str:
    """Short light strokes on the water, wider apart towards the viewer."""
    colour = lighter(water, 0.35)
    strokes = []
    y, row = top + 9, 0
    while y < bottom - 4:
        length = 16 + row * 5
        step = 88 + row * 14
        start = (row * 47) % step - 20
        weight = 1.2 + row * 0.25
        commands = " ".join(f"M{x} {y} h{length}" for x in range(start, WIDTH, step))
        strokes.append(line(commands, colour, weight))
        y += 12 + row * 5
        row += 1
    return join(*strokes)


def paint_sea(sky: str, ground: str, horizon: float) -> str:
    """Open water up to the horizon."""
    return join(paint_open(sky, ground, horizon), paint_waves(ground, horizon, HEIGHT))


def paint_night_sea(sky: str, ground: str, horizon: float) -> str:
    """Open water under a sky full of stars."""
    return join(paint_sea(sky, ground, horizon), paint_stars())


def paint_shore(sky: str, ground: str, horizon: float) -> str:
    """A beach: a strip of sea between the sky and the sand."""
    water = PALETTE["water"]
    edge = horizon + 46
    return join(
        paint_open(sky, water, horizon),
        paint_waves(water, horizon, edge),
        path(f"M0 {edge} C110 {edge - 14} 250 {edge + 14} 480 {edge - 4} V320 H0 Z", WHITE),
        path(f"M0 {edge + 5} C110 {edge - 9} 250 {edge + 19} 480 {edge + 1} V320 H0 Z", ground),
        path(
            f"M0 {edge + 54} C160 {edge + 38} 300 {edge + 66} 480 {edge + 48} V320 H0 Z",
            darker(ground, 0.05),
        ),
    )


def paint_street(sky: str, ground: str, horizon: float) -> str:
    """A row of house fronts, a pavement and a road."""
    fronts = (
        (0, 92, 128, "rose"), (92, 78, 108, "plaster"), (170, 104, 136, "sage"),
        (274, 84, 114, "sand"), (358, 122, 130, "mist"),
    )  # fmt: skip
    houses = []
    for left, width, height, name in fronts:
        wall = PALETTE[name]
        top = horizon - height
        houses.append(rectangle(left, top, width, height, wall))
        houses.append(rectangle(left, top, width, 7, darker(wall, 0.25)))
        columns = width // 34
        gap = width / columns
        for row in range(2):
            for column in range(columns):
                x = left + gap * column + gap / 2 - 8
                y = top + 20 + row * 36
                houses.append(rectangle(x, y, 16, 23, darker(wall, 0.35)))
                houses.append(rectangle(x, y + 22, 16, 2.5, lighter(wall, 0.5)))
    dashes = [rectangle(x, 282, 34, 4, PALETTE["cream"]) for x in range(14, WIDTH, 74)]
    return join(
        paint_open(sky, ground, horizon),
        *houses,
        rectangle(0, horizon, WIDTH, 28, PALETTE["stone"]),
        rectangle(0, horizon + 28, WIDTH, 4, darker(PALETTE["stone"], 0.25)),
        *dashes,
    )


def paint_road(sky: str, ground: str, horizon: float) -> str:
    """Hills with a country road along the lower edge."""
    road = PALETTE["stone"]
    dashes = [rectangle(x, 281, 30, 3.5, WHITE) for x in range(10, WIDTH, 66)]
    return join(
        paint_hills(sky, ground, horizon),
        rectangle(0, 258, WIDTH, 48, road),
        rectangle(0, 258, WIDTH, 3, darker(road, 0.2)),
        rectangle(0, 303, WIDTH, 3, darker(road, 0.2)),
        *dashes,
    )


def paint_rain(sky: str, ground: str, horizon: float) -> str:
    """Hills in slanting rain."""
    drops = []
    for row in range(9):
        for column in range(14):
            x = column * 38 + (row % 3) * 13 - 12
            y = row * 36 + (column % 4) * 8 + 4
            drops.append(line(f"M{x} {y} l-5 15", lighter(sky, 0.7), 1.3))
    return join(paint_hills(sky, ground, horizon), faded(0.8, *drops))


def paint_room(sky: str, ground: str, horizon: float) -> str:
    """A wall with a skirting board and a floor of boards."""
    h = horizon
    joints = [
        line(f"M{240 + (x - 240) * 0.8:.1f} {h + 1} L{x} 320", darker(ground, 0.14), 1.1)
        for x in range(-60, 560, 60)
    ]
    return join(
        paint_open(sky, ground, horizon),
        *joints,
        rectangle(0, h - 9, WIDTH, 9, lighter(sky, 0.45)),
        rectangle(0, h - 1, WIDTH, 2, darker(ground, 0.25)),
    )


def paint_stage(sky: str, ground: str, horizon: float) -> str:
    """A stage: a curtain in folds above a floor of boards."""
    folds = []
    for x in range(0, WIDTH, 48):
        folds.append(rectangle(x, 0, 15, horizon, darker(sky, 0.22)))
        folds.append(rectangle(x + 28, 0, 7, horizon, lighter(sky, 0.1)))
    planks = [line(f"M0 {y} H480", darker(ground, 0.14), 1.1) for y in (248, 264, 284, 306)]
    return join(
        paint_open(sky, ground, horizon),
        *folds,
        rectangle(0, horizon - 6, WIDTH, 6, PALETTE["ochre"]),
        faded(0.25, rectangle(0, horizon, WIDTH, 7, INK)),
        *planks,
    )


def paint_field(sky: str, ground: str, horizon: float) -> str:
    """A ploughed field with furrows that run towards the horizon."""
    h = horizon
    furrows = []
    for x in range(-660, 1140, 90):
        top = 240 + (x - 240) * 0.3
        furrows.append(
            path(
                f"M{top:.1f} {h + 1} L{x} 320 H{x + 40} L{top + 12:.1f} {h + 1} Z",
                darker(ground, 0.09),
            )
        )
    hill = mix(PALETTE["grass"], sky, 0.35)
    return join(
        paint_open(sky, ground, horizon),
        path(
            f"M0 {h - 10} C90 {h - 44} 180 {h - 40} 270 {h - 12} C340 {h - 30} 420 {h - 34} "
            f"480 {h - 16} V{h + 1} H0 Z",
            hill,
        ),
        *furrows,
    )


def paint_snow(sky: str, ground: str, horizon: float) -> str:
    """Snow with pale mountains far away."""
    h = horizon
    mountain = mix(PALETTE["blue"], sky, 0.6)
    return join(
        paint_open(sky, ground, horizon),
        path(
            f"M0 {h - 26} L64 {h - 74} L112 {h - 34} L176 {h - 92} L250 {h - 30} "
            f"L322 {h - 70} L382 {h - 28} L430 {h - 56} L480 {h - 24} V{h + 1} H0 Z",
            mountain,
        ),
        path(
            f"M176 {h - 92} L152 {h - 70} L168 {h - 74} L178 {h - 66} L188 {h - 74} "
            f"L204 {h - 69} Z M64 {h - 74} L46 {h - 60} L60 {h - 63} L70 {h - 57} "
            f"L83 {h - 58} Z M322 {h - 70} L300 {h - 58} L318 {h - 60} L330 {h - 54} "
            f"L343 {h - 56} Z",
            WHITE,
        ),
        ellipse(120, h + 6, 190, 12, ground),
        ellipse(390, h + 6, 170, 9, ground),
        path(
            f"M0 {h + 70} C130 {h + 44} 300 {h + 84} 480 {h + 52} V320 H0 Z", darker(ground, 0.05)
        ),
    )


BACKDROPS: Final[dict[str, Callable[[str, str, float], str]]] = {
    "open": paint_open,
    "hills": paint_hills,
    "night hills": paint_night_hills,
    "sea": paint_sea,
    "night sea": paint_night_sea,
    "shore": paint_shore,
    "street": paint_street,
    "road": paint_road,
    "rain": paint_rain,
    "room": paint_room,
    "stage": paint_stage,
    "field": paint_field,
    "snow": paint_snow,
}
