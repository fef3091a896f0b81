"""Drawings as pixels: the few elements of SVG that drawings here are made of, painted by Pillow.

What is written in a drawing, as the number of a bus, is left out: how letters look differs from
machine to machine.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from cutline.datasets.pictures.pillow import pillow
from cutline.datasets.world.drawing import HEIGHT, WIDTH
from cutline.datasets.world.outlines import Point, outlines

if TYPE_CHECKING:
    from PIL.Image import Image

#: Edges are smooth because pictures are painted so many times larger, then made smaller.
_LARGER = 3

_TRANSFORM = re.compile(r"(translate|scale|rotate|skewX)\(([^)]*)\)")
_NO_SHAPES = frozenset({"title", "desc", "text"})


@dataclass(frozen=True)
class Placing:
    """Where points of a drawing go: `x' = a x + c y + e`, `y' = b x + d y + f`."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def __call__(self, point: Point) -> Point:
        """Where a point goes."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, inner: Placing) -> Placing:
        """This, with another placing inside of it."""
        return Placing(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            *self((inner.e, inner.f)),
        )

    @property
    def scale(self) -> float:
        """How much larger things become, on average over directions."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


def paint(markup: str) -> Image:
    """The picture of pieces of SVG markup, 480 by 320 pixels.

    Raises:
        MissingPartError: where Pillow is not installed.
        ValueError: for markup that no drawing here has.
    """
    canvas = _Canvas(pillow().new("RGB", (WIDTH * _LARGER, HEIGHT * _LARGER), "white"))
    canvas.add(ElementTree.fromstring(f"<g>{markup}</g>"), _START)
    image: Any = canvas.image.resize((WIDTH, HEIGHT), pillow().Resampling.BOX)
    return image  # type: ignore[no-any-return]


class _Canvas:
    def __init__(self, image: Any) -> None:
        from PIL import ImageDraw

        self.image = image
        self._draw = ImageDraw.Draw(image)

    def add(self, element: ElementTree.Element, placing: Placing) -> None:
        name = element.tag.rpartition("}")[2]
        if name in _NO_SHAPES:
            return
        if name not in ("g", "svg"):
            self._paint(name, element.attrib, placing)
            return
        placing = placing.then(_placing(element.get("transform", "")))
        opacity = float(element.get("opacity", 1))
        onto = self if opacity == 1 else _Canvas(self.image.copy())
        for inner in element:
            onto.add(inner, placing)
        if onto is not self:
            self.image.paste(pillow().blend(self.image, onto.image, opacity))

    def _paint(self, name: str, attributes: dict[str, str], placing: Placing) -> None:
        for outline in outlines(name, attributes):
            points = [placing(point) for point in outline]
            if attributes.get("fill", "none") != "none" and len(points) > 1:
                self._draw.polygon(points, fill=attributes["fill"])
            if "stroke" in attributes:
                is_closed = name != "path"
                width = float(attributes["stroke-width"]) * placing.scale
                self._line([*points, *points[:1]] if is_closed else points, attributes, width)

    def _line(self, points: list[Point], attributes: dict[str, str], width: float) -> None:
        """A line whose ends and corners are round, as all lines of drawings are."""
        colour, half = attributes["stroke"], width / 2
        for x, y in points:
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)
        for (x, y), (to_x, to_y) in pairwise(points):
            length = math.hypot(to_x - x, to_y - y)
            if length:
                aside, up = (y - to_y) / length * half, (to_x - x) / length * half
                corners = [(x + aside, y + up), (to_x + aside, to_y + up)]
                corners += [(to_x - aside, to_y - up), (x - aside, y - up)]
                self._draw.polygon(corners, fill=colour)


_START = Placing(_LARGER, 0, 0, _LARGER, 0, 0)


@lru_cache(maxsize=256)
def _placing(text: str) -> Placing:
    found = Placing(1, 0, 0, 1, 0, 0)
    for kind, written in _TRANSFORM.findall(text):
        numbers = [float(number) for number in written.replace(",", " ").split()]
        for step in _steps(kind, numbers):
            found = found.then(step)
    return found


def _steps(kind: str, numbers: list[float]) -> list[Placing]:
    if kind == "translate":
        return [Placing(1, 0, 0, 1, *numbers)]
    if kind == "scale":
        return [Placing(numbers[0], 0, 0, numbers[-1], 0, 0)]
    angle = math.radians(numbers[0])
    if kind == "skewX":
        return [Placing(1, 0, math.tan(angle), 1, 0, 0)]
    turn = Placing(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
    x, y = numbers[1:]
    return [Placing(1, 0, 0, 1, x, y), turn, Placing(1, 0, 0, 1, -x, -y)]
