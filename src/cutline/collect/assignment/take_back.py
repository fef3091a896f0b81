"""Answers that do not stand any more: their places are given out again."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, QuerySet

from cutline.collect.models import Item, Task, TaskState


def discard(tasks: QuerySet[Task]) -> int:
    """Take answers back, and what is in hand, all in one transaction; returns how many answers.

    Args:
        tasks: at most one of each item, as those of one person are.
    """
    with transaction.atomic():
        affected = tasks.filter(state__in=(TaskState.DONE, TaskState.LOCKED))
        ids = sorted(affected.values_list("item_id", flat=True))
        # Items first, in one order for everybody; then what is true of the tasks is looked at.
        list(Item.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
        done = _items(tasks.filter(state=TaskState.DONE, item_id__in=ids))
        held = _items(tasks.filter(state=TaskState.LOCKED, item_id__in=ids))
        tasks.filter(item_id__in=done).update(state=TaskState.DISCARDED)
        tasks.filter(item_id__in=held).update(state=TaskState.EXPIRED)
        Item.objects.filter(pk__in=done).update(done=F("done") - 1, taken=F("taken") - 1)
        Item.objects.filter(pk__in=held).update(taken=F("taken") - 1)
    return len(done)


def _items(tasks: QuerySet[Task]) -> list[int]:
    return list(tasks.values_list("item_id", flat=True))
