"""What the collection site keeps of a person, for those who ask for it or want to be forgotten."""

from __future__ import annotations

from typing import Any

from cutline.collect.models import Annotator, Manager, Project, Task
from cutline.web.people.export import moment
from cutline.web.people.holdings import Holding, register
from cutline.web.people.models import Person


def _answers(person: Person) -> list[dict[str, Any]]:
    found = Task.objects.filter(annotator__person=person).select_related("item__project")
    return [
        {
            "project": task.item.project.slug,
            "image_id": task.item.image_id,
            "state": task.state,
            "text": task.text or task.draft,
            "value": task.value,
            "seconds": task.seconds,
            "started": moment(task.started),
        }
        for task in found.order_by("started")
    ]


def _let_answers_go(person: Person) -> None:
    # What was written stays, by a number that nobody can trace any more.
    Annotator.objects.filter(person=person).update(
        person=None, external_id="", external_study="", external_session="", secret_hash=""
    )
    Task.objects.filter(reviewer=person).update(reviewer=None)


def _projects(person: Person) -> list[dict[str, Any]]:
    owned = [
        {"slug": project.slug, "title": project.title, "as": "owner"}
        for project in Project.objects.filter(owner=person).order_by("slug")
    ]
    managed = Manager.objects.filter(person=person).select_related("project")
    return owned + [
        {"slug": manager.project.slug, "title": manager.project.title, "as": "manager"}
        for manager in managed.order_by("project__slug")
    ]


def _owned_projects(person: Person) -> list[str]:
    return [
        f"You own the project “{project.title}”: hand it over to another manager, or delete it."
        for project in Project.objects.filter(owner=person).order_by("title")
    ]


def _let_projects_go(person: Person) -> None:
    Manager.objects.filter(person=person).delete()


register(Holding("answers", _answers, lambda person: [], _let_answers_go))
register(Holding("projects", _projects, _owned_projects, _let_projects_go))
