"""Boxes that a sentence mentions, read with and without its words."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from cutline.text.box_markup import MarkupError, parse_marked
from cutline.text.box_mentions import mentioned_boxes

PIECES = ["[dog|1]", "[police car|3]", "[people|1,2]", "a", " ", ",", "|", "\\", "[", "]", "[|1]"]
PIECES += ["[ |1]", "[a|]", "[a| 1]", "[a|1|2]", "\\[", "[\u00a0b|\u00a02]", "[a\n|x y]", "[[a|1]]"]

pieces = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
any_text = st.text(alphabet="[]|,\\a1 \n\u2003", max_size=14)


def answer(read: Callable[[str], tuple[str, ...]], text: str) -> tuple[str, ...] | str:
    """What is found, or what is wrong."""
    try:
        return read(text)
    except MarkupError as error:
        return str(error)


@given(pieces | any_text)
def test_are_those_that_the_parser_finds(text: str) -> None:
    expected = answer(lambda text: parse_marked(text).mentioned, text)
    assert answer(mentioned_boxes, text) == expected
