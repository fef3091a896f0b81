"""Gaps: what is trained on, what is held out, and that nothing leaks."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.compositional.gap_folder import SourceSet, write_gaps
from cutline.benchmarks.compositional.gaps import (
    Gap,
    GapRule,
    Gaps,
    Grouping,
    cut_gaps,
    pair_groups,
)
from cutline.benchmarks.compositional.plain_text import PlainTextMatcher
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark
from cutline.datasets.compositional_gaps import read_gaps
from cutline.datasets.read import read_references
from cutline.text.concepts import compositional_concepts
from cutline.text.pair_matching import MATCHERS, MatcherName, pair_matcher
from tests.benchmarks.compositional.gap_examples import (
    DOUBTFUL,
    EVALUATION,
    HELD,
    TRAIN,
    benchmark,
    pairs,
)
from tests.shared_data import shared_data


def only_gap(cut: Gaps) -> Gap:
    [gap] = cut.gaps
    return gap


def everything(cut: Gaps) -> list[object]:
    return [
        (gap.name, gap.train, gap.left_out, gap.concepts, held.image_ids, held.agreeing.tolist())
        for gap in cut.gaps
        for held in (gap.val, gap.evaluation)
    ]


@pytest.mark.parametrize("rule", get_args(GapRule))
def test_images_go_where_their_captions_say(rule: GapRule) -> None:
    gap = only_gap(cut_gaps(benchmark(), pairs(), benchmark(EVALUATION), rule=rule))
    assert set(gap.val.image_ids) == HELD
    assert set(gap.evaluation.image_ids) == {21, 22}
    assert set(gap.left_out) == (DOUBTFUL if rule == "together" else set())
    assert set(gap.train) == set(TRAIN) - HELD - set(gap.left_out)


def test_agreeing_references_are_counted_by_pair() -> None:
    gap = only_gap(cut_gaps(benchmark(), pairs(), benchmark(EVALUATION)))
    assert gap.val.by_references(0) == {1: 1, 2: 2}  # image 4 says it in two ways
    assert gap.val.by_references(1) == {1: 2}
    assert list(gap.evaluation.places()) == [(21, 0, 1), (22, 1, 3)]


def test_what_is_left_of_concepts_is_counted() -> None:
    gap = only_gap(cut_gaps(benchmark(), pairs(), benchmark(EVALUATION)))
    left = {of.concept.name: (of.before, of.after) for of in gap.concepts}
    assert left == {"black": (6, 2), "cat": (6, 2), "eat": (4, 1), "man": (4, 1)}


def test_a_concept_that_vanishes_is_a_warning() -> None:
    captions = {image_id: TRAIN[image_id] for image_id in (1, 3, 8)}
    cut = cut_gaps(benchmark(captions), pairs(), benchmark(EVALUATION))
    assert any("'man' out of the training set" in text for text in cut.warnings())
    assert not any("'black'" in text for text in cut.warnings())
    whole = cut_gaps(benchmark(), pairs(), benchmark(EVALUATION))
    assert whole.warnings() == []


def test_sets_that_are_empty_are_warnings() -> None:
    only_held = {1: TRAIN[1]}
    cut = cut_gaps(benchmark(only_held), pairs("black cat"), benchmark({23: EVALUATION[23]}))
    said = " ".join(cut.warnings())
    assert "no image is left to train on" in said
    assert "no image has a pair to evaluate with" in said


@pytest.mark.parametrize(
    ("grouping", "names"),
    [("given", ["1"]), ("each", ["black cat", "eat man"]), ("all", ["all"])],
)
def test_pairs_are_held_out_in_groups(grouping: Grouping, names: list[str]) -> None:
    cut = cut_gaps(benchmark(), pairs(), benchmark(EVALUATION), grouping=grouping)
    assert [gap.name for gap in cut.gaps] == names
    if grouping == "each":
        assert set(cut.gaps[0].val.image_ids) == {1, 2, 4}
        assert set(cut.gaps[1].val.image_ids) == {3, 4}


def test_a_pair_of_two_groups_is_held_out_once_when_all_are() -> None:
    concepts = compositional_concepts()
    first = concepts.pair_groups[0]
    twice = replace(concepts, pair_groups=(first, ("again", first[1])))
    assert pair_groups(twice, "all") == (("all", first[1]),)


def test_held_out_images_are_parted_where_there_are_no_others() -> None:
    whole = only_gap(cut_gaps(benchmark(), pairs(), val_share=1))
    assert set(whole.val.image_ids) == HELD
    assert whole.evaluation.image_ids == ()
    nothing = only_gap(cut_gaps(benchmark(), pairs(), val_share=0))
    assert set(nothing.evaluation.image_ids) == HELD
    parted = [only_gap(cut_gaps(benchmark(), pairs(), seed=seed)) for seed in range(8)]
    for gap in parted:
        assert set(gap.val.image_ids) ^ set(gap.evaluation.image_ids) == HELD
    assert len({gap.val.image_ids for gap in parted}) > 1


def test_an_image_is_parted_the_same_way_whatever_others_there_are() -> None:
    many = {number: ["A black cat."] for number in range(200)}
    half = {number: many[number] for number in range(0, 200, 2)}
    gaps = [only_gap(cut_gaps(benchmark(of), pairs(), matcher="words")) for of in (many, half)]
    assert set(gaps[1].val.image_ids) == set(gaps[0].val.image_ids) & set(half)
    assert 60 < len(gaps[0].val.image_ids) < 140


def test_images_to_evaluate_with_are_not_those_to_train_on() -> None:
    with pytest.raises(ContentError, match=r"2 of its images are in toy too, such as '1'"):
        cut_gaps(benchmark(), pairs(), benchmark({1: TRAIN[1], 7: TRAIN[7]}, "other"))


def test_captions_without_any_pair_are_refused() -> None:
    captions = {8: TRAIN[8], 9: TRAIN[9]}
    with pytest.raises(ContentError, match="no caption has any of the pairs black cat, eat man"):
        cut_gaps(benchmark(captions), pairs())


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rule": "relatd"}, "did you mean related"),
        ({"grouping": "eech"}, "did you mean each"),
        ({"val_share": 1.5}, "from 0 to 1, not 1.5"),
        ({"matcher": "word"}, "did you mean words"),
    ],
)
def test_wrong_settings_are_named(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        cut_gaps(benchmark(), pairs(), **wrong)  # type: ignore[arg-type]


def test_without_pairs_there_is_nothing_to_cut() -> None:
    concepts = replace(compositional_concepts(), pair_groups=())
    with pytest.raises(UsageError, match="no pair to hold out"):
        cut_gaps(benchmark(), concepts)


WORDS = (
    *("a", "the", "black", "Black-and-white", "small", "cat", "cats", "kitten", "man", "men"),
    *("is", "eating", "eats", "ate", "and", "on", "with", "sofa", "cat.", "man's", ","),
)
captions = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
images = st.dictionaries(
    st.integers(0, 999), st.lists(captions, min_size=1, max_size=3), min_size=1, max_size=12
)
#: Written out by hand: nothing of the program tells the test what a word of a concept is.
BLACK, CAT = {"black"}, {"cat", "cats", "kitten"}
MAN, EAT = {"man", "men"}, {"eating", "eats", "ate"}


def has_both(caption: str) -> bool:
    words = set(re.findall("[a-z]+", caption.lower()))
    return bool((words & BLACK and words & CAT) or (words & MAN and words & EAT))


def cut_or_none(data: Benchmark, rule: GapRule, matcher: MatcherName) -> Gap | None:
    try:
        return only_gap(cut_gaps(data, pairs(), rule=rule, matcher=matcher))
    except ContentError:
        return None


@given(images, st.sampled_from(get_args(GapRule)), st.sampled_from(["words", "together"]))
def test_every_image_goes_to_one_place(
    said: dict[int, list[str]], rule: GapRule, matcher: MatcherName
) -> None:
    gap = cut_or_none(benchmark(said), rule, matcher)
    if gap is None:
        found = pair_matcher(matcher, pairs().pairs)
        assert not found.match([text for texts in said.values() for text in texts]).any()
        return
    parts = [gap.train, gap.val.image_ids, gap.evaluation.image_ids, gap.left_out]
    assert sorted(image_id for part in parts for image_id in part) == sorted(said)


@given(images, st.sampled_from(["words", "together"]))
def test_no_training_caption_has_words_of_both(
    said: dict[int, list[str]], matcher: MatcherName
) -> None:
    gap = cut_or_none(benchmark(said), "together", matcher)
    if gap is not None:
        clean = {image_id for image_id, texts in said.items() if not any(map(has_both, texts))}
        assert set(gap.train) == clean


@given(images, st.randoms(use_true_random=False), st.sampled_from(get_args(GapRule)))
def test_the_order_of_images_does_not_matter(
    said: dict[int, list[str]], shuffler: random.Random, rule: GapRule
) -> None:
    said = {**said, 1000: ["a black cat"]}
    items = list(said.items())
    shuffler.shuffle(items)
    cuts = [
        cut_gaps(benchmark(of), pairs(), rule=rule, matcher="words") for of in (said, dict(items))
    ]
    assert everything(cuts[0]) == everything(cuts[1])


@given(captions)
def test_plain_text_finds_all_that_others_find(caption: str) -> None:
    held = pairs().pairs
    plain = PlainTextMatcher(held).match([caption])
    for name in MATCHERS:
        if name != "parse":
            assert not (pair_matcher(name, held).match([caption]) & ~plain).any()
    assert bool(plain.any()) == has_both(caption)


def sample(name: str, lists: list[set[int]]) -> Benchmark:
    """Every fourth image of the published lists, and others from the same captions."""
    path = shared_data(f"coco_captions_2014/captions_{name}2014.json.gz")
    whole, _ = read_references(path)
    chosen = {image_id for ids in lists for image_id in sorted(ids)[::4]}
    return whole.only(chosen | set(sorted(whole.image_ids)[::60]))


def test_gaps_in_coco_hold_what_the_published_splits_hold(tmp_path: Path) -> None:
    folder = shared_data("compositional/dataset_splits")
    published = [read_gaps(folder / f"dataset_splits_{number}.json")[0] for number in range(1, 5)]
    train = sample("train", [set(split.val) for split in published])
    evaluation = sample("val", [set(split.evaluation) for split in published])
    made = cut_gaps(train, compositional_concepts(), evaluation)
    _, checks = write_gaps(made, tmp_path / "gaps", SourceSet(train), SourceSet(evaluation))
    assert all(check.passes and check.is_read_back for check in checks.values())
    for gap, split in zip(read_gaps(tmp_path / "gaps"), published, strict=True):
        assert sorted(gap.pairs) == sorted(split.pairs)
        assert len(gap.train) > 1000
        assert not set(gap.train) & set(split.val)
        for ours, theirs, known in (
            (gap.val, split.val, train),
            (gap.evaluation, split.evaluation, evaluation),
        ):
            there = set(theirs) & set(known.image_ids)
            assert len(there) > 300
            assert len(there & set(ours)) / len(there) >= 0.95
