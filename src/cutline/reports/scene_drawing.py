"""A scene graph drawn: objects in a row, their attributes below, relations as arcs above.

There is nothing to lay out but a line of boxes, so the same graph always gives the same drawing,
and it can be read from left to right like the caption that it is from.
"""

from __future__ import annotations

import hashlib
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cutline.reports.theme.palette import SANS, SERIF, theme_css, token
from cutline.reports.theme.text import safe, visible
from cutline.text.scene_graph import SceneGraph

_MARGIN, _GAP = 24.0, 36.0
_BOX_HEIGHT, _PADDING = 34.0, 14.0
_CHIP_HEIGHT, _CHIP_STEP = 24.0, 32.0
_ARC_STEP, _ARC_ROOM = 34.0, 26.0
_FOOT_STEP, _LABEL_ROOM = 14.0, 40.0
_LINE_HEIGHT, _CAPTION_WIDTH = 24.0, 640.0
_CHARACTER = {"object": 8.6, "chip": 7.2, "label": 6.7, "caption": 7.6}
#: Stands in the parts until the whole drawing gives its own name.
_NAME = "\0name"


@dataclass
class _Box:
    name: str
    attributes: list[str] = field(default_factory=list)
    x: float = 0.0
    width: float = 0.0
    #: Where arcs stand on it, counted from its left edge.
    feet: dict[_Foot, float] = field(default_factory=dict)

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    def foot(self, arc: _Arc, is_end: bool) -> float:
        return self.x + self.feet[arc, is_end]


@dataclass(frozen=True)
class _Arc:
    start: int
    end: int
    label: str

    @property
    def ends(self) -> tuple[int, int]:
        return min(self.start, self.end), max(self.start, self.end)

    @property
    def room(self) -> float:
        """The width that it needs for its label, and to bend beside it."""
        return _text_width(self.label, "label") + _LABEL_ROOM


#: An arc, and whether it ends here.
_Foot = tuple[_Arc, bool]


def scene_svg(graph: SceneGraph, caption: str = "", name: str = "") -> str:
    """The graph as a picture of its own, with a title and a description for who cannot see it.

    It can also stand inside a page, among others: ids in it come from what it shows. Where equal
    drawings meet on one page, `name` tells them apart.
    """
    boxes = _boxes(graph)
    arcs = _arcs(graph, boxes)
    levels = _levels(arcs)
    for place, box in enumerate(boxes):
        _set_feet(box, place, levels)
    _place(boxes, arcs)
    top = _MARGIN + (max(levels.values(), default=0) * _ARC_STEP + _ARC_ROOM if arcs else 0)
    lowest = max((len(box.attributes) for box in boxes), default=0)
    below = top + _BOX_HEIGHT + lowest * _CHIP_STEP
    right = max([box.x + box.width for box in boxes], default=_MARGIN + 120)
    lines = _lines(caption, max(_CAPTION_WIDTH, right - _MARGIN))
    widest = max((_text_width(line, "caption") for line in lines), default=0)
    width = max(right, _MARGIN + widest) + _MARGIN
    height = below + (28 + len(lines) * _LINE_HEIGHT if lines else 0) + _MARGIN
    parts = [
        # No line is drawn over a label.
        *(_draw_arc(arc, levels[arc], boxes, top) for arc in arcs),
        *(_draw_label(arc, levels[arc], boxes, top) for arc in arcs),
        *(part for box in boxes for part in _draw_box(box, top)),
        *([] if boxes else [_text(_MARGIN, top + 22, "no objects", "muted")]),
        *(_draw_caption(lines, below, width) if lines else []),
    ]
    return _document(width, height, caption, graph, parts, name)


def scene_dot(graph: SceneGraph, caption: str = "") -> str:
    """The graph in Graphviz' language.

    >>> print(scene_dot(SceneGraph(("dog",), (("dog", "brown"),), ())))
    digraph scene {
      rankdir=LR; node [shape=box, style=rounded];
      "dog";
      "dog: brown" [label="brown", shape=plaintext];
      "dog" -> "dog: brown" [arrowhead=none, style=dotted];
    }
    """
    lines = ["digraph scene {", "  rankdir=LR; node [shape=box, style=rounded];"]
    if caption:
        lines.append(f"  label={_quoted(caption)};")
    lines += [f"  {_quoted(name)};" for name in graph.objects]
    for name, attribute in graph.attributes:
        place = _quoted(f"{name}: {attribute}")
        lines.append(f"  {place} [label={_quoted(attribute)}, shape=plaintext];")
        lines.append(f"  {_quoted(name)} -> {place} [arrowhead=none, style=dotted];")
    for subject, relation, target in graph.relations:
        edge = f"{_quoted(subject)} -> {_quoted(target)}"
        lines.append(f"  {edge} [label={_quoted(relation)}];")
    return "\n".join([*lines, "}"])


def _boxes(graph: SceneGraph) -> list[_Box]:
    boxes = {name: _Box(name) for name in graph.objects}
    for name, attribute in graph.attributes:
        boxes.setdefault(name, _Box(name)).attributes.append(attribute)
    for subject, _, target in graph.relations:
        boxes.setdefault(subject, _Box(subject))
        boxes.setdefault(target, _Box(target))
    return list(boxes.values())


def _arcs(graph: SceneGraph, boxes: Sequence[_Box]) -> list[_Arc]:
    place = {box.name: number for number, box in enumerate(boxes)}
    labels: dict[tuple[int, int], list[str]] = {}
    for subject, relation, target in graph.relations:
        labels.setdefault((place[subject], place[target]), []).append(relation)
    arcs = [_Arc(start, end, ", ".join(names)) for (start, end), names in labels.items()]
    return sorted(arcs, key=lambda arc: (arc.ends[1] - arc.ends[0], arc.ends, arc.start))


def _levels(arcs: Sequence[_Arc]) -> dict[_Arc, int]:
    """How high each arc is drawn: over all shorter ones that it would run into."""
    levels: dict[_Arc, int] = {}
    for arc in arcs:
        first, last = arc.ends
        under = [
            level + 1
            for other, level in levels.items()
            if (other.ends[0] < last and first < other.ends[1]) or other.ends == arc.ends
        ]
        levels[arc] = max(under, default=0)
    return levels


def _set_feet(box: _Box, place: int, levels: Mapping[_Arc, int]) -> None:
    """Say where arcs stand on a box, and make it as wide as they and its words need."""

    def order(foot: _Foot) -> tuple[int, int]:
        # Arcs to the left stand left of those to the right, and so that they do not cross.
        arc, is_end = foot
        if arc.start == arc.end:
            return 1, int(is_end)
        return (0, levels[arc]) if arc.ends[1] == place else (2, -levels[arc])

    here = [(arc, False) for arc in levels if arc.start == place]
    here += [(arc, True) for arc in levels if arc.end == place]
    at, before = 0.0, None
    for arc, is_end in sorted(here, key=order):
        # Between the feet of what leads from a box to itself stands its label.
        at += 0 if before is None else arc.room if before is arc else _FOOT_STEP
        box.feet[arc, is_end] = at
        before = arc
    words = [_text_width(box.name, "object"), *(_text_width(a, "chip") for a in box.attributes)]
    box.width = max(*words, at) + 2 * _PADDING
    for foot in box.feet:
        box.feet[foot] += (box.width - at) / 2


def _place(boxes: Sequence[_Box], arcs: Sequence[_Arc]) -> None:
    """Put boxes side by side, as far apart as the labels over them need."""
    x = _MARGIN
    for place, box in enumerate(boxes):
        box.x = x
        for arc in arcs:
            first, last = arc.ends
            if first < last == place:
                start = boxes[first].foot(arc, first == arc.end)
                box.x = max(box.x, start + arc.room - box.feet[arc, last == arc.end])
        x = box.x + box.width + _GAP


def _line_of(arc: _Arc, level: int, boxes: Sequence[_Box], top: float) -> tuple[float, ...]:
    """Where an arc starts and ends, and how high it is."""
    start, end = boxes[arc.start].foot(arc, False), boxes[arc.end].foot(arc, True)
    return start, end, top - _ARC_ROOM - level * _ARC_STEP + 4


def _draw_arc(arc: _Arc, level: int, boxes: Sequence[_Box], top: float) -> str:
    start, end, y = _line_of(arc, level, boxes, top)
    bend = 8 if start < end else -8
    path = (
        f"M {start:.1f} {top:.1f} V {y + 8:.1f} Q {start:.1f} {y:.1f} {start + bend:.1f} {y:.1f} "
        f"H {end - bend:.1f} Q {end:.1f} {y:.1f} {end:.1f} {y + 8:.1f} V {top - 2:.1f}"
    )
    return f'<path class="arc" d="{path}" marker-end="url(#{_NAME}-arrow)"/>'


def _draw_label(arc: _Arc, level: int, boxes: Sequence[_Box], top: float) -> str:
    start, end, y = _line_of(arc, level, boxes, top)
    middle, width = (start + end) / 2, _text_width(arc.label, "label") + 10
    return (
        f'<rect class="halo" x="{middle - width / 2:.1f}" y="{y - 9:.1f}" width="{width:.1f}" '
        f'height="18"/>{_text(middle, y + 4, arc.label, "label")}'
    )


def _draw_box(box: _Box, top: float) -> Iterable[str]:
    yield (
        f'<rect class="object" x="{box.x:.1f}" y="{top:.1f}" width="{box.width:.1f}" '
        f'height="{_BOX_HEIGHT:.0f}" rx="6"/>'
    )
    yield _text(box.middle, top + 22, box.name, "name")
    for number, attribute in enumerate(box.attributes):
        y = top + _BOX_HEIGHT + number * _CHIP_STEP + (_CHIP_STEP - _CHIP_HEIGHT)
        width = _text_width(attribute, "chip") + _PADDING
        x = box.middle - width / 2
        yield f'<path class="stem" d="M {box.middle:.1f} {y - 8:.1f} V {y:.1f}"/>'
        yield (
            f'<rect class="chip" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
            f'height="{_CHIP_HEIGHT:.0f}" rx="6"/>'
        )
        yield _text(box.middle, y + 16, attribute, "chip-text")


def _lines(caption: str, width: float) -> list[str]:
    """The caption in lines of at most about this width."""
    whole = _text_width(caption, "caption")
    if whole <= width:
        return [caption] if caption.strip() else []
    return textwrap.wrap(caption, max(1, int(len(caption) * width / whole)))


def _draw_caption(lines: Sequence[str], below: float, width: float) -> Iterable[str]:
    """The motif of the name: a thin rule, and under it the line of words."""
    y = below + 22
    yield f'<path class="rule" d="M {_MARGIN} {y:.1f} H {width - _MARGIN:.1f}"/>'
    for number, line in enumerate(lines):
        yield _text(_MARGIN, y + 26 + number * _LINE_HEIGHT, line, "caption")


def _document(
    width: float,
    height: float,
    caption: str,
    graph: SceneGraph,
    parts: Iterable[str],
    name: str,
) -> str:
    said = "; ".join(" ".join(parts) for parts in (*graph.attributes, *graph.relations))
    description = f"Objects: {', '.join(graph.objects) or 'none'}. {said}".strip()
    drawn = "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{_NAME}" width="{width:.0f}" '
            f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
            f'aria-labelledby="{_NAME}-title {_NAME}-desc">',
            f'<title id="{_NAME}-title">{safe(caption or "Scene graph")}</title>',
            f'<desc id="{_NAME}-desc">{safe(description)}</desc>',
            f"<style>{_style()}</style>",
            f'<defs><marker id="{_NAME}-arrow" viewBox="0 0 8 8" refX="7" refY="4" '
            'markerWidth="7" markerHeight="7" orient="auto"><path class="tip" '
            'd="M 0 0 L 8 4 L 0 8 z"/></marker></defs>',
            f'<rect class="paper" width="{width:.0f}" height="{height:.0f}"/>',
            *parts,
            "</svg>",
        ]
    )
    content = f"{name}\n{drawn}".encode("utf-8", "surrogatepass")
    return drawn.replace(_NAME, f"scene-{hashlib.sha256(content).hexdigest()[:10]}")


def _style() -> str:
    """Rules that hold for this drawing only; inside a page, colours are those of the page."""
    rules = {
        ".paper, .halo": f"fill: {token('paper')}",
        ".object": f"fill: {token('panel')}; stroke: {token('ink')}",
        ".chip": f"fill: none; stroke: {token('rule')}",
        ".stem, .rule": f"fill: none; stroke: {token('rule')}",
        ".arc": f"fill: none; stroke: {token('accent')}; stroke-width: 1.5",
        ".tip": f"fill: {token('accent')}",
        "text": f"font-family: {SANS}; fill: {token('ink')}; text-anchor: middle",
        ".name": "font-size: 15px; font-weight: 600",
        ".chip-text": "font-size: 13px",
        ".label": f"font-size: 12px; fill: {token('accent')}",
        ".caption": f"font-family: {SERIF}; font-size: 17px; text-anchor: start",
        ".muted": f"fill: {token('muted')}; text-anchor: start; font-size: 15px",
    }
    lines = [
        f"{', '.join(f'#{_NAME} {one}' for one in selectors.split(', '))} {{ {declared} }}"
        for selectors, declared in rules.items()
    ]
    return "\n".join([theme_css("svg:root"), *lines])


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{safe(text)}</text>'


def _text_width(text: str, kind: str, widths: Mapping[str, float] = _CHARACTER) -> float:
    """About how wide a text is; letters of East Asian scripts take two places."""
    cells = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
    return cells * widths[kind]


def _quoted(text: str) -> str:
    return '"' + visible(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
