"""What people made of systems, from their answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cutline.collect.assignment import Answer, discard, finish, next_task
from cutline.collect.models import Project, Task
from cutline.collect.rating.questions import COCO_QUESTIONS, Likert, Pair, Question
from cutline.collect.rating.results import results_of
from cutline.collect.rating.tables import by_system, results_csv, results_json
from cutline.core.errors import ContentError, UsageError
from cutline.reports.statistics.resampling import Resampling
from tests.collect import made

pytestmark = pytest.mark.django_db

FEW = Resampling(200)


def rated(
    question: Question,
    contents: list[list[str]],
    says: Callable[[int, list[str]], Any],
    slug: str = "judged",
    raters: int = 3,
) -> Project:
    """A project whose items have captions of these systems, and what each rater says of them."""
    from cutline.web.people.models import Person

    owner = Person.objects.filter(username="hanna").first()
    of = made.project(
        owner,
        images=0,
        references=raters,
        slug=slug,
        mode="ratings",
        question=question.to_dict(),
    )
    for position, systems in enumerate(contents):
        content = [{"system": name, "caption": f"A caption by {name}."} for name in systems]
        made.item(of, position, content=content)
    for number in range(1, raters + 1):
        who = made.annotator(of, number)
        while (task := next_task(who)) is not None:
            systems = [one["system"] for one in task.item.content]
            finish(task, Answer(value=question.value_of(says(number, systems)), seconds=3))
    return of


def test_means_by_system_the_best_first_with_intervals_and_agreement() -> None:
    grades = {"good": [5, 5, 4], "poor": [1, 2, 1]}
    of = rated(
        COCO_QUESTIONS["M3"],
        [["poor"], ["good"]] * 5,
        lambda number, systems: grades[systems[0]][number - 1],
    )
    found = results_of(of, FEW)
    [measure] = found.measures
    assert (found.ratings, found.items, found.raters, measure.name) == (30, 10, 3, "M3")
    assert [(mean.system, round(mean.value, 3)) for mean in measure.means] == [
        ("good", 4.667),
        ("poor", 1.333),
    ]
    good = measure.means[0]
    assert good.interval.low <= good.value <= good.interval.high
    assert (good.captions, good.ratings) == (5, 15)
    assert measure.agreement.alpha is not None
    assert measure.agreement.alpha > 0.6
    assert json.loads(results_json(found))["ratings"] == found.ratings
    assert results_csv(found).splitlines()[1].startswith("M3,good,4.666")


def test_yes_and_no_are_shares_held_against_a_second_caption() -> None:
    of = rated(
        COCO_QUESTIONS["M1"],
        [["ours", "people"]] * 4,
        lambda number, systems: "yes" if number == 1 else "no",
    )
    [measure] = results_of(of, FEW).measures
    assert (measure.name, measure.is_share) == ("M1", True)
    assert [(mean.system, round(mean.value, 3)) for mean in measure.means] == [("ours", 0.333)]


def test_several_scales_at_once_stand_side_by_side_with_other_projects() -> None:
    graded = rated(
        COCO_QUESTIONS["M3-M5"],
        [["ours", "people"], ["theirs", "people"]] * 2,
        lambda number, systems: {"correctness": 4, "detail": number, "similarity": 2},
    )
    turing = rated(COCO_QUESTIONS["M2"], [["ours"]], lambda number, systems: True, "turing")
    names, rows = by_system([results_of(turing, FEW), results_of(graded, FEW)])
    assert names == ["M2", "M3 (correctness)", "M4 (detail)", "M5 (similarity)"]
    assert {name: round(mean.value, 2) for name, mean in rows["ours"].items()} == {
        "M2": 1.0,
        "M3 (correctness)": 4.0,
        "M4 (detail)": 2.0,
        "M5 (similarity)": 2.0,
    }
    assert "M2" not in rows["theirs"]


def test_pairs_are_ranked() -> None:
    order = ["a", "b", "c"]

    def better(number: int, systems: list[str]) -> str:
        if number == 3:
            return "tie"
        return "first" if order.index(systems[0]) < order.index(systems[1]) else "second"

    contents = [["a", "b"], ["c", "b"], ["a", "c"], ["a", "a"]] * 4
    found = results_of(rated(Pair("Which is better?"), contents, better), FEW)
    assert found.ranking is not None
    assert found.agreement is not None
    assert [(one.system, one.rank) for one in found.ranking.strengths] == [
        ("a", 1),
        ("b", 2),
        ("c", 3),
    ]
    assert found.ranking.choices == 36
    assert json.loads(results_json(found))["ratings"] == found.ratings
    assert results_csv(found).splitlines()[0].startswith("rank,tie,system,strength,low,high")


def test_only_what_stands_counts() -> None:
    question = Likert("How good is it?")
    of = rated(question, [["ours"]] * 3, lambda number, systems: 5 if number == 1 else 1)
    assert results_of(of, FEW).measures[0].means[0].value == pytest.approx(7 / 3)
    discard(Task.objects.filter(annotator__number=1))
    assert results_of(of, FEW).measures[0].means[0].value == 1.0


def test_names_of_systems_are_no_formulas_of_spreadsheets() -> None:
    of = rated(Likert("How good is it?"), [["=1+1"]], lambda number, systems: 3)
    found = results_of(of, FEW)
    assert ",'=1+1,3.0,,,1,3," in results_csv(found)
    # One caption has no interval, and JSON knows no NaN.
    [measure] = json.loads(results_json(found))["measures"]
    assert measure["systems"][0]["interval"]["low"] is None


def test_there_must_be_ratings() -> None:
    with pytest.raises(UsageError, match="people write captions there"):
        results_of(made.project())
    of = made.project(
        Project.objects.get().owner,
        slug="empty",
        mode="ratings",
        question=Likert("How good?").to_dict(),
    )
    with pytest.raises(ContentError, match="no answer stands"):
        results_of(of)
