"""A scene graph drawn: objects in a row, their attributes below, relations as arcs above.

There is nothing to lay out but a line of boxes, so the same graph always gives the same drawing,
and it can be read from left to right like the caption that it is from.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from cutline.reports.palette import SANS, SERIF, theme_css
from cutline.text.scene_graph import SceneGraph

_MARGIN, _GAP = 24.0, 36.0
_BOX_HEIGHT, _PADDING = 34.0, 14.0
_CHIP_HEIGHT, _CHIP_STEP = 24.0, 32.0
_ARC_STEP, _ARC_ROOM = 34.0, 26.0
_CAPTION_HEIGHT = 52.0
_CHARACTER = {"object": 8.6, "chip": 7.2, "label": 6.7, "caption": 8.4}


@dataclass
class _Box:
    name: str
    attributes: list[str] = field(default_factory=list)
    x: float = 0.0
    width: float = 0.0

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True)
class _Arc:
    start: int
    end: int
    label: str

    @property
    def ends(self) -> tuple[int, int]:
        return min(self.start, self.end), max(self.start, self.end)


def scene_svg(graph: SceneGraph, caption: str = "") -> str:
    """The graph as a picture of its own, with a title and a description for who cannot see it."""
    boxes = _boxes(graph)
    arcs = _arcs(graph, boxes)
    levels = _levels(arcs)
    _place(boxes, arcs)
    top = _MARGIN + (max(levels, default=0) * _ARC_STEP + _ARC_ROOM if arcs else 0)
    lowest = max((len(box.attributes) for box in boxes), default=0)
    below = top + _BOX_HEIGHT + lowest * _CHIP_STEP
    right = max([box.x + box.width for box in boxes], default=_MARGIN + 120)
    width = max(right + _MARGIN, _text_width(caption, "caption") + 2 * _MARGIN)
    height = below + (_CAPTION_HEIGHT if caption else 0) + _MARGIN
    parts = [
        *(_draw_arc(arc, level, boxes, arcs, top) for arc, level in zip(arcs, levels, strict=True)),
        *(part for box in boxes for part in _draw_box(box, top)),
        *([] if boxes else [_text(_MARGIN, top + 22, "no objects", "muted")]),
        *(_draw_caption(caption, below, width) if caption else []),
    ]
    return _document(width, height, caption, graph, parts)


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


def _levels(arcs: Sequence[_Arc]) -> list[int]:
    """How high each arc is drawn: over all shorter ones that it would run into."""
    levels: list[int] = []
    for number, arc in enumerate(arcs):
        first, last = arc.ends
        under = [
            levels[k] + 1
            for k, other in enumerate(arcs[:number])
            if (other.ends[0] < last and first < other.ends[1]) or other.ends == arc.ends
        ]
        levels.append(max(under, default=0))
    return levels


def _place(boxes: Sequence[_Box], arcs: Sequence[_Arc]) -> None:
    """Put boxes side by side, as far apart as the labels between neighbours need."""
    x = _MARGIN
    for number, box in enumerate(boxes):
        chips = [_text_width(text, "chip") for text in box.attributes]
        box.width = max([_text_width(box.name, "object"), *chips]) + 2 * _PADDING
        box.x = x
        between = [arc.label for arc in arcs if arc.ends == (number, number + 1)]
        label = max((_text_width(text, "label") for text in between), default=0)
        after = boxes[number + 1] if number + 1 < len(boxes) else None
        half = box.width / 2 + (_text_width(after.name, "object") / 2 + _PADDING if after else 0)
        x += box.width + max(_GAP, label + 2 * _PADDING - half)


def _draw_arc(
    arc: _Arc, level: int, boxes: Sequence[_Box], arcs: Sequence[_Arc], top: float
) -> str:
    start, end = (
        boxes[place].middle + _offset(arc, place, boxes, arcs) for place in (arc.start, arc.end)
    )
    if arc.start == arc.end:
        start, end = start - 10, end + 10
    y = top - _ARC_ROOM - level * _ARC_STEP + 4
    bend = 8 if start < end else -8
    path = (
        f"M {start:.1f} {top:.1f} V {y + 8:.1f} Q {start:.1f} {y:.1f} {start + bend:.1f} {y:.1f} "
        f"H {end - bend:.1f} Q {end:.1f} {y:.1f} {end:.1f} {y + 8:.1f} V {top - 2:.1f}"
    )
    middle = (start + end) / 2
    width = _text_width(arc.label, "label") + 10
    return (
        f'<path class="arc" d="{path}" marker-end="url(#arrow)"/>'
        f'<rect class="halo" x="{middle - width / 2:.1f}" y="{y - 9:.1f}" width="{width:.1f}" '
        f'height="18"/>{_text(middle, y + 4, arc.label, "label")}'
    )


def _offset(arc: _Arc, place: int, boxes: Sequence[_Box], arcs: Sequence[_Arc]) -> float:
    """Where on its box an arc stands: arcs to the left stand left of those to the right."""

    def side(of: _Arc) -> tuple[bool, int, int]:
        # Among those to one side, the nearest is the innermost, so that arcs do not cross.
        other = of.end if of.start == place else of.start
        return other > place, -other, of.start

    here = sorted((each for each in arcs if place in (each.start, each.end)), key=side)
    room = max(0.0, boxes[place].width - 2 * _PADDING)
    step = min(16.0, room / max(1, len(here) - 1)) if len(here) > 1 else 0.0
    return (here.index(arc) - (len(here) - 1) / 2) * step


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


def _draw_caption(caption: str, below: float, width: float) -> Iterable[str]:
    """The motif of the name: a thin rule, and under it the line of words."""
    y = below + 22
    yield f'<path class="rule" d="M {_MARGIN} {y:.1f} H {width - _MARGIN:.1f}"/>'
    yield _text(_MARGIN, y + 26, caption, "caption")


def _document(
    width: float, height: float, caption: str, graph: SceneGraph, parts: Iterable[str]
) -> str:
    style = (
        f"{theme_css('svg')}\n"
        ".paper,.halo{fill:var(--paper)} .object{fill:var(--panel);stroke:var(--ink)} "
        ".chip{fill:none;stroke:var(--rule)} .stem,.rule{fill:none;stroke:var(--rule)} "
        ".arc{fill:none;stroke:var(--accent);stroke-width:1.5} .tip{fill:var(--accent)} "
        f"text{{font-family:{SANS};fill:var(--ink);text-anchor:middle}} .name{{font-size:15px;"
        "font-weight:600} .chip-text{font-size:13px} .label{font-size:12px;fill:var(--accent)} "
        f".caption{{font-family:{SERIF};font-size:17px;text-anchor:start}} "
        ".muted{fill:var(--muted);text-anchor:start;font-size:15px}"
    )
    said = "; ".join(" ".join(parts) for parts in (*graph.attributes, *graph.relations))
    description = f"Objects: {', '.join(graph.objects) or 'none'}. {said}".strip()
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{_safe(caption or "Scene graph")}</title>',
            f'<desc id="desc">{_safe(description)}</desc>',
            f"<style>{style}</style>",
            '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path class="tip" d="M 0 0 L 8 4 L 0 8 z"/></marker>'
            "</defs>",
            f'<rect class="paper" width="{width:.0f}" height="{height:.0f}"/>',
            *parts,
            "</svg>",
        ]
    )


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{_safe(text)}</text>'


def _text_width(text: str, kind: str, widths: Mapping[str, float] = _CHARACTER) -> float:
    """About how wide a text is; letters of East Asian scripts take two places."""
    cells = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
    return cells * widths[kind]


def _safe(text: str) -> str:
    """Text that XML can hold: control characters become a replacement mark."""
    return escape("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
