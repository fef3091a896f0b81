"""Places that somebody had and did not fill in time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from cutline.collect.assignment.counts import count, lock_item
from cutline.collect.assignment.turns import in_turn
from cutline.collect.models import Project, Task, TaskState

#: So many at a time: whoever asks for the next item must not wait for all of them.
_AT_ONCE = 50
#: Nor must everybody look for them: a place is free a moment later just as well.
_EVERY = timedelta(seconds=2)
_looked: dict[tuple[int, datetime], datetime] = {}


def expire_now_and_then(project: Project, now: datetime) -> int:
    """The same as `expire`, unless this process looked for such places a moment ago."""
    # By the time of making too: the number of a project that was deleted may be given again.
    key = (project.pk, project.created)
    before = _looked.get(key)
    if before is not None and before <= now < before + _EVERY:
        return 0
    _looked[key] = now
    freed = expire(project, now)
    if freed == _AT_ONCE:
        _looked.pop(key, None)  # there may be more
    return freed


def expire(project: Project, now: datetime | None = None) -> int:
    """Free the places of those who did not answer in time; returns how many."""
    now = now or timezone.now()
    overdue = Task.objects.filter(
        state=TaskState.LOCKED, locked_until__lt=now, item__project=project
    )
    found = list(overdue.order_by("item_id").values_list("pk", "item_id")[:_AT_ONCE])
    if not found:
        return 0
    freed = 0
    with in_turn():
        for task_id, item_id in found:
            lock_item(item_id)
            # Answered or kept for longer meanwhile, it is left alone.
            if overdue.filter(pk=task_id).update(state=TaskState.EXPIRED):
                count(item_id, taken=-1)
                freed += 1
    return freed
