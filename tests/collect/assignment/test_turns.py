"""What was made quick stays right: fuller images, places that come back, and turns."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cutline.collect.assignment import Answer, finish, next_task
from cutline.collect.assignment.turns import in_turn
from cutline.collect.models import Item
from tests.collect import made


@pytest.mark.django_db
def test_images_that_want_more_than_the_project_are_given_out_too() -> None:
    project = made.project(images=1, references=1, holds_out=False)
    Item.objects.update(wanted=3)
    for number in (1, 2, 3):
        task = next_task(made.annotator(project, number))
        assert task is not None
        finish(task, Answer("A bird sits on a branch."))
    assert next_task(made.annotator(project, 4)) is None


@pytest.mark.django_db
def test_places_that_were_left_come_back_though_few_look_for_them() -> None:
    project = made.project(images=1, references=1, holds_out=False)
    now = timezone.now()
    assert next_task(made.annotator(project, 1), now) is not None
    other = made.annotator(project, 2)
    assert next_task(other, now + timedelta(seconds=1)) is None
    late = now + timedelta(minutes=project.lock_minutes, seconds=1)
    assert next_task(other, late) is not None


@pytest.mark.django_db
def test_the_next_task_asks_the_database_little() -> None:
    project = made.project(images=3)
    who = made.annotator(project)
    now = timezone.now()
    next_task(made.annotator(project, 2), now)
    with CaptureQueriesContext(connection) as asked:
        assert next_task(who, now) is not None
    # Two of them begin and end the transaction.
    assert len(asked) <= 7, [query["sql"] for query in asked]


@pytest.mark.django_db(transaction=True)
def test_the_disk_is_waited_for_again_after_what_need_not_last() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite alone is told how long to wait")
    with in_turn(is_lasting=False), connection.cursor() as cursor:
        assert cursor.execute("PRAGMA synchronous").fetchone() == (1,)
    with in_turn(), connection.cursor() as cursor:
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
    with pytest.raises(ZeroDivisionError), in_turn(is_lasting=False):
        _ = 1 / 0
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
