"""Nouns and objects matched, and captions judged by it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.core.errors import UsageError
from cutline.core.spec import parse_specs
from cutline.metrics.fidelity.judge import JudgedCaption, judge_captions
from cutline.metrics.fidelity.matching import best_matching
from cutline.metrics.fidelity.pairs import Pair, PairFinder
from cutline.text.noun_hierarchy import noun_hierarchy
from cutline.text.similarity import vectors_named

METRICS = parse_specs("semantic-fidelity,matched-fidelity,matched-fidelity(credit=full)")


def judged(caption: str, *labels: str) -> JudgedCaption:
    return judge_captions([caption], [labels], METRICS)[0]


def named(caption: str, *labels: str) -> dict[str, str | None]:
    found = judged(caption, *labels)
    return {
        noun.text: None if match is None else labels[match.object]
        for noun, match in zip(found.nouns, found.matches, strict=True)
    }


def test_words_for_one_thing_are_matched() -> None:
    assert named("a man on a bike beside a couch", "sofa", "bicycle", "person") == {
        "man": "person",
        "bike": "bicycle",
        "couch": "sofa",
    }


def test_siblings_and_things_not_seen_are_not() -> None:
    assert named("a cat under a tree", "dog", "car") == {"cat": None, "tree": None}


def test_each_object_is_named_once() -> None:
    found = judged("a dog and a dog", "dog")
    assert [match is not None for match in found.matches].count(True) == 1
    assert judged("a dog", "dog", "dog", "dog").missed in {(1, 2), (0, 2), (0, 1)}


@pytest.mark.parametrize(("caption", "missed"), [("two dogs", 1), ("dogs", 0), ("a dog", 2)])
def test_repeated_objects_count(caption: str, missed: int) -> None:
    assert len(judged(caption, "dog", "dog", "dog").missed) == missed


def test_several_leave_something_to_other_nouns() -> None:
    people = named("a man and other people", "person", "person", "person")
    assert people == {"man": "person", "people": "person"}
    assert judged("a man and other people", "person", "person", "person").missed == ()
    # Further true pairs come first all the same.
    assert judged("dogs and a puppy", "dog", "dog").missed == ()


def test_an_unknown_compound_is_a_kind_of_its_last_word() -> None:
    finder = PairFinder(vectors_named(), noun_hierarchy(), 0.99)
    ((pair,),) = finder.pairs(["restaurant table"], ["table"])
    assert pair.relation == "kind of"
    ((pair,),) = finder.pairs(["hot dog"], ["dog"])
    assert pair.relation != "kind of"


@pytest.mark.parametrize(
    ("noun", "label", "relation"),
    [
        ("man", "waiter", "both persons"),
        ("hairdresser", "woman", "both persons"),
        ("man", "woman", ""),
        ("waiter", "hairdresser", ""),
        ("man", "horse", ""),
        ("man", "person", "kind of"),
    ],
)
def test_whoever_does_something_may_be_a_man_or_a_woman(
    noun: str, label: str, relation: str
) -> None:
    finder = PairFinder(vectors_named(), noun_hierarchy(), 0.99)
    ((pair,),) = finder.pairs([noun], [label])
    assert pair.relation == relation


def test_what_is_undefined_is_said() -> None:
    assert judged("a dog").undefined == "nothing is seen in the image"
    assert judged("a dog").values == (None, None, None)
    running = judged("running fast", "dog")
    assert running.values == (None, 0.0, 0.0)
    assert running.undefined == "the caption has no noun"
    assert judged("a dog", "dog").undefined == ""
    assert judged("a dog", "dog").values == (1.0, 1.0, 1.0)


def test_other_metrics_and_uneven_lists_are_refused() -> None:
    with pytest.raises(UsageError, match="cider-d does not compare captions with objects"):
        judge_captions(["a dog"], [["dog"]], parse_specs("cider-d"))
    with pytest.raises(UsageError, match="1 captions and 2 lists"):
        judge_captions(["a dog"], [["dog"], []], METRICS)


def test_without_a_matching_metric_nouns_are_matched_all_the_same() -> None:
    (found,) = judge_captions(["a dog"], [["dog"]], parse_specs("semantic-fidelity"))
    assert found.matches[0] is not None


pairs = st.builds(
    lambda match, credit: Pair("same" if match else "", 0.0, credit),
    st.booleans(),
    st.integers(0, 100).map(lambda number: number / 100),
)


@given(st.lists(st.integers(0, 3), max_size=3), st.integers(0, 4), st.data())
def test_no_other_assignment_is_worth_more(
    counts: list[int], objects: int, data: st.DataObject
) -> None:
    rows = [[data.draw(pairs) for _ in range(objects)] for _ in counts]
    found = best_matching(counts, objects, rows)
    said = sum(match is not None for match in found.matches)
    best = max(_worths(counts, objects, rows))
    assert (len(found.named), said, round(found.credit, 9)) == best


def _worths(
    counts: list[int], objects: int, rows: list[list[Pair]]
) -> Iterator[tuple[int, int, float]]:
    """True pairs, nouns that have any, and credit, of every assignment there can be."""
    for owners in product(range(-1, len(counts)), repeat=objects):
        true, said, credit = 0, 0, 0.0
        for noun, count in enumerate(counts):
            taken = [rows[noun][place] for place in range(objects) if owners[place] == noun]
            named = sum(pair.is_match for pair in taken)
            others = len(taken) - named
            if others > (named == 0) or (count and named > count):
                break
            true, said = true + named, said + (named > 0)
            credit += sum(pair.credit for pair in taken)
        else:
            yield true, said, round(credit, 9)


@given(st.lists(st.integers(0, 5), max_size=4), st.integers(0, 6), st.data())
def test_no_noun_names_more_than_it_speaks_of(
    counts: list[int], objects: int, data: st.DataObject
) -> None:
    rows = [[data.draw(pairs) for _ in range(objects)] for _ in counts]
    found = best_matching(counts, objects, rows)
    most = sum(
        min(count or objects, sum(pair.is_match for pair in row))
        for count, row in zip(counts, rows, strict=True)
    )
    assert len(found.named) <= min(most, objects)
    assert 0 <= found.credit <= objects
