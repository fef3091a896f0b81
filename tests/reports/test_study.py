"""Runs compared as a whole: what is shown by, which images, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Run
from cutline.reports.statistics import Resampling
from cutline.reports.study import compare, lead_metric, shared_images, study
from cutline.scoring.slicing import slice_by

FEW = Resampling(200)
REFERENCES = {1: ["a dog runs"], 2: ["a cat sleeps"], 3: ["two birds"]}


def test_slices_are_compared_like_the_whole() -> None:
    corpus = cutline.Corpus(demo_benchmark(), "bleu-4,cider-d")
    runs = [demo_run("steady"), demo_run("hasty")]
    slicing = slice_by("domain", corpus)
    found = study(corpus, runs, slicings=[slicing], resampling=FEW)
    [sliced] = found.slices
    for label, places in slicing.members.items():
        part = sliced.parts[label]["cider-d"]
        assert part.scores[0].value == np.mean(found.scores[0]["cider-d"].values[places])
        assert part.difference(0, 1).wins <= len(places)


def test_the_lead_metric_is_the_usual_one_or_the_last_or_the_wanted_one() -> None:
    specs = ["cider-d", "bleu-1", "rouge-l"]
    assert lead_metric(specs, None) == "cider-d"
    assert lead_metric(specs, "rouge-l(beta=1.2)") == "rouge-l"
    assert lead_metric(specs[1:], None) == "rouge-l"
    with pytest.raises(UsageError, match="bleu-2 is not computed"):
        lead_metric(specs, "bleu-2")


def test_images_are_disputed_where_runs_differ() -> None:
    runs = {"one": {1: "a dog runs", 2: "a", 3: "two"}, "two": {1: "a", 2: "a", 3: "two birds"}}
    found = compare(runs, REFERENCES, "rouge-l", resampling=FEW)
    assert [found.image_ids[place] for place in found.disputed(5)] == [1, 3]
    assert found.caption(1, 2) == "two birds"
    assert list(found.references(2)) == ["two birds"]


def test_runs_without_a_name_and_runs_of_one_name_are_told_apart() -> None:
    said = {1: "a dog", 2: "a cat", 3: "a bird"}
    found = compare(
        [said, said, Run("best", {i: (c,) for i, c in said.items()})], REFERENCES, "bleu-1"
    )
    assert len(set(found.systems)) == 3
    assert found.systems[-1] == "best"


def test_only_shared_images_are_compared() -> None:
    runs = [{1: "a dog", 2: "a cat"}, {2: "a cat", 3: "a bird"}]
    with pytest.raises(ContentError):
        compare(runs, REFERENCES, "bleu-1")
    found = compare(runs, REFERENCES, "bleu-1", policy="lenient", resampling=FEW)
    assert list(found.image_ids) == [2]
    assert len(shared_images([Run("a", {1: ("x",)}), Run("b", {2: ("x",)})])[0]) == 0


def test_runs_without_an_image_in_common_are_refused() -> None:
    with pytest.raises(ContentError, match="no image is described by all"):
        compare([{1: "a dog"}, {2: "a cat"}], REFERENCES, "bleu-1", policy="lenient")


def test_objects_can_be_given_for_slices() -> None:
    said = {1: "a dog", 2: "a cat", 3: "a bird"}
    objects = {1: ["dog", "tree"], 2: ["cat"], 3: ["bird"]}
    found = compare([said], REFERENCES, "bleu-1", by="objects", objects=objects, resampling=FEW)
    assert list(found.slices[0].parts) == ["1 object", "2 objects"]


def test_nothing_to_compare_is_refused() -> None:
    with pytest.raises(UsageError, match="several runs"):
        compare("results.json", REFERENCES, "bleu-1")
    with pytest.raises(UsageError, match="needs runs"):
        compare([], REFERENCES, "bleu-1")
