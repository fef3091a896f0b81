"""Changing a project: its settings, whether it is open, who runs it, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from cutline.collect.models import Item, Manager, Mode, Project, ProjectState, Role
from cutline.collect.pictures import remove_unused
from cutline.collect.projects.create import SETTINGS, check_settings
from cutline.collect.projects.log import note
from cutline.core.errors import UsageError
from cutline.web.people.models import Person

#: From which states a project comes to each.
_FROM = {
    ProjectState.OPEN: (ProjectState.DRAFT, ProjectState.PAUSED, ProjectState.CLOSED),
    ProjectState.PAUSED: (ProjectState.OPEN,),
    ProjectState.CLOSED: (ProjectState.OPEN, ProjectState.PAUSED),
}


@dataclass(frozen=True)
class Changed:
    """What was different: names of settings, and images that keep more answers than are wanted."""

    settings: tuple[str, ...]
    above: int = 0


def change_settings(actor: Person, project: Project, given: Mapping[str, Any]) -> Changed:
    """Change the title or settings of a project.

    Where fewer answers are wanted of each image, those that have more already, or will have by
    whom has it in hand, keep them.

    Raises:
        UsageError: when a setting makes no sense, or cannot be changed any more.
    """
    with transaction.atomic():
        locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        before = {name: getattr(locked, name) for name in ("title", *SETTINGS)}
        different = {name: new for name, new in given.items() if before[name] != new}
        if not different:
            return Changed(())
        _refuse_late(locked, different)
        for name, new in different.items():
            setattr(locked, name, new)
        check_settings(locked)
        locked.save(update_fields=list(different))
        above = _want(locked) if {"references_per_image", "holds_out"} & set(different) else 0
        note(
            actor,
            "project.change",
            locked,
            before={name: _short(before[name]) for name in different},
            after={name: _short(new) for name, new in different.items()},
            above=above,
        )
    project.refresh_from_db()
    return Changed(tuple(different), above)


def _refuse_late(project: Project, different: Mapping[str, Any]) -> None:
    """What was asked of people in one way is not asked in another half-way."""
    is_asked = project.mode == Mode.RATINGS and project.items.filter(taken__gt=0).exists()
    if "question" in different and is_asked:
        raise UsageError("the question cannot be changed any more: people have answered it")
    if "arms" in different:
        names = {str(arm.get("name")) for arm in different["arms"]}
        used = set(project.annotators.exclude(arm__in=("", "all")).values_list("arm", flat=True))
        if gone := ", ".join(sorted(used - names)):
            raise UsageError(f"people are in the arm {gone} already: it cannot be taken away")


def _want(project: Project) -> int:
    """Set how many answers items want; returns how many have more already.

    Items are locked first, in the order in which all do it: places are given out meanwhile.
    """
    items = Item.objects.filter(project=project, role=Role.COLLECT)
    list(items.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    wanted = project.wanted
    items.filter(taken__lte=wanted).update(wanted=wanted)
    return items.filter(taken__gt=wanted).update(wanted=F("taken"))


def set_state(actor: Person | None, project: Project, to: ProjectState) -> None:
    """Open, pause or close a project.

    Raises:
        UsageError: when it cannot be done from where it is.
    """
    with transaction.atomic():
        locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        if locked.state not in _FROM.get(to, ()):
            raise UsageError(f"the project is {locked.state}: it cannot become {to.value}")
        before, locked.state = locked.state, to
        locked.save(update_fields=["state"])
        note(actor, f"project.{to.value}", locked, before=before)
    project.refresh_from_db()


def add_manager(actor: Person, project: Project, person: Person) -> None:
    """Let somebody else run a project too.

    Raises:
        UsageError: when they do already.
    """
    with transaction.atomic():
        if person.pk == project.owner_id:
            raise UsageError(f"{person.username} owns the project")
        _, is_new = Manager.objects.get_or_create(project=project, person=person)
        if not is_new:
            raise UsageError(f"{person.username} is a manager already")
        note(actor, "manager.add", project, f"person:{person.pk}", username=person.username)


def remove_manager(actor: Person, project: Project, person: Person) -> None:
    """Let somebody no longer run a project.

    Raises:
        UsageError: when they do not.
    """
    with transaction.atomic():
        if not Manager.objects.filter(project=project, person=person).delete()[0]:
            raise UsageError(f"{person.username} is no manager of it")
        note(actor, "manager.remove", project, f"person:{person.pk}", username=person.username)


def delete_project(actor: Person, project: Project) -> None:
    """Remove a project with all that was collected, and pictures that nothing else uses."""
    with transaction.atomic():
        locked = Project.objects.select_for_update().get(pk=project.pk)
        kept = Item.objects.filter(project=locked).exclude(
            Q(picture__startswith="http://") | Q(picture__startswith="https://")
        )
        names = set(kept.values_list("picture", flat=True))
        note(actor, "project.delete", locked, answers=sum(_answers(locked)), images=len(names))
        locked.delete()
        transaction.on_commit(lambda: remove_unused(names))


def _answers(project: Project) -> list[int]:
    return list(project.items.values_list("done", flat=True))


def _short(value: Any) -> Any:
    return f"{value[:200]}…" if isinstance(value, str) and len(value) > 200 else value
