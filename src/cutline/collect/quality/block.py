"""Blocking somebody: all that they wrote is taken back, and their places are given out again."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from cutline.collect.assignment import discard
from cutline.collect.assignment.counts import lock_annotator
from cutline.collect.models import Annotator, AnnotatorState, Item, Role, Task, TaskState
from cutline.collect.projects.log import note
from cutline.collect.quality.qualify import settle
from cutline.core.errors import UsageError
from cutline.web.people.models import Person

_MOST_WHY = 400


def block(actor: Person | None, annotator: Annotator, why: str) -> int:
    """Block somebody, discard all their answers and free what they have in hand.

    All of it in one transaction: nobody sees a part of it, exports among them. Answers to items
    whose answer is known are kept, as they say why.

    Returns:
        How many answers were discarded; others will be asked for as many.

    Raises:
        UsageError: when no reason is given, or they are blocked already.
    """
    why = why.strip()
    if not 0 < len(why) <= _MOST_WHY:
        raise UsageError(f"the reason has {len(why)} characters, expected 1 to {_MOST_WHY}")
    with transaction.atomic():
        locked = lock_annotator(annotator)
        if locked.state == AnnotatorState.BLOCKED:
            raise UsageError(f"{locked} is blocked already")
        _lock_items(locked)
        locked.state, locked.blocked_why = AnnotatorState.BLOCKED, why
        locked.save(update_fields=["state", "blocked_why"])
        discarded = discard(
            Task.objects.filter(annotator=locked).filter(
                Q(item__role=Role.COLLECT) | Q(state=TaskState.LOCKED)
            )
        )
        note(
            actor,
            "annotator.block",
            locked.project,
            f"annotator:{locked.pk}",
            annotator=str(locked),
            discarded=discarded,
            why=why,
        )
    annotator.refresh_from_db()
    return discarded


def unblock(actor: Person, annotator: Annotator, why: str = "") -> None:
    """Let somebody take part again. What was discarded stays so: others may have its places.

    Raises:
        UsageError: when they are not blocked.
    """
    with transaction.atomic():
        locked = lock_annotator(annotator)
        if locked.state != AnnotatorState.BLOCKED:
            raise UsageError(f"{locked} is not blocked")
        # Whoever was blocked during the test goes on with it.
        locked.state, locked.blocked_why = AnnotatorState.NEW, ""
        locked.save(update_fields=["state", "blocked_why"])
        settle(locked)
        note(
            actor,
            "annotator.unblock",
            locked.project,
            f"annotator:{locked.pk}",
            annotator=str(locked),
            why=why.strip()[:_MOST_WHY],
        )
    annotator.refresh_from_db()


def _lock_items(annotator: Annotator) -> None:
    """Lock every item that an answer of theirs could still be sent to, late ones among them."""
    open_to = (TaskState.DONE, TaskState.LOCKED, TaskState.EXPIRED)
    ids = Task.objects.filter(annotator=annotator, state__in=open_to).values("item_id")
    items = Item.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    list(items.values_list("pk"))
