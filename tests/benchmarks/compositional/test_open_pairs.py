"""Pairs of any words."""

from __future__ import annotations

from cutline.benchmarks.compositional.occurrences import count_pairs
from cutline.benchmarks.compositional.open_pairs import find_any_pairs
from cutline.core.types import Benchmark
from tests.benchmarks.compositional.small_benchmarks import CONCEPTS, benchmark


def totals(of: Benchmark) -> dict[str, tuple[int, ...]]:
    return {count.pair.name: count.by_agreement for count in count_pairs(find_any_pairs(of)).counts}


def test_a_known_answer() -> None:
    found = totals(
        benchmark(
            ["two purple foxes sleep", "a purple fox", "the fox sleeps on a table"],
            ["a fox is purple", "a lamp", "a lamp"],
        )
    )
    assert found == {"purple fox": (1, 1, 0), "sleep fox": (0, 1, 0)}


def test_each_word_stands_for_itself() -> None:
    assert totals(benchmark(["a black cat", "a black kitten"])) == {
        "black cat": (1, 0),
        "black kitten": (1, 0),
    }


def test_an_adjective_and_a_verb_of_one_spelling_are_two_pairs() -> None:
    found = count_pairs(find_any_pairs(benchmark(["an open door"], ["the doors open slowly"])))
    kinds = {(c.pair.other.kind, c.pair.name): c.total for c in found.counts}
    assert kinds[("adjective", "open door")] == 1
    assert kinds[("verb", "open door")] == 1


def test_being_is_no_event() -> None:
    assert totals(benchmark(["there is a lamp", "it is a lamp on a table"])) == {}


def test_signs_and_figures_are_no_words() -> None:
    assert totals(benchmark(["###", "12 !!", ""])) == {}


def test_the_first_sentence_counts() -> None:
    assert totals(benchmark(["a purple fox. a green lamp."])) == {"purple fox": (1,)}


def test_a_gerund_is_counted_with_its_verb() -> None:
    found = totals(benchmark(["a small dog standing in a room"], ["a dog stands in a room"]))
    assert found["stand dog"] == (2,)
    assert "standing dog" not in found


def test_pairs_do_not_depend_on_which_came_first() -> None:
    texts = (["a purple fox"], ["a lamp shines"], ["a fox sleeps"])
    straight, reverse = find_any_pairs(benchmark(*texts)), find_any_pairs(benchmark(*texts[::-1]))
    assert straight.pairs == reverse.pairs
    assert straight.concepts == reverse.concepts


def test_words_are_mentioned_whether_they_belong_to_a_pair_or_not() -> None:
    found = find_any_pairs(benchmark(["a purple fox beside a lamp"], ["a lamp"]))
    lamp = next(number for number, c in enumerate(found.concepts) if c.name == "lamp")
    assert found.images_with(lamp).tolist() == [0, 1]


def test_held_out_pairs_are_marked_by_their_names() -> None:
    counts = count_pairs(find_any_pairs(benchmark(["a black cat and a grey dog"])), CONCEPTS.pairs)
    assert {c.pair.name: c.is_held_out for c in counts.counts} == {
        "black cat": True,
        "grey dog": False,
    }
