"""Blocking: all that somebody wrote is taken back at once, and nothing else changes."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cutline.collect.assignment import Answer, NotTaken, discard, finish, next_task
from cutline.collect.export.captions import coco_captions
from cutline.collect.export.snapshot import take_snapshot
from cutline.collect.models import (
    Annotator,
    AnnotatorState,
    Item,
    Project,
    Role,
    Task,
    TaskState,
)
from cutline.collect.quality import block as module
from cutline.collect.quality.block import block, unblock
from cutline.core.errors import UsageError
from cutline.web.people.models import AuditEntry, Person
from tests.collect import made
from tests.server import made as people

pytestmark = pytest.mark.django_db

IMAGES = 228


def filled(images: int = IMAGES) -> tuple[Project, list[Annotator]]:
    """A project whose images all have their three captions, by three people."""
    project = made.project(by("hanna"), images=images)
    writers = [made.annotator(project, number) for number in (1, 2, 3)]
    now = timezone.now()
    Task.objects.bulk_create(
        Task(
            item=item,
            annotator=writer,
            state=TaskState.DONE,
            locked_until=now,
            finished=now,
            text=f"{writer} sees what is in image {item.image_id} and says so.",
        )
        for item in project.items.all()
        for writer in writers
    )
    project.items.update(taken=3, done=3)
    return project, writers


def by(person: str) -> Person:
    return Person.objects.filter(username=person).first() or people.person(person)


def standing(project: Project) -> dict[int, set[int]]:
    """Who has captions that stand, by image."""
    found: dict[int, set[int]] = {item.image_id: set() for item in project.items.all()}
    done = Task.objects.filter(item__project=project, state=TaskState.DONE)
    for task in done.select_related("item", "annotator"):
        found[task.item.image_id].add(task.annotator.number)
    return found


def writers_in_exports(project: Project) -> Counter[str]:
    exported = coco_captions(take_snapshot(project), "all")["annotations"]
    return Counter(annotation["caption"].split()[0] for annotation in exported)


def test_all_captions_of_a_person_are_discarded_and_asked_for_again() -> None:
    project, (_, bad, _) = filled()
    assert writers_in_exports(project)["W2"] == IMAGES
    assert block(by("hanna"), bad, "Copies one sentence.") == IMAGES
    bad.refresh_from_db()
    assert (bad.state, bad.blocked_why) == (AnnotatorState.BLOCKED, "Copies one sentence.")
    assert set(map(frozenset, standing(project).values())) == {frozenset({1, 3})}
    assert set(project.items.values_list("taken", "done")) == {(2, 2)}
    made.check_counts(project)
    assert writers_in_exports(project) == Counter({"W1": IMAGES, "W3": IMAGES})
    entry = AuditEntry.objects.get(action="annotator.block")
    assert (entry.actor, entry.scope) == (by("hanna"), "collect:birds")
    assert entry.detail == {"annotator": "W2", "discarded": IMAGES, "why": "Copies one sentence."}
    # Others are given the places, and the images end as they were to end.
    newcomer = made.annotator(project, 4)
    for _ in range(IMAGES):
        task = next_task(newcomer)
        assert task is not None
        finish(task, Answer(f"Somebody else says what is in image {task.item.image_id}."))
    assert next_task(newcomer) is None
    assert next_task(bad) is None
    assert set(map(frozenset, standing(project).values())) == {frozenset({1, 3, 4})}
    made.check_counts(project)


def test_it_is_one_transaction_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    project, (_, bad, _) = filled(5)

    def broken(*arguments: object, **named: object) -> None:
        raise RuntimeError("the power is off")

    monkeypatch.setattr(module, "note", broken)
    before = list(Task.objects.order_by("pk").values_list("pk", "state"))
    with pytest.raises(RuntimeError), transaction.atomic():
        block(by("hanna"), bad, "Copies.")
    bad.refresh_from_db()
    assert bad.state == AnnotatorState.ACTIVE
    assert list(Task.objects.order_by("pk").values_list("pk", "state")) == before
    made.check_counts(project)


def test_the_number_of_queries_does_not_grow_with_captions() -> None:
    counts = []
    for images in (3, 60):
        project, (_, bad, _) = filled(images)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            block(by("hanna"), bad, "Copies.")
        counts.append(len(queries))
        project.delete()
    assert counts[0] == counts[1]


def test_what_is_in_hand_is_freed_and_late_answers_are_refused() -> None:
    project = made.project(images=2, references=1, holds_out=False)
    bad = made.annotator(project)
    task = next_task(bad)
    assert task is not None
    block(by("hanna"), bad, "Was rude.")
    made.check_counts(project)
    with pytest.raises(NotTaken) as refused:
        finish(task, Answer("A bird sits on a branch of an old tree."))
    assert refused.value.code == "not_you"
    made.check_counts(project)


def test_what_they_answered_of_known_items_is_kept() -> None:
    project = made.project(images=1)
    bad = made.annotator(project)
    item = made.item(project, 0, Role.ATTENTION)
    Task.objects.create(
        item=item,
        annotator=bad,
        state=TaskState.DONE,
        locked_until=timezone.now(),
        is_right=False,
    )
    Item.objects.filter(pk=item.pk).update(taken=1, done=1)
    assert block(by("hanna"), bad, "Does not look.") == 0
    assert Task.objects.get().state == TaskState.DONE
    made.check_counts(project)


@pytest.mark.parametrize("why", ["", "  ", "x" * 401])
def test_a_reason_is_needed(why: str) -> None:
    bad = made.annotator(made.project())
    with pytest.raises(UsageError, match="reason"):
        block(by("hanna"), bad, why)


def test_nobody_is_blocked_twice_and_unblocking_leaves_captions_discarded() -> None:
    project, (_, bad, _) = filled(3)
    block(by("hanna"), bad, "Copies.")
    with pytest.raises(UsageError, match="already"):
        block(by("hanna"), bad, "Copies.")
    unblock(by("hanna"), bad, "It was somebody else.")
    assert (bad.state, bad.blocked_why) == (AnnotatorState.ACTIVE, "")
    assert not bad.tasks.filter(state=TaskState.DONE).exists()
    assert AuditEntry.objects.filter(action="annotator.unblock").exists()
    with pytest.raises(UsageError, match="not blocked"):
        unblock(by("hanna"), bad)
    # Nobody sees an image twice, not even after that.
    assert next_task(bad) is None
    made.check_counts(project)


def test_who_was_blocked_during_the_test_goes_on_with_it() -> None:
    project = made.project(pass_mark=0.5)
    made.item(project, 0, Role.QUALIFICATION)
    new = made.annotator(project, state=AnnotatorState.NEW)
    block(by("hanna"), new, "Was rude.")
    unblock(by("hanna"), new)
    assert new.state == AnnotatorState.NEW


def test_places_of_others_are_left_alone() -> None:
    project, (_, bad, other) = filled(4)
    late = next(iter(other.tasks.all()))
    discard(Task.objects.filter(pk=late.pk))
    bads = bad.tasks.get(item=late.item)
    Task.objects.filter(pk=bads.pk).update(locked_until=timezone.now() - timedelta(days=1))
    block(by("hanna"), bad, "Copies.")
    assert Item.objects.get(pk=late.item_id).done == 1
    made.check_counts(project)
