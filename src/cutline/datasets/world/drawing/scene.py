"""Draw scenes as SVG pictures: those of the scene world, and of the demonstration set.

Every picture is drawn from the scene's own data, so the boxes of the objects are exact and
no image file has to be stored or downloaded. The same scene always gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from . import BACKDROPS, DRAWINGS, HEIGHT, WIDTH, Drawing
from .deeds import ground_under, signs_of
from .palette import INK, colour_value
from .shapes import ellipse, faded, number

__all__ = [
    "DRAWINGS",
    "HEIGHT",
    "WIDTH",
    "describe_scene",
    "draw_object",
    "draw_scene",
    "known_labels",
]


def known_labels() -> list[str]:
    """Return the labels that can be drawn, in alphabetical order."""
    return sorted(DRAWINGS)


def draw_scene(scene: Mapping[str, Any]) -> str:
    """Return one scene as a self-contained SVG document of 480 by 320 pixels.

    Raises ``ValueError`` if the scene names a label, backdrop or colour that is not known, or
    if a box does not lie inside the picture.
    """
    objects: Sequence[Mapping[str, Any]] = scene["objects"]
    markup = [_draw_backdrop(scene)]
    for item in objects:
        markup.append(_draw_shadow(item))
        markup.append(draw_object(item))
        markup.append(signs_of(item))
    name = f"scene-{scene['image_id']}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc">\n'
        f'<title id="{name}-title">{escape(str(scene["title"]))}</title>\n'
        f'<desc id="{name}-desc">{escape(describe_scene(scene))}</desc>\n'
        + "\n".join(piece for piece in markup if piece)
        + "\n</svg>\n"
    )


def describe_scene(scene: Mapping[str, Any]) -> str:
    """Name what a picture shows, such as ``"A flat drawing that shows: dog, ball, tree."``."""
    counts: dict[str, int] = {}
    for item in scene["objects"]:
        label = str(item["label"])
        counts[label] = counts.get(label, 0) + 1
    names = [label if count == 1 else f"{label} ({count})" for label, count in counts.items()]
    return f"A flat drawing that shows: {', '.join(names)}."


def draw_object(item: Mapping[str, Any]) -> str:
    """Draw one object so that it fills its box exactly."""
    drawing = _find_drawing(item)
    x, y, width, height = _read_box(item)
    left, top, own_width, own_height = drawing.bounds
    across, down = width / own_width, height / own_height
    if item.get("facing", "right") == "left":
        start, across = x + width, -across
    else:
        start = x
    placing = (
        f"translate({number(start)} {number(y)}) scale({across:.4f} {down:.4f}) "
        f"translate({number(-left)} {number(-top)})"
    )
    main = colour_value(item.get("colour", drawing.colour))
    accent = colour_value(item.get("accent", drawing.accent))
    return f'<g transform="{placing}">{drawing.paint(main, accent)}</g>'


def _draw_backdrop(scene: Mapping[str, Any]) -> str:
    name = scene["backdrop"]
    if name not in BACKDROPS:
        raise ValueError(f"unknown backdrop {name!r}; known backdrops: {_listed(BACKDROPS)}")
    sky, ground = colour_value(scene["sky"]), colour_value(scene["ground"])
    return BACKDROPS[name](sky, ground, scene["horizon"])


def _draw_shadow(item: Mapping[str, Any]) -> str:
    drawing = _find_drawing(item)
    if drawing.footing is None or not item.get("shadow", True):
        return ""
    x, _, width, _ = _read_box(item)
    scale = width / drawing.bounds[2]
    start, end = ((edge - drawing.bounds[0]) * scale for edge in drawing.footing)
    if item.get("facing", "right") == "left":
        start, end = width - end, width - start
    across = (end - start) / 2 + 4
    depth = min(6.0, 2 + across * 0.04)
    ground = ground_under(item) - 1
    return faded(0.16, ellipse(x + (start + end) / 2, ground, across, depth, INK))


def _find_drawing(item: Mapping[str, Any]) -> Drawing:
    label = item["label"]
    if label not in DRAWINGS:
        raise ValueError(f"no drawing for the label {label!r}; known labels: {_listed(DRAWINGS)}")
    return DRAWINGS[label]


def _read_box(item: Mapping[str, Any]) -> tuple[float, float, float, float]:
    x, y, width, height = item["box"]
    inside = x >= 0 and y >= 0 and x + width <= WIDTH and y + height <= HEIGHT
    if width <= 0 or height <= 0 or not inside:
        raise ValueError(
            f"the box {item['box']} of {item['label']!r} must lie inside {WIDTH} by {HEIGHT} "
            "pixels: x, y, width, height"
        )
    return x, y, width, height


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
