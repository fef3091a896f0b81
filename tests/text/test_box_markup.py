"""Sentences whose words point to boxes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.core.errors import UsageError
from cutline.text.box_markup import (
    MarkedText,
    MarkupError,
    format_marked,
    has_markup,
    parse_marked,
)

# Characters with a meaning, often; a little of all else, white space of other scripts included.
CHARACTERS = st.one_of(st.sampled_from("ab[]|,\\.!?'-"), st.characters(exclude_categories=["Cs"]))
TEXTS = st.text(CHARACTERS, min_size=1, max_size=8)
WORDS = TEXTS.filter(lambda text: text.split() == [text])
IDS = TEXTS.filter(lambda text: text.strip() == text)
ID_LISTS = st.lists(IDS, unique=True, max_size=3).map(tuple)


@st.composite
def marked_texts(draw: st.DrawFn) -> MarkedText:
    # A few lists of ids, so that neighbours often point to the same boxes.
    lists = draw(st.lists(ID_LISTS, min_size=1, max_size=3))
    pairs = draw(st.lists(st.tuples(WORDS, st.sampled_from([(), *lists]))))
    return MarkedText(tuple(word for word, _ in pairs), tuple(ids for _, ids in pairs))


@given(marked_texts())
def test_what_is_written_is_read_again(marked: MarkedText) -> None:
    text = format_marked(marked)
    assert parse_marked(text) == marked
    assert has_markup(text) == any(marked.boxes)


@given(st.text(CHARACTERS))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        marked = parse_marked(text)
    except MarkupError as error:
        column, is_refused = error.column, True
    else:
        column, is_refused = 1, False
        assert parse_marked(format_marked(marked)) == marked
        assert len(marked.words) == len(marked.boxes)
    assert not is_refused or has_markup(text)
    assert not is_refused or 1 <= column <= len(text)


def test_words_and_the_boxes_they_point_to() -> None:
    marked = parse_marked("A [woman|2] in a white [dress|0] near [two police cars| 3, 1 ].")
    assert marked.plain == "A woman in a white dress near two police cars."
    assert marked.mentioned == ("2", "0", "3", "1")
    both = ("3", "1")
    assert marked.boxes == ((), ("2",), (), (), (), ("0",), (), both, both, both)


def test_a_box_is_mentioned_once() -> None:
    assert parse_marked("[she|2] sees [herself|2] and [them|1,2]").mentioned == ("2", "1")


def test_what_touches_a_mark_belongs_to_its_word() -> None:
    marked = parse_marked("the [dog|1]'s ball, non-[smokers|4] [a|1][b|2]")
    assert marked.words == ("the", "dog's", "ball,", "non-smokers", "ab")
    assert marked.boxes == ((), ("1",), (), ("4",), ("1", "2"))


def test_a_backslash_takes_the_meaning_away() -> None:
    marked = parse_marked(r"a \[sic\] b\c [x\|y|a\,b,c\\,d\]]")
    assert marked.words == ("a", "[sic]", r"b\c", "x|y")
    assert marked.boxes[-1] == ("a,b", "c\\", "d]")


def test_punctuation_is_written_outside_a_mark() -> None:
    assert format_marked(parse_marked("a [red kite,|4] high.")) == "a [red kite|4], high."
    assert format_marked(MarkedText(("...",), (("1",),))) == "[...|1]"


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("a [dog", 3, r"'[dog' begins no mark, expected [words|ids]"),
        ("a [dog] runs", 3, "begins no mark"),
        ("a [dog|1|2]", 3, "begins no mark"),
        ("a [big [dog|1]]", 3, "begins no mark"),
        ("a dog] runs", 6, "a ] closes no mark"),
        ("[|1] runs", 1, "'[|1]' has no words"),
        ("[dog|1] [ |1]", 9, "'[ |1]' has no words"),
        ("a [dog|]", 3, "has the ids ''"),
        ("a [dog|1,,2]", 3, "has the ids '1,,2', expected one or several"),
        ("a [dog|1,2,1]", 3, "has the ids '1,2,1'"),
    ],
)
def test_broken_marks_are_refused_with_their_place(text: str, column: int, words: str) -> None:
    with pytest.raises(MarkupError) as caught:
        parse_marked(text)
    assert caught.value.column == column
    assert words in str(caught.value)
    assert has_markup(text)


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        (MarkedText(("a", "b"), ((),)), "2 words and 1 lists of boxes"),
        (MarkedText(("a b",), ((),)), "'a b' is no word"),
        (MarkedText(("a", ""), ((), ())), "'' is no word"),
        (MarkedText(("a",), (("1", "1"),)), "the ids '1', '1' cannot be written"),
        (MarkedText(("a",), ((" 1",),)), "the ids ' 1' cannot be written"),
        (MarkedText(("a",), (("",),)), "the ids '' cannot be written"),
    ],
)
def test_what_cannot_be_written_is_refused(marked: MarkedText, words: str) -> None:
    with pytest.raises(UsageError, match=words.replace("(", r"\(")):
        format_marked(marked)
