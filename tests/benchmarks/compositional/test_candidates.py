"""Pairs that are good to hold out."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.compositional.candidates import Candidate, Demands, propose
from cutline.benchmarks.compositional.found_pairs import FoundPairs, find_pairs
from cutline.benchmarks.compositional.open_pairs import find_any_pairs
from tests.benchmarks.compositional.small_benchmarks import CONCEPTS, benchmark, pair

#: So little is asked that a handful of captions meets it.
FEW = Demands(evaluation_images=1, images_left=2, partners=1, partner_images=1, largest_share=0.6)

TRAINING = (
    ["a black cat", "a white cat"],
    ["a black cat", "a cat"],
    ["a white cat"],
    ["a white cat"],
    ["a black dog"],
    ["a black dog"],
    ["a cat"],
)
EVALUATION = (["a black cat", "a black cat"], ["a black cat", "a cat"], ["a white cat", "a cat"])


def found(references: Sequence[Sequence[str]]) -> FoundPairs:
    return find_pairs(benchmark(*references), CONCEPTS.all_pairs(), "words")


def candidate(name: str, demands: Demands = FEW) -> Candidate:
    [one] = propose(found(TRAINING), found(EVALUATION), demands, only=[pair(name)]).candidates
    return one


def test_a_known_answer() -> None:
    one = candidate("black cat")
    assert (one.evaluation_images, one.agreement, one.another) == (2, 1.5, pytest.approx(2 / 3))
    # Cats are in five images, two of which go; black things in four, of which the same two go.
    assert (one.cut, one.noun_left, one.noun_share) == (2, 3, pytest.approx(0.4))
    assert (one.other_left, one.other_share) == (2, 0.5)
    # White cats are left in two images, as one of three goes; black dogs in two.
    assert (one.noun_partners, one.other_partners) == (1, 1)
    assert one.against == ()


@pytest.mark.parametrize(
    ("demands", "against"),
    [
        (Demands(2, 2, 1, 1, 0.6), ["only 2 images to evaluate on"]),
        (
            Demands(1, 4, 1, 1, 0.6),
            ["cat left in only 3 training images", "black left in only 2 training images"],
        ),
        (
            Demands(1, 2, 2, 1, 0.6),
            ["cat left with only 1 partner", "black left with only 1 partner"],
        ),
        (
            Demands(1, 2, 1, 3, 0.6),
            ["cat left with only 0 partners", "black left with only 0 partners"],
        ),
        (Demands(1, 2, 1, 1, 0.45), ["takes 50% of the images of black"]),
    ],
)
def test_what_speaks_against(demands: Demands, against: list[str]) -> None:
    assert list(candidate("black cat", demands).against) == against


def test_those_that_meet_all_demands_stand_first() -> None:
    proposed = propose(found(TRAINING), found(EVALUATION), FEW, held_out=[pair("black cat")])
    assert [(one.pair.name, one.is_held_out) for one in proposed.candidates] == [
        ("black cat", True)
    ]
    easier = Demands(0, 2, 1, 1, 0.6)
    both = propose(found(TRAINING), found(EVALUATION), easier).candidates
    assert [one.pair.name for one in both] == ["black cat", "white cat"]
    assert both[1].against == (
        "white left in only 0 training images",
        "takes 100% of the images of white",
        "white left with only 0 partners",
    )


def test_agreement_decides_between_those_that_meet_all() -> None:
    references = (
        ["a black cat", "a cat"],
        ["a black cat", "a cat"],
        ["a red bus", "a red bus"],
        ["a red car", "a white bus"],
        ["a black dog", "a white cat"],
    )
    asked = Demands(0, 1, 1, 1, 1)
    proposed = propose(found(references), found(references), asked).candidates
    kept = [one.pair.name for one in proposed if one.pair.name in ("black cat", "red bus")]
    assert kept == ["red bus", "black cat"]


def test_verbs_are_no_partners_for_an_adjective() -> None:
    references = (["a black cat"], ["a black cat"], ["a cat is sleeping"], ["a cat is sleeping"])
    [one] = propose(found(references), found(references), FEW, only=[pair("black cat")]).candidates
    assert one.noun_partners == 0


def test_a_pair_that_training_does_not_have() -> None:
    one = candidate("red bus")
    assert (one.evaluation_images, one.cut, one.noun_left, one.agreement) == (0, 0, 0, None)
    assert one.noun_share == 0


def test_pairs_of_any_words() -> None:
    training = find_any_pairs(benchmark(["a purple fox"], ["a red fox"], ["a purple lamp"]))
    evaluation = find_any_pairs(benchmark(["a purple fox"], ["a purple fox"], ["a blue sky"]))
    [one] = propose(training, evaluation, Demands(1, 1, 1, 1, 0.5)).candidates
    assert (one.pair.name, one.noun_left, one.other_left, one.against) == ("purple fox", 1, 1, ())


SAID = {
    "a black cat": {"black cat"},
    "a white cat": {"white cat"},
    "a black dog": {"black dog"},
    "a white dog": {"white dog"},
    "a cat": set(),
    "a black chair": {"black chair"},
}


@given(
    st.lists(st.lists(st.sampled_from(sorted(SAID)), max_size=3), min_size=1, max_size=10),
    st.integers(1, 3),
)
def test_figures_are_those_of_a_slow_count(references: list[list[str]], enough: int) -> None:
    demands = Demands(0, 1, 1, enough, 1)
    [one] = propose(
        found(references), found(references), demands, only=[pair("black cat")]
    ).candidates
    pairs = [set().union(*(SAID[text] for text in texts)) for texts in references]
    words = [{word for text in texts for word in text.split()} for texts in references]
    is_cut = ["black cat" in of_image for of_image in pairs]
    assert one.cut == one.evaluation_images == sum(is_cut)
    for word, left, share in (
        ("cat", one.noun_left, one.noun_share),
        ("black", one.other_left, one.other_share),
    ):
        before = sum(word in of_image for of_image in words)
        assert left == sum(
            word in of_image for of_image, gone in zip(words, is_cut, strict=True) if not gone
        )
        assert share == (pytest.approx((before - left) / before) if before else 0)
    still = [of_image for of_image, gone in zip(pairs, is_cut, strict=True) if not gone]
    images = {name: sum(name in of_image for of_image in still) for name in set().union(*pairs)}
    frequent = {name for name, count in images.items() if count >= enough}
    assert one.noun_partners == sum(name.endswith(" cat") for name in frequent)
    assert one.other_partners == sum(name.startswith("black ") for name in frequent)


def test_tables_and_files() -> None:
    proposed = propose(found(TRAINING), found(EVALUATION), FEW)
    assert proposed.table()["pair"] == ["black cat"]
    assert proposed.table()["against"] == [""]
    plain = json.loads(json.dumps(proposed.to_dict()))
    assert plain["demands"]["partners"] == 1
    assert plain["candidates"][0]["cut"] == 2
