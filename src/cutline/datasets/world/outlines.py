"""The outlines of drawn shapes, as points."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping

Point = tuple[float, float]

#: Points on a whole circle, and on each piece of a curve.
_ROUND, _CURVE = 40, 10

_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}


def outlines(name: str, attributes: Mapping[str, str]) -> list[list[Point]]:
    """The outlines of an element of SVG, each as its points in a row.

    Raises:
        ValueError: for an element that has none, or a command that is not known.

    >>> outlines("rect", {"x": "1", "y": "2", "width": "3", "height": "4"})
    [[(1.0, 2.0), (4.0, 2.0), (4.0, 6.0), (1.0, 6.0)]]
    """

    def value(key: str) -> float:
        return float(attributes.get(key, 0))

    if name == "rect":
        corners = value("x"), value("y"), value("width"), value("height")
        return [_rectangle(*corners, value("rx"))]
    if name == "circle":
        return [_ellipse(value("cx"), value("cy"), value("r"), value("r"))]
    if name == "ellipse":
        return [_ellipse(value("cx"), value("cy"), value("rx"), value("ry"))]
    if name == "polygon":
        pairs = (pair.split(",") for pair in attributes["points"].split())
        return [[(float(x), float(y)) for x, y in pairs]]
    if name == "path":
        return _path(attributes["d"])
    raise ValueError(f"an element {name!r} has no outline")


def _rectangle(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    right, bottom = x + width - radius, y + height - radius
    points: list[Point] = []
    centres = ((right, y + radius), (right, bottom), (x + radius, bottom), (x + radius, y + radius))
    for quarter, (across, down) in enumerate(centres):
        points += _arc(across, down, radius, radius, quarter - 1, quarter)
    return points


def _ellipse(x: float, y: float, across: float, down: float) -> list[Point]:
    return _arc(x, y, across, down, 0, 4)[:-1]


def _arc(x: float, y: float, across: float, down: float, start: int, end: int) -> list[Point]:
    """From one quarter of a circle to another, both ends included."""
    steps = (end - start) * _ROUND // 4
    angles = (math.pi / 2 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + across * math.cos(angle), y + down * math.sin(angle)) for angle in angles]


def _path(commands: str) -> list[list[Point]]:
    found: list[list[Point]] = []
    x = y = 0.0
    for command, values in _commands(commands):
        upper = command.upper()
        if command.islower():
            usual = (x, y) * (len(values) // 2)
            shifts = {"H": (x,), "V": (y,), "A": (0, 0, 0, 0, 0, x, y)}.get(upper, usual)
            values = [value + shift for value, shift in zip(values, shifts, strict=True)]
        if upper == "Z":
            found[-1].append(found[-1][0])
            continue
        if upper == "M":
            found.append([])
        if upper == "C":
            found[-1] += _curve((x, y), values)
        if upper == "A":
            found[-1] += _arc_to((x, y), values)
        if upper in "HV":
            x, y = (values[0], y) if upper == "H" else (x, values[0])
        else:
            x, y = values[-2:]
        if upper not in "CA":
            found[-1].append((x, y))
    return found


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; one that is not written again goes on as it was."""
    tokens = _TOKEN.findall(text)
    place, command = 0, ""
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        if command.upper() not in _NUMBERS:
            raise ValueError(f"a path has the command {command!r}, expected one of M L H V C A Z")
        count = _NUMBERS[command.upper()]
        yield command, [float(number) for number in tokens[place : place + count]]
        place += count
        command = {"M": "L", "m": "l"}.get(command, command)


def _arc_to(start: Point, values: list[float]) -> list[Point]:
    """A part of a circle or upright ellipse that ends in a point, as SVG 1.1 gives it in F.6.5."""
    across, down, turned, is_large, is_clockwise, *end = values
    if turned:
        raise ValueError(f"an arc is turned by {turned}, expected an upright one")
    # On the circle of radius 1 that it becomes, the centre lies beside the middle of both ends.
    x1, y1, x2, y2 = start[0] / across, start[1] / down, end[0] / across, end[1] / down
    half = math.dist((x1, y1), (x2, y2)) / 2
    if half == 0:
        return []
    larger = max(1.0, half)  # ends that are too far apart make it larger
    aside = math.sqrt(larger**2 - half**2) / (2 * half)
    aside *= 1 if is_large == is_clockwise else -1
    middle = (x1 + x2) / 2 + aside * (y2 - y1), (y1 + y2) / 2 - aside * (x2 - x1)
    first, last = (math.atan2(y - middle[1], x - middle[0]) for x, y in ((x1, y1), (x2, y2)))
    angle = (last - first) % (2 * math.pi) - (0 if is_clockwise else 2 * math.pi)
    steps = max(1, math.ceil(_ROUND * abs(angle) / (2 * math.pi)))
    return [
        (
            across * (middle[0] + larger * math.cos(first + angle * step / steps)),
            down * (middle[1] + larger * math.sin(first + angle * step / steps)),
        )
        for step in range(1, steps + 1)
    ]


def _curve(start: Point, values: list[float]) -> list[Point]:
    ends = [start, *zip(values[::2], values[1::2], strict=True)]
    points = []
    for step in range(1, _CURVE + 1):
        t = step / _CURVE
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        points.append(
            (
                sum(share * x for share, (x, _) in zip(shares, ends, strict=True)),
                sum(share * y for share, (_, y) in zip(shares, ends, strict=True)),
            )
        )
    return points
