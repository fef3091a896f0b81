"""Changing projects: settings, states, managers, and their end."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from cutline.collect.assignment import Answer, finish, next_task
from cutline.collect.models import Manager, Project, ProjectState, Role, Task
from cutline.collect.pictures import pictures_folder, store_picture
from cutline.collect.projects import NewItem, create_project
from cutline.collect.projects.change import (
    Changed,
    add_manager,
    change_settings,
    delete_project,
    remove_manager,
    set_state,
)
from cutline.core.errors import UsageError
from cutline.web.people.models import AuditEntry, Person
from tests.collect import made
from tests.collect.projects.test_create import drawn
from tests.server import made as people

pytestmark = pytest.mark.django_db


@pytest.fixture
def hanna() -> Person:
    return people.person("hanna")


@pytest.fixture
def project(hanna: Person) -> Project:
    return made.project(hanna, images=3)


def answered(project: Project, number: int, times: int) -> None:
    writer = made.annotator(project, number)
    for _ in range(times):
        task = next_task(writer)
        assert task is not None
        finish(task, Answer("A bird sits on a branch of an old tree."))


def test_more_answers_are_wanted_of_every_image(hanna: Person, project: Project) -> None:
    assert change_settings(hanna, project, {"references_per_image": 10}) == Changed(
        ("references_per_image",)
    )
    assert set(project.items.values_list("wanted", flat=True)) == {11}
    entry = AuditEntry.objects.get(action="project.change")
    assert (entry.detail["before"], entry.detail["after"]) == (
        {"references_per_image": 2},
        {"references_per_image": 10},
    )


def test_never_fewer_are_wanted_than_there_are(hanna: Person, project: Project) -> None:
    for number in (1, 2):
        answered(project, number, 1)
    next_task(made.annotator(project, 3))
    found = change_settings(hanna, project, {"references_per_image": 1, "holds_out": False})
    assert found.above == 1
    assert list(project.items.order_by("position").values_list("wanted", flat=True)) == [3, 1, 1]
    made.check_counts(project)
    # What was above comes down once it can.
    Task.objects.filter(annotator__number=3).delete()
    project.items.filter(taken=3).update(taken=2)
    change_settings(hanna, project, {"references_per_image": 2})
    assert set(project.items.values_list("wanted", flat=True)) == {2}


def test_items_with_known_answers_stay_for_everybody(hanna: Person, project: Project) -> None:
    known = made.item(project, 0, Role.ATTENTION)
    change_settings(hanna, project, {"references_per_image": 3})
    known.refresh_from_db()
    assert known.wanted == made.EVERYBODY


def test_what_is_the_same_is_no_change(hanna: Person, project: Project) -> None:
    assert change_settings(hanna, project, {"title": "Birds", "pay": 0}).settings == ()
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    "given", [{"pass_mark": 3.0}, {"arms": [{"name": "", "primed": True, "share": 1}]}]
)
def test_settings_that_make_no_sense_change_nothing(
    hanna: Person, project: Project, given: dict[str, Any]
) -> None:
    with pytest.raises(UsageError):
        change_settings(hanna, project, {"title": "Others", **given})
    project.refresh_from_db()
    assert (project.title, project.pass_mark, project.arms) == ("Birds", None, [])


def test_arms_that_people_are_in_stay(hanna: Person, project: Project) -> None:
    both = [
        {"name": "plain", "primed": False, "share": 1},
        {"name": "keywords", "primed": True, "share": 1},
    ]
    change_settings(hanna, project, {"arms": both})
    made.annotator(project, arm="plain")
    with pytest.raises(UsageError, match="plain"):
        change_settings(hanna, project, {"arms": both[1:]})
    change_settings(hanna, project, {"arms": [{**both[0], "share": 2}, both[1]]})
    assert project.arms[0]["share"] == 2


def test_a_question_that_was_answered_stays(hanna: Person) -> None:
    question = {"kind": "likert", "text": "How good is it?"}
    project = made.project(hanna, mode="ratings", question=question)
    answered(project, 1, 1)
    with pytest.raises(UsageError, match="question"):
        change_settings(hanna, project, {"question": {**question, "points": 7}})


def test_projects_are_opened_paused_and_closed(hanna: Person, project: Project) -> None:
    for to in (ProjectState.PAUSED, ProjectState.OPEN, ProjectState.CLOSED, ProjectState.OPEN):
        set_state(hanna, project, to)
        assert project.state == to
    with pytest.raises(UsageError, match="open"):
        set_state(hanna, project, ProjectState.OPEN)
    with pytest.raises(UsageError, match="draft"):
        set_state(hanna, project, ProjectState.DRAFT)
    assert AuditEntry.objects.filter(action="project.open").count() == 2


def test_managers_come_and_go(hanna: Person, project: Project) -> None:
    mia = people.person("mia")
    add_manager(hanna, project, mia)
    with pytest.raises(UsageError, match="already"):
        add_manager(hanna, project, mia)
    with pytest.raises(UsageError, match="owns"):
        add_manager(hanna, project, hanna)
    remove_manager(hanna, project, mia)
    assert not Manager.objects.exists()
    with pytest.raises(UsageError, match="no manager"):
        remove_manager(hanna, project, mia)
    assert AuditEntry.objects.filter(action__startswith="manager.").count() == 2


def test_a_project_goes_with_its_pictures_but_not_with_those_of_others(
    hanna: Person, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    shared = drawn(tmp_path / "shared.png", (33, 21), "teal")
    own = drawn(tmp_path / "own.png", (34, 21), "teal")
    images = [NewItem(1, shared), NewItem(2, own)]
    project = create_project(hanna, "Goes", images)
    other = create_project(hanna, "Stays", images[:1])
    (kept,) = other.items.values_list("picture", flat=True)
    gone = store_picture(own).name
    for name in (kept, gone):
        path = pictures_folder() / name[:2] / name
        os.utime(path, (1, 1))
    with django_capture_on_commit_callbacks(execute=True):
        delete_project(hanna, project)
    assert [project.slug for project in Project.objects.all()] == ["stays"]
    assert (pictures_folder() / kept[:2] / kept).exists()
    assert not (pictures_folder() / gone[:2] / gone).exists()
    assert AuditEntry.objects.get(action="project.delete").detail["images"] == 2
