"""Who gets which item, and what becomes of places."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from cutline.collect.assignment import (
    Answer,
    NotTaken,
    discard,
    expire,
    finish,
    next_task,
    revise,
    save_draft,
    skip,
)
from cutline.collect.assignment.answer import UNDO
from cutline.collect.models import (
    Annotator,
    AnnotatorState,
    Item,
    Project,
    ProjectState,
    Role,
    Task,
    TaskState,
)
from tests.collect import made

pytestmark = pytest.mark.django_db

LATER = timedelta(hours=1)


def _task(annotator: Annotator) -> Task:
    task = next_task(annotator)
    assert task is not None
    return task


def _write_all(annotator: Annotator) -> list[Task]:
    written = []
    while (task := next_task(annotator)) is not None:
        written.append(finish(task, Answer(f"a bird of {annotator.number}")))
    return written


def test_every_image_gets_all_its_captions_from_different_people() -> None:
    project = made.project(images=4, references=2)
    people = [made.annotator(project, number) for number in range(1, 6)]
    written = [_write_all(annotator) for annotator in people]
    assert [len(tasks) for tasks in written] == [4, 4, 4, 0, 0]
    assert {item.done for item in project.items.all()} == {3}
    made.check_counts(project)


def test_nothing_new_is_given_while_something_is_in_hand() -> None:
    annotator = made.annotator(made.project())
    assert _task(annotator).pk == _task(annotator).pk


def test_images_that_are_nearly_done_come_first() -> None:
    project = made.project(images=3)
    Item.objects.filter(position=2).update(taken=1, done=1)
    assert _task(made.annotator(project)).item.position == 2


def test_a_place_that_was_not_filled_in_time_is_given_to_somebody_else() -> None:
    project = made.project(images=1, references=1, holds_out=False)
    slow, quick = made.annotator(project, 1), made.annotator(project, 2)
    task = _task(slow)
    assert next_task(quick) is None
    later = timezone.now() + LATER
    other = next_task(quick, now=later)
    assert other is not None
    finish(other, Answer("a bird"))
    with pytest.raises(NotTaken, match="took longer") as refused:
        finish(task, Answer("a slow bird"))
    assert refused.value.code == "too_late"
    task.refresh_from_db()
    assert (task.state, task.draft) == (TaskState.EXPIRED, "a slow bird")
    made.check_counts(project)


def test_a_late_answer_is_taken_where_the_place_is_still_free() -> None:
    project = made.project(images=1)
    task = _task(made.annotator(project))
    assert expire(project, timezone.now() + LATER) == 1
    assert finish(task, Answer("a late bird")).state == TaskState.DONE
    made.check_counts(project)


def test_who_comes_back_after_the_time_gets_the_same_image_again() -> None:
    project = made.project(images=2)
    annotator = made.annotator(project)
    first = _task(annotator)
    expire(project, timezone.now() + LATER)
    assert _task(annotator).pk == first.pk
    made.check_counts(project)


def test_typing_keeps_the_place() -> None:
    project = made.project(images=1)
    task = _task(made.annotator(project))
    now = timezone.now() + timedelta(minutes=19)
    assert save_draft(task, "a bird th", now=now)
    assert expire(project, now + timedelta(minutes=19)) == 0
    assert expire(project, now + timedelta(minutes=21)) == 1
    assert not save_draft(task, "a bird that")


def test_the_same_answer_twice_is_one() -> None:
    project = made.project(images=1)
    task = _task(made.annotator(project))
    finish(task, Answer("a bird"))
    finish(task, Answer("a bird"))
    with pytest.raises(NotTaken, match="already"):
        finish(task, Answer("another bird"))
    assert project.items.get().done == 1


def test_what_is_skipped_goes_to_others_and_never_comes_back() -> None:
    project = made.project(images=1)
    annotator = made.annotator(project)
    skip(_task(annotator), "the picture does not load")
    assert next_task(annotator) is None
    assert next_task(made.annotator(project, 2)) is not None
    made.check_counts(project)


def test_an_answer_can_be_changed_for_a_while() -> None:
    task = finish(_task(made.annotator(made.project())), Answer("a brid"))
    assert revise(task, Answer("a bird")).text == "a bird"
    with pytest.raises(NotTaken, match="a while ago"):
        revise(task, Answer("birds"), now=timezone.now() + UNDO + LATER)


def test_discarding_frees_the_places_of_one_person_alone() -> None:
    project = made.project(images=3, references=1, holds_out=False)
    bad, good = made.annotator(project, 1), made.annotator(project, 2)
    finish(_task(bad), Answer("asdf"))
    finish(_task(bad), Answer("asdf"))
    finish(_task(good), Answer("a bird"))
    assert discard(Task.objects.filter(annotator=bad)) == 2
    made.check_counts(project)
    assert len(_write_all(good)) == 2
    assert not project.items.exclude(done=1).exists()
    assert next_task(bad) is None


def test_nobody_gets_back_what_was_discarded() -> None:
    project = made.project(images=1)
    annotator = made.annotator(project)
    finish(_task(annotator), Answer("asdf"))
    discard(Task.objects.filter(annotator=annotator))
    assert next_task(annotator) is None


@pytest.mark.parametrize("state", [ProjectState.PAUSED, ProjectState.DRAFT])
def test_a_project_that_is_not_open_gives_nothing_new_out(state: ProjectState) -> None:
    project = made.project()
    annotator = made.annotator(project)
    task = _task(annotator)
    Project.objects.update(state=state)
    assert finish(task, Answer("a bird")).state == TaskState.DONE
    assert next_task(annotator) is None


def test_a_closed_project_and_blocked_people_are_refused() -> None:
    project = made.project()
    annotator = made.annotator(project)
    task = _task(annotator)
    Annotator.objects.update(state=AnnotatorState.BLOCKED)
    with pytest.raises(NotTaken, match="no longer take part"):
        finish(task, Answer("a bird"))
    Annotator.objects.update(state=AnnotatorState.ACTIVE)
    Project.objects.update(state=ProjectState.CLOSED)
    with pytest.raises(NotTaken, match="closed"):
        finish(task, Answer("a bird"))


def test_somebody_may_give_so_many_answers_and_no_more() -> None:
    project = made.project(images=4, tasks_each=2)
    assert len(_write_all(made.annotator(project))) == 2


def test_who_has_to_qualify_gets_nothing_else() -> None:
    project = made.project(images=2, pass_mark=0.5)
    made.item(project, 0, Role.QUALIFICATION)
    annotator = made.annotator(project, state=AnnotatorState.NEW)
    (task,) = _write_all(annotator)
    assert task.item.role == Role.QUALIFICATION
    Annotator.objects.update(state=AnnotatorState.ACTIVE)
    assert len(_write_all(annotator)) == 2


def test_every_so_many_tasks_one_has_a_known_answer() -> None:
    project = made.project(images=7, attention_every=3)
    for position in range(5):
        made.item(project, position, Role.ATTENTION)
    roles = [task.item.role for task in _write_all(made.annotator(project))]
    assert roles[:6] == ["collect", "collect", "attention"] * 2
    assert roles.count(Role.COLLECT) == 7
    made.check_counts(project)
