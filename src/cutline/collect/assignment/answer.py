"""Answers: taken once, however often they are sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from cutline.collect.assignment.counts import count, lock_item
from cutline.collect.assignment.refused import NotTaken
from cutline.collect.assignment.turns import in_turn
from cutline.collect.models import AnnotatorState, ProjectState, Task, TaskState

#: For so long after an answer its writer may still change it.
UNDO = timedelta(minutes=10)
_LONGEST = 2000


@dataclass(frozen=True)
class Answer:
    """What somebody answers: a text, or a value in a project of ratings, and how it was made."""

    text: str = ""
    value: Any = None
    seconds: float = 0.0
    flags: tuple[str, ...] = field(default=())
    #: Of items whose answer is known.
    is_right: bool | None = None


def finish(task: Task, answer: Answer, now: datetime | None = None) -> Task:
    """Take an answer.

    The same answer again changes nothing. One that comes too late is taken if the place is free.

    Raises:
        NotTaken: when it cannot stand; what was written is kept as a draft.
    """
    now = now or timezone.now()
    with in_turn():
        item = lock_item(task.item_id)
        found = _as_it_is(task)
        if found.state == TaskState.DONE:
            if (found.text, found.value) == (answer.text, answer.value):
                return found
            raise NotTaken("answered", "You have answered this already; go back to change it.")
        refusal = _refusal(found, is_free=item.taken < item.wanted)
        if refusal is None:
            count(item.pk, taken=int(found.state == TaskState.EXPIRED), done=1)
            _write(found, answer, now)
            return found
        Task.objects.filter(pk=found.pk).update(draft=answer.text[:_LONGEST])
    raise refusal


def revise(task: Task, answer: Answer, now: datetime | None = None) -> Task:
    """Change an answer that was given a moment ago.

    Raises:
        NotTaken: when it was longer ago, or somebody has judged it meanwhile.
    """
    now = now or timezone.now()
    with in_turn():
        lock_item(task.item_id)
        found = _as_it_is(task)
        if found.state != TaskState.DONE or found.finished is None:
            raise NotTaken("not_answered", "There is no answer of yours to change.")
        if found.verdict or now - found.finished > UNDO:
            raise NotTaken("too_late", "It can no longer be changed: it was a while ago.")
        found.text, found.value = answer.text, answer.value
        found.flags, found.is_right = list(answer.flags), answer.is_right
        found.seconds += max(0.0, answer.seconds)
        found.save(update_fields=["text", "value", "flags", "is_right", "seconds"])
    return found


def skip(task: Task, reason: str) -> Task:
    """Leave an item to somebody else.

    Raises:
        NotTaken: when it is not in hand any more.
    """
    with in_turn():
        lock_item(task.item_id)
        found = _as_it_is(task)
        if found.state == TaskState.SKIPPED:
            return found
        if found.state not in (TaskState.LOCKED, TaskState.EXPIRED):
            raise NotTaken("answered", "You have answered this already.")
        count(found.item_id, taken=-int(found.state == TaskState.LOCKED))
        found.state, found.skip_reason = TaskState.SKIPPED, reason[:200]
        found.finished = timezone.now()
        found.save(update_fields=["state", "skip_reason", "finished"])
    return found


def save_draft(task: Task, text: str, now: datetime | None = None) -> bool:
    """Keep what was typed, and the place for longer; False where it is not in hand any more."""
    now = now or timezone.now()
    until = now + timedelta(minutes=task.item.project.lock_minutes)
    held = Task.objects.filter(pk=task.pk, state=TaskState.LOCKED)
    return bool(held.update(draft=text[:_LONGEST], locked_until=until))


def _as_it_is(task: Task) -> Task:
    return (
        Task.objects.select_for_update(of=("self",), no_key=True)
        .select_related("item__project", "annotator")
        .get(pk=task.pk)
    )


def _refusal(task: Task, *, is_free: bool) -> NotTaken | None:
    if task.annotator.state in (AnnotatorState.BLOCKED, AnnotatorState.FAILED):
        return NotTaken("not_you", "You no longer take part in this project.")
    if task.item.project.state == ProjectState.CLOSED:
        return NotTaken("closed", "The project is closed and takes no more answers.")
    if task.state in (TaskState.SKIPPED, TaskState.DISCARDED):
        return NotTaken("not_in_hand", "This image is not in your hands any more.")
    if task.state == TaskState.EXPIRED and not is_free:
        return NotTaken(
            "too_late", "It took longer than there was time, and others have finished this image."
        )
    return None


def _write(task: Task, answer: Answer, now: datetime) -> None:
    task.state, task.finished, task.draft = TaskState.DONE, now, ""
    task.text, task.value = answer.text, answer.value
    task.seconds, task.flags = max(0.0, answer.seconds), list(answer.flags)
    task.is_right = answer.is_right
    task.save(
        update_fields=[
            *("state", "finished", "draft", "text", "value", "seconds", "flags", "is_right"),
        ]
    )
