"""What reviewers decide about an answer: it stands, it does not, or it stands with other words."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from cutline.collect.assignment import discard
from cutline.collect.assignment.counts import lock_item
from cutline.collect.models import Mode, Task, TaskState, Verdict
from cutline.collect.projects.log import note
from cutline.core.errors import UsageError
from cutline.web.people.models import Person

_MOST_WHY = 400
_MOST_TEXT = 2000


def accept(actor: Person, task: Task) -> Task:
    """Say that an answer is fine.

    Raises:
        UsageError: when it does not stand any more.
    """
    with transaction.atomic():
        found = _standing(task)
        _judge(actor, found, Verdict.ACCEPTED)
    return found


def reject(actor: Person, task: Task, why: str) -> Task:
    """Discard an answer and give its place to somebody else.

    Raises:
        UsageError: when no reason is given, or it does not stand any more.
    """
    why = why.strip()
    if not 0 < len(why) <= _MOST_WHY:
        raise UsageError(f"the reason has {len(why)} characters, expected 1 to {_MOST_WHY}")
    with transaction.atomic():
        found = _standing(task)
        _judge(actor, found, Verdict.REJECTED, why)
        discard(Task.objects.filter(pk=found.pk))
        found.state = TaskState.DISCARDED
    return found


def fix(actor: Person, task: Task, text: str) -> Task:
    """Let a caption stand in other words; its writer's own are kept beside them.

    Raises:
        UsageError: when there is no text, nothing is different, or it does not stand any more.
    """
    text = " ".join(text.split())
    if not 0 < len(text) <= _MOST_TEXT:
        raise UsageError(f"the caption has {len(text)} characters, expected 1 to {_MOST_TEXT}")
    with transaction.atomic():
        found = _standing(task)
        if found.item.project.mode != Mode.CAPTIONS:
            raise UsageError("a rating cannot be fixed: accept or reject it")
        if text == found.text:
            raise UsageError("nothing is different: accept it, or change its words")
        before = found.text
        found.original = found.original or before
        found.text = text
        found.save(update_fields=["text", "original"])
        _judge(actor, found, Verdict.FIXED)
    return found


def _standing(task: Task) -> Task:
    lock_item(task.item_id)
    found = (
        Task.objects.select_for_update(of=("self",), no_key=True)
        .select_related("item__project", "annotator")
        .get(pk=task.pk)
    )
    if found.state != TaskState.DONE:
        raise UsageError(f"this answer is {found.state}: it does not stand any more")
    return found


def _judge(actor: Person, task: Task, verdict: Verdict, why: str = "") -> None:
    task.verdict, task.verdict_why = verdict, why
    task.reviewer, task.reviewed = actor, timezone.now()
    task.save(update_fields=["verdict", "verdict_why", "reviewer", "reviewed"])
    note(
        actor,
        f"answer.{_VERBS[verdict]}",
        task.item.project,
        f"answer:{task.pk}",
        annotator=str(task.annotator),
        image_id=task.item.image_id,
        **({"why": why} if why else {}),
    )


_VERBS = {Verdict.ACCEPTED: "accept", Verdict.REJECTED: "reject", Verdict.FIXED: "fix"}
