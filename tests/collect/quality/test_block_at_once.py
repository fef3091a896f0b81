"""Blocking while the person still answers: whoever comes first, nothing of theirs stands."""

from __future__ import annotations

import threading

import pytest
from django.db import close_old_connections, connection

from cutline.collect.assignment import Answer, NotTaken, finish, next_task
from cutline.collect.models import Item, Task, TaskState
from cutline.collect.quality.block import block
from tests.collect import made
from tests.server import made as people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("is_late", [False, True])
def test_an_answer_and_a_block_at_once_leave_no_answer(is_late: bool) -> None:
    hanna = people.person("hanna")
    for number in range(6):
        project = made.project(hanna, slug=f"birds-{number}", images=1, references=1)
        writer = made.annotator(project)
        task = next_task(writer)
        assert task is not None
        if is_late:
            Task.objects.update(state=TaskState.EXPIRED)
            Item.objects.update(taken=0)
        start = threading.Barrier(2)

        def answers(of: Task = task, begin: threading.Barrier = start) -> None:
            begin.wait()
            try:
                finish(of, Answer("A bird sits on a branch of an old tree."))
            except NotTaken:
                pass
            finally:
                close_old_connections()
                connection.close()

        thread = threading.Thread(target=answers)
        thread.start()
        start.wait()
        block(hanna, writer, "Copies.")
        thread.join()
        assert not Task.objects.filter(item__project=project, state=TaskState.DONE).exists()
        made.check_counts(project)
        project.delete()
