"""Giving out items: which one somebody gets next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from cutline.collect.assignment.counts import count, lock_annotator
from cutline.collect.assignment.expiry import expire_now_and_then
from cutline.collect.assignment.turns import in_turn
from cutline.collect.models import (
    Annotator,
    AnnotatorState,
    Item,
    ProjectState,
    Role,
    Task,
    TaskState,
)

#: When somebody was here is known this well; writing it down each time costs more than it says.
_SEEN_LATELY = timedelta(minutes=1)


def next_task(annotator: Annotator, now: datetime | None = None) -> Task | None:
    """What somebody works on next: what they have in hand already, else something new.

    None where there is nothing for them: all is done, they have answered as much as they may, or
    nothing is given out.
    """
    now = now or timezone.now()
    expire_now_and_then(annotator.project, now)
    # A place that is forgotten is given out again; an answer never is, nor the place that it has.
    with in_turn(is_lasting=False):
        locked = lock_annotator(annotator)
        until = now + timedelta(minutes=locked.project.lock_minutes)
        task, late = _left(locked)
        if task is None and _may_have_more(locked):
            task = _known(locked, until) or _once_more(locked, late) or _new(locked, until)
        if task is not None and task.locked_until != until:
            Task.objects.filter(pk=task.pk).update(locked_until=until)
            task.locked_until = until
        if now - locked.last_seen > _SEEN_LATELY:
            Annotator.objects.filter(pk=locked.pk).update(last_seen=now)
    return task


def _left(annotator: Annotator) -> tuple[Task | None, list[int]]:
    """What somebody has in hand, and what they had and can still answer, though it is late."""
    states = (TaskState.LOCKED, TaskState.EXPIRED)
    # Mostly there is nothing of either: all of a task is read only where there is one.
    found = annotator.tasks.filter(state__in=states).order_by("pk")
    late = []
    for task, state, taken, wanted in found.values_list(
        "pk", "state", "item__taken", "item__wanted"
    ):
        if state == TaskState.LOCKED:
            return _with_item(annotator.tasks.filter(pk=task)).get(), []
        if taken < wanted:
            late.append(task)
    return None, late


def _with_item(tasks: QuerySet[Task]) -> QuerySet[Task]:
    return tasks.select_related("item__project").order_by("pk")


def _may_have_more(annotator: Annotator) -> bool:
    project = annotator.project
    if project.state != ProjectState.OPEN:
        return False
    if annotator.state not in (AnnotatorState.NEW, AnnotatorState.ACTIVE):
        return False
    if project.tasks_each is None or annotator.state == AnnotatorState.NEW:
        return True
    return _collected(annotator) < project.tasks_each


def _collected(annotator: Annotator) -> int:
    return annotator.tasks.filter(state=TaskState.DONE, item__role=Role.COLLECT).count()


def _known(annotator: Annotator, until: datetime) -> Task | None:
    """An item whose answer is known: to qualify by, or to see whether somebody looks."""
    if annotator.state == AnnotatorState.NEW:
        return _given(annotator, _open_to(annotator, Role.QUALIFICATION), until)
    every = annotator.project.attention_every
    if every is None:
        return None
    # Of every so many tasks the last; which one it is must not be seen in the page.
    asked = annotator.tasks.filter(item__role=Role.ATTENTION).count()
    if _collected(annotator) < (every - 1) * (asked + 1):
        return None
    return _given(annotator, _open_to(annotator, Role.ATTENTION), until)


def _once_more(annotator: Annotator, late: Sequence[int]) -> Task | None:
    """What they had and did not answer in time, if its place is still free; of a test too."""
    for task in _with_item(annotator.tasks.filter(pk__in=late[:5])) if late else ():
        free = Item.objects.filter(pk=task.item_id, taken__lt=F("wanted"))
        if free.select_for_update(no_key=True, skip_locked=True).first() is None:
            continue
        count(task.item_id, taken=1)
        annotator.tasks.filter(pk=task.pk).update(state=TaskState.LOCKED)
        return _with_item(annotator.tasks.filter(pk=task.pk)).get()
    return None


def _new(annotator: Annotator, until: datetime) -> Task | None:
    if annotator.state == AnnotatorState.NEW:
        return None
    items = _open_to(annotator, Role.COLLECT)
    # Items that are full come first in the index. Nearly all want as many as the project does, so
    # that those need not be looked at one by one.
    not_full = items.filter(taken__lt=annotator.project.wanted)
    return _given(annotator, not_full, until) or _given(annotator, items, until)


def _open_to(annotator: Annotator, role: Role) -> QuerySet[Item]:
    """Items with a free place that somebody never had; those that are nearly full first."""
    had = Task.objects.filter(item=OuterRef("pk"), annotator=annotator)
    return (
        Item.objects.filter(project=annotator.project, role=role, taken__lt=F("wanted"))
        .exclude(Exists(had))
        .order_by("-taken", "position")
    )


def _given(annotator: Annotator, items: QuerySet[Item], until: datetime) -> Task | None:
    # Items that others are being given at this moment are passed over, not waited for.
    item = items.select_for_update(no_key=True, skip_locked=True).first()
    if item is None:
        return None
    count(item.pk, taken=1)
    item.taken += 1
    item.project = annotator.project
    return Task.objects.create(
        item=item,
        annotator=annotator,
        locked_until=until,
        was_primed=annotator.is_primed and bool(item.labels),
    )
