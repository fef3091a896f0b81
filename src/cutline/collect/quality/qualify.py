"""Who is let in: decided once all items of the test are answered."""

from __future__ import annotations

from cutline.collect.assignment.counts import lock_annotator
from cutline.collect.assignment.turns import in_turn
from cutline.collect.models import Annotator, AnnotatorState, Role, TaskState

#: What answers of a test are done with; all others are still to come.
_OVER = (TaskState.DONE, TaskState.SKIPPED, TaskState.DISCARDED)


def settle(annotator: Annotator) -> AnnotatorState:
    """Let somebody in, or not, if they have to qualify and are through; returns what they are now.

    What was skipped is not right. Whoever is in, has failed or is blocked stays so.
    """
    if annotator.state != AnnotatorState.NEW:
        return AnnotatorState(annotator.state)
    with in_turn():
        locked = lock_annotator(annotator)
        if locked.state == AnnotatorState.NEW:
            decided = _decided(locked)
            if decided != locked.state:
                locked.state = decided
                locked.save(update_fields=["state"])
    annotator.state = locked.state
    return AnnotatorState(locked.state)


def _decided(annotator: Annotator) -> AnnotatorState:
    project = annotator.project
    items = set(project.items.filter(role=Role.QUALIFICATION).values_list("pk", flat=True))
    if project.pass_mark is None or not items:
        return AnnotatorState.ACTIVE
    over = annotator.tasks.filter(item_id__in=items, state__in=_OVER)
    answers = dict(over.values_list("item_id", "is_right"))
    if answers.keys() < items:
        return AnnotatorState.NEW
    # Without a known answer an item is there for practice.
    judged = [answers[item] for item in items if answers[item] is not None]
    skipped = set(over.exclude(state=TaskState.DONE).values_list("item_id", flat=True))
    asked = len(judged) + sum(answers[item] is None for item in skipped)
    right = sum(is_right is True for is_right in judged)
    is_passed = not asked or right / asked >= project.pass_mark - 1e-9
    return AnnotatorState.ACTIVE if is_passed else AnnotatorState.FAILED
