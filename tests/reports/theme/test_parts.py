"""The smaller parts: captions, pictures, states, data and the logo."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from typing import get_args

import pytest

from cutline.reports.theme.caption_line import MARKS, Mark, caption_key, caption_line
from cutline.reports.theme.data_block import data_block
from cutline.reports.theme.logo import logo
from cutline.reports.theme.palette import DARK, LIGHT
from cutline.reports.theme.picture import PictureBox, picture
from cutline.reports.theme.states import State, state

from .markup import Markup


def test_a_plain_caption_is_escaped() -> None:
    assert caption_line("a <b> dog") == '<p class="caption-line">a &lt;b&gt; dog</p>'


def test_every_mark_has_a_class_and_words() -> None:
    words: list[tuple[str, Mark]] = [(f"<{mark}>", mark) for mark in MARKS]
    markup = Markup(caption_line(words, "<note>"))
    marked = [found for _, found in markup.elements if found.get("class", "").startswith("match")]
    assert [found["class"].split()[1] for found in marked] == list(MARKS)
    assert all(found["title"] for found in marked)
    assert set(get_args(Mark)) == {"", *MARKS}
    # What is invented is struck out for screen readers too.
    assert len(markup.named("s")) == 1


def test_the_key_names_every_mark() -> None:
    text = Markup(caption_key()).text
    assert all(mark in text and said in text for mark, said in MARKS.items())


def test_a_picture_and_its_boxes() -> None:
    boxes = [PictureBox("<dog>", (10, 50, 100, 80)), PictureBox("sky", (0, 0, 480, 60))]
    markup = Markup(picture("a.jpg?x=1&y=2", 'a "dog"', boxes=boxes, size=(480, 320)))
    (image,) = markup.named("img")
    assert image["src"] == "a.jpg?x=1&y=2"
    assert image["alt"] == 'a "dog"'
    edges = [rect for rect in markup.named("rect") if rect["class"] == "edge"]
    assert [(e["x"], e["y"], e["width"], e["height"]) for e in edges] == [
        ("10.0", "50.0", "100.0", "80.0"),
        ("0.0", "0.0", "480.0", "60.0"),
    ]
    # A label at the upper edge stands inside.
    assert all(float(rect["y"]) >= 0 for rect in markup.named("rect"))


def test_no_picture() -> None:
    assert Markup(picture("", "a dog")).text == "No picture"


@pytest.mark.parametrize("kind", get_args(State))
def test_states_say_what_to_do(kind: State) -> None:
    markup = Markup(state(kind, "It is <so>.", "<a href='#'>Do this</a>"))
    assert markup.text.endswith("It is <so>.Do this")
    assert len(markup.named("a")) == 1


def test_data_survives_the_page() -> None:
    value = {"a": ["</script><!--", "\ud800", "é", None, 0.5]}
    block = data_block("images", value)
    block.encode("utf-8")
    text = block.partition(">")[2].removesuffix("</script>")
    assert "<" not in text
    assert json.loads(text) == value


def test_data_that_json_cannot_hold() -> None:
    with pytest.raises(ValueError, match="JSON"):
        data_block("images", [float("nan")])


def test_the_logo_has_one_colour_that_is_not_its_own() -> None:
    svg = ElementTree.fromstring(logo("Cutline"))
    assert svg.get("aria-label") == "Cutline"
    colours = {part.get(name) for part in svg for name in ("fill", "stroke")} - {None, "none"}
    assert colours == {"currentColor"}
    assert not any(colour in logo() for colour in (*LIGHT.values(), *DARK.values()))
