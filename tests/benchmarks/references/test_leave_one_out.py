"""Human scores are those of a plain loop over `cutline.score`."""

from __future__ import annotations

import warnings
from statistics import fmean

import numpy as np
import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.benchmarks.references import leave_one_out
from cutline.benchmarks.references.order import caption_order
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark, ImageId, Run
from tests.benchmarks.references.small_pools import POOL, captions_of, pool

SPECS = ["bleu-1", "bleu-4", "rouge-l", "cider-d", "cider"]


def naive_rounds(
    said: dict[ImageId, list[str]], rounds: int, seed: int, run: Run | None = None
) -> dict[str, list[float]]:
    """The scores of each round, one after the other."""
    found: dict[str, list[float]] = {spec: [] for spec in SPECS}
    for position in range(rounds):
        human, references = {}, {}
        for image_id, captions in said.items():
            place = caption_order(image_id, len(captions), seed)[position]
            human[image_id] = captions[place]
            references[image_id] = [text for i, text in enumerate(captions) if i != place]
        scores = cutline.score(human if run is None else run, references, SPECS)
        for spec in SPECS:
            found[spec].append(scores[spec].value)
    return found


@pytest.mark.parametrize("seed", [1, 5])
def test_equals_a_naive_loop(seed: int) -> None:
    found = leave_one_out(pool(), SPECS, seed=seed)
    expected = naive_rounds(POOL, 4, seed)
    for spec in SPECS:
        assert found.human.values(spec) == expected[spec]
        assert found.human.value(spec) == fmean(expected[spec])
    assert (found.rounds, found.human.system) == (4, "human")


def test_systems_are_scored_against_the_same_references() -> None:
    said, steady = captions_of(demo_benchmark()), demo_run("steady")
    found = leave_one_out(demo_benchmark(), SPECS, candidates=[steady])
    expected = naive_rounds(said, 5, 1, steady)
    assert {spec: found.systems[1].values(spec) for spec in SPECS} == expected
    assert [one.system for one in found.systems] == ["human", "steady"]


def test_fewer_rounds_are_the_first_ones() -> None:
    whole, part = (leave_one_out(pool(), SPECS, rounds=rounds) for rounds in (None, 2))
    for spec in SPECS:
        assert part.human.values(spec) == whole.human.values(spec)[:2]
    assert part.procedure == "leave-one-out:rounds=2|seed:1"


def test_more_rounds_than_an_image_has_captions_leave_it_out() -> None:
    with pytest.raises(ContentError, match=r"the 5 that are needed: 7 \(4\), 9 \(4\)"):
        leave_one_out(pool(), SPECS, rounds=5)
    found = leave_one_out(pool(), SPECS, rounds=5, policy="lenient")
    assert (found.left_out, list(found.human.image_ids)) == ((7, 9), ["eight"])


def test_a_slice_is_its_images_with_all_else_unchanged() -> None:
    found = leave_one_out(demo_benchmark(), SPECS)
    places = np.array([0, 3, 5])
    cut = found.human.rows(places)
    whole = found.human.rounds[2]["cider-d"].values
    assert cut.rounds[2]["cider-d"].value == pytest.approx(whole[places].mean())
    signature = cut.signatures["cider-d"]
    assert (signature.images, signature.data[-6:]) == (3, "[3/24]")


def test_the_signature_says_how_many_references_there_were() -> None:
    found = leave_one_out(pool(), "rouge-l")
    assert found.human.signatures["rouge-l"].references == "3-4"
    table = found.table()
    assert table["value"] == [found.human.value("rouge-l")]
    assert table["lowest"][0] <= table["value"][0] <= table["highest"][0]
    assert table["procedure"] == ["leave-one-out:rounds=4|seed:1"]


def test_people_who_agree_in_every_word_have_full_marks() -> None:
    alike = {1: ["a dog runs over the grass"] * 3, 2: ["two cats sleep on a sofa"] * 3}
    found = leave_one_out(alike, "bleu-4,rouge-l,cider-d")
    values = {spec: found.human.value(spec) for spec in found.human.specs}
    assert values == pytest.approx({"bleu-4": 1, "rouge-l": 1, "cider-d": 10})


def test_runs_that_lack_images_cut_everybody_if_lenient() -> None:
    steady = demo_run("steady")
    part = Run("steady", dict(list(steady.captions.items())[:9]))
    with pytest.raises(ContentError, match="no caption for this image"):
        leave_one_out(demo_benchmark(), "rouge-l", candidates=[part])
    found = leave_one_out(demo_benchmark(), "rouge-l", candidates=[part], policy="lenient")
    assert [len(one.image_ids) for one in found.systems] == [9, 9]


def test_a_missing_part_is_told_once() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        leave_one_out(pool())
    assert len({str(one.message) for one in told}) == len(told)


def test_no_rounds_are_refused() -> None:
    with pytest.raises(UsageError, match="rounds: found 0"):
        leave_one_out(pool(), "rouge-l", rounds=0)


def test_the_pool_is_not_changed() -> None:
    benchmark: Benchmark = pool()
    before = captions_of(benchmark)
    leave_one_out(benchmark, "rouge-l")
    assert captions_of(benchmark) == before
