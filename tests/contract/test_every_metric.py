"""What every registered metric must do; a metric that is forgotten here fails."""

from __future__ import annotations

import json
import pickle
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutline
from cutline.core.metric import Metric
from cutline.core.registry import metric_classes
from cutline.core.score import Score
from cutline.core.spec import SETS, format_spec, parse_spec, parse_specs
from tests.golden.given_parses import given_parses
from tests.suitable_demo import demo_score

GOLDEN = Path(__file__).parent.parent / "golden"
NAMES = sorted(metric_classes())
METRICS = [metric_classes()[name]() for name in NAMES]


@pytest.fixture(params=METRICS, ids=str)
def metric(request: pytest.FixtureRequest) -> Metric:
    return request.param


def known_values(score: Score) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The values of a score: of every image, unless the metric is about some of them."""
    is_known = np.isfinite(score.values)
    assert is_known.all() or not score.metric.is_for_all_images
    return score.values[is_known]


def parses_of(golden: dict[str, Any]) -> AbstractContextManager[None]:
    """A metric that parses captions is held to parses that its golden file gives."""
    if "scenes" in golden:
        return given_parses({text: scene["parse"] for text, scene in golden["scenes"].items()})
    return given_parses(golden["parses"]) if "parses" in golden else nullcontext()


@pytest.mark.parametrize("name", NAMES)
def test_has_a_golden_file_and_meets_it(name: str) -> None:
    path = GOLDEN / f"{name}.json"
    assert path.exists(), f"{name} has no golden file: see CONTRIBUTING.md"
    golden = json.loads(path.read_text(encoding="utf-8"))
    assert golden["source"]
    assert golden["cases"]
    for case in golden["cases"]:
        given = case["captions"]
        references, candidates, objects = (
            {key: item[name] for key, item in given.items() if name in item} or None
            for name in ("references", "candidate", "objects")
        )
        with parses_of(golden):
            scores = cutline.score(
                candidates, references, case["spec"], objects=objects, tokenizer="none"
            )
        score = scores[case["spec"]]
        if "statistics" in case:
            assert score.statistics.tolist() == case["statistics"]
        if golden["exact"]:
            assert score.values.tolist() == case["values"]
            assert score.value == case["value"]
        else:
            values = [np.nan if value is None else value for value in case["values"]]
            np.testing.assert_allclose(score.values, values, rtol=1e-12, atol=1e-12)
            assert score.value == pytest.approx(case["value"], rel=1e-12)


def test_prints_a_spec_that_can_be_typed_back_in(metric: Metric) -> None:
    assert parse_spec(str(metric)) == metric
    assert parse_spec(format_spec(metric, full=True)) == metric


def test_explains_itself(metric: Metric) -> None:
    assert metric.summary
    assert metric.columns
    assert type(metric).__doc__
    assert metric.highest > 0


def test_gives_one_row_and_one_value_for_each_image(metric: Metric) -> None:
    score = demo_score(metric)
    assert score.statistics.shape == (24, len(metric.columns))
    assert score.values.shape == (24,)
    known = known_values(score)
    assert (known >= 0).all()
    assert (known <= metric.highest + 1e-9).all()


def test_scores_a_better_system_higher(metric: Metric) -> None:
    assert demo_score(metric, "steady").value > demo_score(metric, "parrot").value


def test_is_the_same_on_any_number_of_threads(metric: Metric) -> None:
    one, four = (demo_score(metric, "hasty", jobs).values for jobs in (1, 4))
    assert np.array_equal(one, four, equal_nan=True)


def test_computes_slices_from_statistics_alone(metric: Metric) -> None:
    score = demo_score(metric)
    everything = score.rows(np.arange(24))
    assert everything.value == score.value
    part = score.rows(np.array([3, 5, 7]))
    assert np.array_equal(part.values, score.values[[3, 5, 7]], equal_nan=True)
    assert np.array_equal(part.value, metric.score(score.statistics[[3, 5, 7]]), equal_nan=True)


def test_leaves_statistics_as_they_were(metric: Metric) -> None:
    score = demo_score(metric)
    before = score.statistics.copy()
    metric.score(score.statistics), metric.values(score.statistics), metric.parts(score.statistics)
    assert np.array_equal(before, score.statistics)


def test_signature_names_every_setting(metric: Metric) -> None:
    score = demo_score(metric)
    signature = str(score.signature)
    for setting in metric.settings:
        assert f"{setting}=" in signature or setting == metric.numbered_by
    assert "tok:ptb(context=official)" in signature
    assert "refs:5|images:24" in signature


def test_survives_being_sent_to_another_process(metric: Metric) -> None:
    assert pickle.loads(pickle.dumps(metric)) == metric


def test_answers_empty_captions(metric: Metric) -> None:
    some = "[a|1]" if metric.needs_boxes else "a"
    references = {1: [f"{some} b"], 2: ["", "c"]}
    objects = {1: ["dog"], 2: []} if metric.needs_objects else None
    score = cutline.score({1: "", 2: some}, references, [metric], objects=objects, policy="lenient")
    known_values(score[str(metric)])


def test_sets_hold_known_metrics() -> None:
    for specs in SETS.values():
        assert [str(m) for m in parse_specs(specs)] == list(specs)
    on_plain_captions = {m.name for m in METRICS if not m.needs_boxes and m.is_for_all_images}
    assert {m.name for m in parse_specs("all")} == on_plain_captions
