"""The curve of references ends where scoring against all of them does."""

from __future__ import annotations

import math

import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.benchmarks.references import leave_one_out, reference_curve
from cutline.benchmarks.references.curve_plan import CurvePlan
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark, Run
from tests.benchmarks.references.small_pools import captions_of, pool

SPECS = ["bleu-1", "bleu-4", "rouge-l", "cider-d"]


def plan(benchmark: Benchmark, runs: tuple[Run, ...] = (), draws: int = 5) -> CurvePlan:
    return CurvePlan(benchmark, runs, None, draws, 1)


def test_with_all_references_it_is_the_plain_score() -> None:
    run = demo_run("hasty")
    found = reference_curve(demo_benchmark(), SPECS, candidates=[run], draws=3)["hasty"]
    plain = cutline.score(run, demo_benchmark(), SPECS)
    assert found.sizes == (1, 2, 3, 4, 5)
    for spec in SPECS:
        assert found.values[spec][-1].tolist() == [plain[spec].value] * 3
        assert found.deviations(spec)[-1] == 0


def test_people_end_at_their_leave_one_out_score() -> None:
    found = reference_curve(demo_benchmark(), SPECS, draws=5)["human"]
    expected = leave_one_out(demo_benchmark(), SPECS).human
    assert found.sizes == (1, 2, 3, 4)
    for spec in SPECS:
        assert found.values[spec][-1].tolist() == expected.values(spec)
        assert found.means(spec)[-1] == pytest.approx(expected.value(spec), rel=1e-12)


def test_every_point_is_a_plain_score_of_what_was_drawn() -> None:
    run = demo_run("steady")
    found = reference_curve(demo_benchmark(), SPECS, candidates=[run], draws=2)
    seen = set()
    for draw, size, references, said in plan(demo_benchmark(), (run,), 2).works(lambda _: None):
        for system, one in said:
            plain = cutline.score(one, references, SPECS)
            for spec in SPECS:
                value = found.systems[system].values[spec][size - 1, draw]
                assert value == plain[spec].value
        seen.add((draw, size))
    # The last size has no choice, and is scored once.
    assert seen == {(0, size) for size in range(1, 6)} | {(1, size) for size in range(1, 5)}


def test_references_are_nested_and_never_the_persons_caption() -> None:
    benchmark = pool()
    before: dict[object, list[str]] = {}
    for draw, size, references, said in plan(benchmark).works(lambda _: None):
        assert [system for system, _ in said] == [0]
        for image_id, texts in captions_of(references).items():
            assert len(texts) == size
            assert said[0][1].captions[image_id][0] not in texts
            assert texts == [text for text in captions_of(benchmark)[image_id] if text in texts]
            if size > 1:
                assert set(before[draw, image_id]) < set(texts)
            before[draw, image_id] = texts


def test_captions_take_turns_in_being_the_persons() -> None:
    works = plan(demo_benchmark(), draws=5).works(lambda _: None)
    humans = [said[0][1] for _, size, _, said in works if size == 1]
    for image_id, texts in captions_of(demo_benchmark()).items():
        assert sorted(human.captions[image_id][0] for human in humans) == sorted(texts)


def test_progress_rises_from_none_to_all() -> None:
    steps: list[float] = []
    list(plan(pool(), draws=2).works(steps.append))
    assert steps[0] == 0
    assert steps == sorted(steps)
    assert steps[-1] < 1


def test_images_with_more_captions_are_drawn_from_at_the_end_too() -> None:
    run = Run("it", {7: ("a dog",), "eight": ("two cats on a sofa",), 9: ("a man",)})
    found = reference_curve(pool(), "rouge-l", candidates=[run], draws=12)["it"]
    assert found.sizes == (1, 2, 3, 4)
    assert len(set(found.values["rouge-l"][-1].tolist())) > 1


def test_a_largest_number_leaves_out_images_with_too_few() -> None:
    with pytest.raises(ContentError, match="the 5 that are needed"):
        reference_curve(pool(), "rouge-l", most=4)
    found = reference_curve(pool(), "rouge-l", most=4, policy="lenient")
    assert (found.left_out, found["human"].sizes) == ((7, 9), (1, 2, 3, 4))
    assert reference_curve(pool(), "rouge-l", most=2)["human"].sizes == (1, 2)


def test_seeds_draw_other_references() -> None:
    one, same, other = (
        reference_curve(pool(), "rouge-l", seed=seed)["human"].values["rouge-l"].tolist()
        for seed in (1, 1, 2)
    )
    assert one == same != other


def test_one_draw_has_no_deviation() -> None:
    found = reference_curve(pool(), "rouge-l", draws=1)
    assert all(map(math.isnan, found["human"].deviations("rouge-l")))


def test_the_table_has_a_row_for_each_point() -> None:
    found = reference_curve(pool(), "rouge-l,bleu-1", draws=2)
    table = found.table()
    assert table["references"] == [1, 2, 3, 1, 2, 3]
    assert table["spec"] == ["rouge-l"] * 3 + ["bleu-1"] * 3
    assert table["value"][:3] == found["human"].means("rouge-l")
    assert found.signatures["rouge-l"].references == "1-3"
    with pytest.raises(KeyError, match="no system 'robot' was scored: human"):
        found["robot"]


@pytest.mark.parametrize(
    ("options", "message"), [({"draws": 0}, "draws: found 0"), ({"most": 0}, "found 0, expected 1")]
)
def test_numbers_make_sense(options: dict[str, int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        reference_curve(pool(), "rouge-l", **options)  # type: ignore[arg-type]
