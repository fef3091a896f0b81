"""Many people at once: no place is filled twice, whatever they do at the same moment."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from cutline.collect.assignment import Answer, NotTaken, discard, finish, next_task, skip
from cutline.collect.models import Annotator, Task
from tests.collect import made

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = 12


def _each(work: Callable[[Annotator], None], people: list[Annotator]) -> None:
    def in_thread(annotator: Annotator) -> None:
        try:
            work(annotator)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(people)) as pool:
        list(pool.map(in_thread, people))


def test_a_double_click_gives_one_task() -> None:
    project = made.project(images=20)
    annotator = made.annotator(project)
    _each(lambda one: next_task(one) and None, [annotator] * 8)
    assert Task.objects.filter(annotator=annotator).count() == 1
    made.check_counts(project)


def test_all_places_are_filled_once_while_people_skip_come_late_and_are_thrown_out() -> None:
    project = made.project(images=12, references=4)
    people = [made.annotator(project, number) for number in range(1, PEOPLE + 1)]

    def work(annotator: Annotator) -> None:
        draw = random.Random(annotator.number)
        now = timezone.now()
        while (task := next_task(annotator, now=now)) is not None:
            fate = draw.random()
            if fate < 0.1:
                skip(task, "too dark")
            elif fate < 0.2:
                now += timedelta(hours=1)  # others' places run out by this one's clock
            else:
                for _ in range(2):  # sent twice
                    try:
                        finish(task, Answer(f"bird {task.item_id} of {annotator.number}"))
                    except NotTaken:
                        break
            if fate > 0.97:
                discard(Task.objects.filter(annotator=annotator))

    _each(work, people)
    made.check_counts(project)
    late = [made.annotator(project, PEOPLE + number) for number in range(1, 8)]
    for annotator in late:
        while (task := next_task(annotator, now=timezone.now() + timedelta(days=1))) is not None:
            finish(task, Answer(f"bird {task.item_id} of {annotator.number}"))
    made.check_counts(project)
    assert {item.done for item in project.items.all()} == {5}
