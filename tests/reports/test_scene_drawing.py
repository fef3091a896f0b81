"""Drawings of scene graphs: whole XML, every word in it, and nothing on top of anything else."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.reports.scene_drawing import scene_dot, scene_svg
from cutline.text.scene_graph import SceneGraph, SceneTuple

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "a <b> & \"c\" 'd' ]]> \x00\x1b[31m \u202eright\u2066 \ufffe \ud800 \n\t end"

DOG: list[SceneTuple] = [
    ("dog", "lie on", "couch"),
    ("couch", "next to", "cat"),
    ("dog", "look at", "cat"),
    ("dog", "brown"),
    ("cat", "small"),
    ("cat", "asleep"),
]


class Area(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Area) -> bool:
        is_beside = self.right <= other.left or other.right <= self.left
        return not (is_beside or self.bottom <= other.top or other.bottom <= self.top)


def drawing(tuples: list[SceneTuple], caption: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(scene_svg(SceneGraph.from_tuples(tuples), caption))


def texts(svg: ElementTree.Element, kind: str) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text") if text.get("class") == kind]


def areas(svg: ElementTree.Element, *kinds: str) -> list[Area]:
    found = []
    for rect in svg.iter(f"{SVG}rect"):
        if rect.get("class") in kinds:
            x, y, width, height = (float(rect.get(n, "nan")) for n in ("x", "y", "width", "height"))
            found.append(Area(x, y, x + width, y + height))
    return found


def check_layout(svg: ElementTree.Element) -> None:
    everything = areas(svg, "object", "chip", "halo")
    page = Area(0, 0, float(svg.get("width", 0)), float(svg.get("height", 0)))
    for area in everything:
        assert page.left <= area.left < area.right <= page.right
        assert page.top <= area.top < area.bottom <= page.bottom
    for one, other in itertools.combinations(everything, 2):
        assert not one.overlaps(other), (one, other)


def arcs(svg: ElementTree.Element) -> list[tuple[float, float]]:
    """Where each arc starts and ends, from left to right as it is drawn."""
    paths = [path.get("d", "") for path in svg.iter(f"{SVG}path") if path.get("class") == "arc"]
    ends = (re.fullmatch(r"M (\S+) .* (\S+) \S+ V \S+", path) for path in paths)
    return [(float(match[1]), float(match[2])) for match in ends if match]


def test_everything_is_in_the_drawing_once() -> None:
    svg = drawing(DOG, "a brown dog lies on a couch")
    assert texts(svg, "name") == ["dog", "couch", "cat"]
    assert texts(svg, "chip-text") == ["brown", "small", "asleep"]
    assert sorted(texts(svg, "label")) == ["lie on", "look at", "next to"]
    assert texts(svg, "caption") == ["a brown dog lies on a couch"]
    check_layout(svg)


def test_who_cannot_see_it_is_told() -> None:
    svg = drawing(DOG, "a dog")
    assert svg.get("role") == "img"
    assert svg.findtext(f"{SVG}title") == "a dog"
    described = svg.findtext(f"{SVG}desc") or ""
    assert described.startswith("Objects: dog, couch, cat. dog brown; cat small; cat asleep; ")
    assert "dog lie on couch" in described
    assert drawing([]).findtext(f"{SVG}title") == "Scene graph"


def test_the_same_graph_gives_the_same_drawing() -> None:
    graph = SceneGraph.from_tuples(DOG)
    assert scene_svg(graph, "a dog") == scene_svg(graph, "a dog")


def test_arcs_go_from_subject_to_object() -> None:
    svg = drawing([("dog", "see", "cat"), ("cat", "see", "dog")])
    dog, cat = areas(svg, "object")
    (there, arrives), (back, returns) = arcs(svg)
    assert dog.left < there < dog.right < cat.left < arrives < cat.right
    assert cat.left < back < cat.right
    assert dog.left < returns < dog.right
    # The higher one stands outside the lower one on both sides, so that they do not cross.
    assert returns < there < arrives < back


def test_several_relations_of_two_objects_share_an_arc() -> None:
    svg = drawing([("dog", "see", "cat"), ("dog", "chase", "cat")])
    assert texts(svg, "label") == ["see, chase"]


def test_a_relation_of_an_object_to_itself() -> None:
    svg = drawing([("man", "talk to", "man"), ("man", "on", "horse"), ("dog", "near", "man")])
    check_layout(svg)
    man = areas(svg, "object")[0]
    start, end = arcs(svg)[0]
    assert man.left < start < end < man.right


def names(text: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', text))


def test_drawings_on_one_page_keep_their_own_names() -> None:
    graph = SceneGraph.from_tuples(DOG)
    drawings = [scene_svg(graph, "a dog"), scene_svg(graph, "a cat")]
    # Even of equal drawings, where they are given names.
    drawings += [scene_svg(graph, "a dog", name=name) for name in ("first", "second")]
    of_each = [names(text) for text in drawings]
    assert [len(found) for found in of_each] == [4, 4, 4, 4]
    assert len(set.union(*of_each)) == 16
    for text, found in zip(drawings, of_each, strict=True):
        used = re.findall(r"url\(#([^)]+)\)", text)
        used += re.findall(r'aria-labelledby="([^"]+)"', text)[0].split()
        assert set(used) <= found


def test_its_style_holds_for_itself_only() -> None:
    svg = drawing(DOG, "a dog")
    style = svg.findtext(f"{SVG}style") or ""
    # Custom properties are for a drawing that is a file of its own; in a page they are the page's.
    rules = re.findall(r"([^{}]+)\{[^{}]*\}", re.sub("@media[^{]*{", "", style))
    selectors = [one.strip() for rule in rules for one in rule.split(",") if one.strip()]
    assert len(selectors) > 10
    for selector in selectors:
        assert selector.startswith((f"#{svg.get('id')} ", "svg:root"))


def test_no_objects() -> None:
    svg = drawing([], "it rains")
    assert texts(svg, "muted") == ["no objects"]
    assert texts(svg, "caption") == ["it rains"]


@pytest.mark.parametrize("caption", ["", "  \n "])
def test_no_caption(caption: str) -> None:
    assert texts(drawing([("dog",)], caption), "caption") == []


def test_a_long_caption_is_set_in_lines() -> None:
    words = [f"word{n}" for n in range(60)]
    svg = drawing([("dog",)], " ".join(words))
    lines = texts(svg, "caption")
    assert len(lines) > 3
    assert " ".join(lines) == " ".join(words)
    assert float(svg.get("width", 0)) < 800
    assert float(svg.get("height", 0)) > 24 * len(lines)


@pytest.mark.parametrize("caption", [NASTY, "漢字" * 200, "x" * 2_000])
def test_any_text_makes_whole_xml(caption: str) -> None:
    word = caption[:60]
    svg = drawing([(word, word), (word, word, "dog")], caption)
    check_layout(svg)
    shown = "".join(svg.itertext())
    assert "<b>" in shown or "<" not in caption
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e\u2066]", shown)


def test_what_joins_emoji_stays() -> None:
    family = "👨\u200d👩\u200d👧"
    assert texts(drawing([(family,)]), "name") == [family]


words = st.sampled_from(["a", "dog", "in front of", "wide " * 6 + "word", "漢字漢字", "<&>", ""])
scene_tuples = st.one_of(st.tuples(words), st.tuples(words, words), st.tuples(words, words, words))


@settings(deadline=None, max_examples=150)
@given(st.lists(scene_tuples, max_size=14), words)
def test_nothing_lies_on_anything_else(tuples: list[SceneTuple], caption: str) -> None:
    svg = drawing(tuples, caption)
    check_layout(svg)
    graph = SceneGraph.from_tuples(tuples)
    assert texts(svg, "name") == list(graph.objects)
    assert len(texts(svg, "chip-text")) == len(graph.attributes)
    boxes = areas(svg, "object")
    for foot in itertools.chain.from_iterable(arcs(svg)):
        assert any(box.left < foot < box.right for box in boxes)
    feet = [foot for arc in arcs(svg) for foot in arc]
    assert len(set(feet)) == len(feet)


def test_the_language_of_graphviz() -> None:
    lines = scene_dot(SceneGraph.from_tuples(DOG[:1]), "a dog").splitlines()
    assert lines == [
        "digraph scene {",
        "  rankdir=LR; node [shape=box, style=rounded];",
        '  label="a dog";',
        '  "dog";',
        '  "couch";',
        '  "dog" -> "couch" [label="lie on"];',
        "}",
    ]


def test_graphviz_texts_are_quoted() -> None:
    text = scene_dot(SceneGraph.from_tuples([('a "b" \\', "c\nd")]), NASTY)
    assert r'"a \"b\" \\";' in text
    assert '[label="c d", ' in text
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e\ud800]", text)
