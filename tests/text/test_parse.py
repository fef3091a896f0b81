"""Parses as flat arrays and as readable objects."""

import numpy as np
import pytest

from cutline.text.parse import Parses
from tests.text.hand_parses import parsed

FIRST = (parsed("a/DT/2/det dog/NN/0/root"), parsed("Look/look/VB/0/root"))
SECOND = (parsed("two/CD/2/nummod cats/cat/NNS/0/root"),)


def test_captions_come_back_as_they_went_in() -> None:
    parses = Parses.of([FIRST, (), SECOND])
    assert list(parses) == [FIRST, (), SECOND]
    assert (len(parses), parses[0], parses[-1], parses[1:]) == (3, FIRST, SECOND, [(), SECOND])
    assert parses[2][0][1].lemma == "cat"
    with pytest.raises(IndexError):
        parses[3]


def test_batches_of_one_parser_are_joined() -> None:
    whole = Parses.of([FIRST, (), SECOND])
    empty = whole.tags[:0]
    nothing = Parses(
        [], [], empty, empty, empty, empty, empty, whole.tag_names, whole.relation_names
    )
    joined = Parses.joined([nothing, whole, nothing, whole])
    assert list(joined) == [FIRST, (), SECOND] * 2
    assert list(Parses.joined([])) == []


def test_batches_of_different_parsers_are_not() -> None:
    with pytest.raises(ValueError, match="different parsers"):
        Parses.joined([Parses.of([FIRST]), Parses.of([SECOND])])


@pytest.mark.parametrize(
    ("lemmas", "sentence_ends", "caption_ends", "message"),
    [
        (["dog", "x"], [1], [1], "expected 1 lemmas, as many as texts, found 2"),
        (["dog"], [2], [1], "the last of the sentences ends at 2, but there are 1 tokens"),
        (["dog"], [1], [], "the last of the captions ends at 0, but there are 1 sentences"),
        (["dog"], [2, 1], [2], "the ends of sentences descend"),
    ],
)
def test_arrays_that_do_not_fit_are_named(
    lemmas: list[str], sentence_ends: list[int], caption_ends: list[int], message: str
) -> None:
    zero = np.array([0])
    ends = (np.array(sentence_ends), np.array(caption_ends, dtype=np.int64))
    with pytest.raises(ValueError, match=message):
        Parses(["dog"], lemmas, zero, zero, zero, *ends, ["NN"], ["root"])
