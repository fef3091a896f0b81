"""Precision at human recall, against a slow and exact implementation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.word_agreement import (
    PrecisionAtHumanRecall,
    count_words,
    precision_at_human_recall,
    simulate,
    with_parts,
    words_of_run,
    words_of_scores,
)
from cutline.benchmarks.word_agreement.part_precision import draw_images
from cutline.benchmarks.word_agreement.ranking import rank_images
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.word_scores import WordScores

from .naive import people
from .naive import precision_at_human_recall as by_hand

marks = st.lists(
    st.integers(3, 5).flatmap(lambda n: st.lists(st.booleans(), min_size=n, max_size=n)),
    min_size=1,
    max_size=8,
).filter(lambda found: any(map(any, found)))
scores = st.dictionaries(st.integers(0, 7), st.sampled_from([-1.5, 0.0, 0.25, 0.5, 3.0]))


def owls(found: list[list[bool]]) -> Benchmark:
    captions = tuple([("an owl" if mark else "it") for mark in of_image] for of_image in found)
    return Benchmark("owls", tuple(range(len(found))), captions)


def scored(images: int, values: Mapping[int, float], word: str = "owl") -> WordScores:
    named = [image for image in values if image < images]
    return WordScores(
        "system",
        tuple(range(images)),
        ("other", word),
        np.array(named, dtype=np.int32),
        np.ones(len(named), dtype=np.int32),
        np.array([values[image] for image in named], dtype=np.float64),
    )


@given(marks, scores, st.integers(1, 2))
def test_it_is_what_a_loop_over_fractions_gives(
    found: list[list[bool]], values: dict[int, float], k: int
) -> None:
    use = count_words(owls(found), ["owl"])
    said = words_of_scores(scored(len(found), values), use)
    ours = precision_at_human_recall(use, said, k, resamples=0).found
    kept = {image: score for image, score in values.items() if image < len(found)}
    theirs = by_hand(found, kept, k)
    if theirs is None:
        assert np.isnan(ours.precision[0])
    else:
        assert ours.precision[0] == pytest.approx(float(theirs))
    precision, recall = people(found, k)
    assert ours.human_recall[0] == pytest.approx(float(recall or 0))
    assert ours.human_precision[0] == pytest.approx(float(precision or 0))


@given(marks, scores)
def test_only_the_order_of_scores_counts(found: list[list[bool]], values: dict[int, float]) -> None:
    use = count_words(owls(found), ["owl"])
    changed = {image: 10 * score + 7 for image, score in values.items()}
    one, other = (
        precision_at_human_recall(
            use, words_of_scores(scored(len(found), given_scores), use), resamples=0
        )
        for given_scores in (values, changed)
    )
    assert one.found.precision[0] == pytest.approx(other.found.precision[0], nan_ok=True)


def run_on(benchmark: Benchmark, captions: dict[ImageId, list[str]], k: int = 2) -> float:
    use = count_words(benchmark, ["owl"])
    said = words_of_run(Run("run", captions), use)
    return float(precision_at_human_recall(use, said, k, resamples=0).found.precision[0])


def test_words_alone_have_one_precision() -> None:
    both = [[True, True, False], [True, True, False], [False] * 3, [False] * 3]
    owl, it = ["an owl"], ["it"]
    # All owls and half of the others are named: recall is that of people and more.
    assert run_on(owls(both), {0: owl, 1: owl, 2: owl, 3: it}) == pytest.approx(
        (4 / 3 * 2) / (4 / 3 * 2 + 1)
    )
    assert run_on(owls(both), {0: owl, 1: owl, 2: it, 3: it}) == 1
    # Nothing is named: all images come in random order.
    nothing = dict.fromkeys(range(4), it)
    assert run_on(owls(both), {**nothing}) == pytest.approx((4 / 3 * 2) / (4 / 3 * 2 + 2))


def test_naming_less_never_helps() -> None:
    both = [[True] * 3, [True, True, False], [False] * 3, [False] * 3]
    owl, it = ["an owl"], ["it"]
    more = run_on(owls(both), {0: owl, 1: owl, 2: it, 3: it})
    less = run_on(owls(both), {0: owl, 1: it, 2: it, 3: it})
    assert less < more


def test_several_captions_grade_words() -> None:
    both = [[True] * 3, [False] * 3, [False] * 3]
    sure, unsure, never = ["an owl", "owls, one owl"], ["an owl", "it"], ["it", "it"]
    assert run_on(owls(both), {0: sure, 1: unsure, 2: never}) == 1
    assert run_on(owls(both), {0: unsure, 1: sure, 2: never}) < 0.7


def test_people_as_a_system_are_as_good_as_people() -> None:
    simulated = simulate(20_000, p=0.7, q=0.2, captions=5)
    rest = Benchmark(
        "rest", simulated.image_ids, tuple(texts[:4] for texts in simulated.references)
    )
    pairs = zip(simulated.image_ids, simulated.references, strict=True)
    person = Run("a person", {image_id: [texts[4]] for image_id, texts in pairs})
    use = count_words(rest, ["thing"])
    mean = precision_at_human_recall(use, words_of_run(person, use), 3, resamples=0).mean
    assert mean.own_precision == pytest.approx(mean.human.value, abs=0.02)
    assert mean.own_recall == pytest.approx(mean.human_recall, abs=0.02)


ZOO = Benchmark(
    "zoo",
    (1, 2, 3, 4),
    (
        ["a grey seal", "a seal dives", "one seal", "a seal"],
        ["a grey wolf", "the wolf", "a wolf looks", "some animal"],
        ["a seal", "grey water", "a grey seal", "a seal"],
        ["a red fox", "the fox", "a fox", "two foxes"],
    ),
)


def zoo(captions: dict[ImageId, list[str]], resamples: int = 100) -> PrecisionAtHumanRecall:
    use = with_parts(count_words(ZOO, ["seal", "wolf", "fox", "grey", "red"]), ZOO)
    said = words_of_run(Run("keeper", captions), use)
    return precision_at_human_recall(use, said, resamples=resamples)


SAID: dict[ImageId, list[str]] = {1: ["a seal"], 2: ["a wolf"], 3: ["a wolf"], 4: ["a fox"]}


def test_means_are_over_words_that_have_a_value() -> None:
    found = zoo(SAID)
    assert found.words == ("seal", "wolf", "fox", "grey", "red")
    assert np.isnan(found.found.precision).tolist() == [False, False, False, False, True]
    parts = {part.part: part for part in found.by_part}
    assert {name: part.words for name, part in parts.items()} == {
        **{"noun": 3, "adjective": 1},
        "all": 4,
    }
    assert found.mean.precision.value == pytest.approx(found.found.precision[:4].mean())
    assert found.mean.human.value == pytest.approx(found.found.human_precision[:4].mean())
    gap = (found.mean.precision.value or 0) - (found.mean.human.value or 0)
    assert found.mean.difference.value == pytest.approx(gap)
    assert found.is_reached.tolist() == [False, True, True, False, False]
    assert (parts["noun"].reached, parts["adjective"].reached) == (2, 0)
    assert found.mean.precision_reached == pytest.approx(found.found.precision[1:3].mean())


def test_intervals_hold_the_value_and_follow_the_seed() -> None:
    one, other = zoo(SAID), zoo(SAID)
    for estimate in (one.mean.precision, one.mean.human, one.mean.difference):
        assert estimate.value is not None
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.low < estimate.value < estimate.high
    assert one.mean == other.mean
    assert zoo(SAID, resamples=0).mean.precision.low is None


def test_intervals_hold_what_more_images_show() -> None:
    def measured(images: int, seed: int, resamples: int) -> PrecisionAtHumanRecall:
        simulated = simulate(images, p=0.6, q=0.3, captions=6, seed=seed)
        pairs = list(zip(simulated.image_ids, simulated.references, strict=True))
        rest = Benchmark("rest", simulated.image_ids, tuple(texts[:5] for _, texts in pairs))
        use = count_words(rest, ["thing"])
        # Says the word where a person does, and in each seventh image.
        said = {i: ["thing" if i % 7 == 0 else texts[5]] for i, texts in pairs}
        run = words_of_run(Run("person", said), use)
        return precision_at_human_recall(use, run, 4, resamples=resamples)

    truth = measured(60_000, 99, 0).mean.precision.value
    assert truth is not None
    inside = 0
    for seed in range(60):
        found = measured(500, seed, 100).mean.precision
        inside += (found.low or 0) <= truth <= (found.high or 1)
    assert 50 <= inside <= 60


def test_fewer_groups_give_nearly_the_same_figures() -> None:
    use = count_words(simulate(3_000, p=0.5, q=0.2, captions=5), ["thing"])
    having = np.zeros(3_000)
    having[use.in_images.images] = use.in_images.counts
    noise = np.random.default_rng(3).normal(0, 1.5, 3_000)
    values = dict(enumerate((having + noise).tolist()))
    scored_words = scored(3_000, values, "thing")
    said = words_of_scores(replace(scored_words, image_ids=use.image_ids), use)
    exact, coarse = (rank_images(use, said, 0, 4, most) for most in (None, 200))
    assert (exact.groups, coarse.groups) == (3_001, 201)
    draws = draw_images(3_000, 100, seed=1, jobs=1)
    one, other = (ranking.reach(draws) for ranking in (exact, coarse))
    assert other.human_precision == pytest.approx(one.human_precision)
    assert other.precision == pytest.approx(one.precision, abs=0.01)
    assert other.precision.std() == pytest.approx(one.precision.std(), rel=0.05)


def test_images_that_are_not_covered_are_left_out_for_people_too() -> None:
    some = {image_id: SAID[image_id] for image_id in (1, 2)}
    found = zoo(some, resamples=0)
    assert found.use.image_ids == (1, 2)
    alone = count_words(ZOO.only([1, 2]), ["seal", "wolf"])
    again = precision_at_human_recall(alone, words_of_run(Run("keeper", some), alone), resamples=0)
    assert found.found.precision[:2].tolist() == again.found.precision.tolist()
    assert np.isnan(found.found.human_recall[2])


def test_images_with_too_few_captions_are_left_out() -> None:
    ragged = Benchmark("ragged", (1, 2, 3), (["a seal"], *ZOO.references[:2]))
    use = count_words(ragged, ["seal", "wolf"])
    run = Run("run", {1: ["a wolf"], 2: ["a seal"], 3: ["a wolf"]})
    found = precision_at_human_recall(use, words_of_run(run, use), 3, resamples=0)
    assert found.use.image_ids == (2, 3)
    assert found.found.precision.tolist() == [1, 1]


def test_lemmas_of_systems_too() -> None:
    use = count_words(ZOO, ["fox"], unit="lemma")
    said = words_of_run(Run("keeper", {1: ["it"], 2: ["it"], 3: ["it"], 4: ["foxes"]}), use)
    assert precision_at_human_recall(use, said, resamples=0).found.precision.tolist() == [1]


def test_table_and_dictionary() -> None:
    found = zoo(SAID)
    assert found.table()["precision"][4] is None
    content = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert content["by_part"][-1]["precision"]["value"] == found.mean.precision.value
    assert content["signature"].startswith(
        "precision-at-human-recall(k=3,unit=token,resamples=100,seed=1,words=5="
    )
    assert repr(found) == "PrecisionAtHumanRecall('keeper', 5 words)"


def test_mistakes() -> None:
    use = count_words(ZOO, ["seal"])
    said = words_of_run(Run("keeper", SAID), use)
    with pytest.raises(UsageError, match="k is a whole number from 1 on, not 0"):
        precision_at_human_recall(use, said, 0)
    with pytest.raises(UsageError, match="100 resamples or more, or 0 for none, not 7"):
        precision_at_human_recall(use, said, resamples=7)
    with pytest.raises(UsageError, match="a seed is a whole number"):
        precision_at_human_recall(use, said, seed=-1)
    with pytest.raises(ContentError, match="no image has 5 captions"):
        precision_at_human_recall(use, said, 4)
    with pytest.raises(ContentError, match="keeper: has no image of zoo"):
        words_of_run(Run("keeper", {99: ["a seal"]}), use)
