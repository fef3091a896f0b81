"""Having tests between entries made by a worker, some at a time."""

from __future__ import annotations

import logging

from django.core.cache import cache
from django.db import DatabaseError, transaction
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from cutline.server.board.tests import test_neighbours
from cutline.server.models import Phase

_logger = logging.getLogger(__name__)
#: Submissions that wait go first: tests take a worker for so long at a time, and are put back.
PRIORITY, SECONDS = -10, 1.0
#: A board that lacks tests is read many times before they are made; they are asked for once.
_ASKED_SECONDS = 60


@task(priority=PRIORITY)
def test_board(phase_id: int) -> None:
    """Make tests that boards of a phase lack; what the queue calls in a worker."""
    phase = Phase.objects.select_related("benchmark").filter(pk=phase_id).first()
    if phase is not None and not test_neighbours(phase, SECONDS):
        enqueue_tests(phase)


def enqueue_tests(phase: Phase) -> None:
    """Have the tests made that boards of a phase lack, after a change of who stands on them.

    Inside a transaction of the change or on its own; where they wait to be made, nothing is added.
    """
    with transaction.atomic():
        if not _wait(phase):
            test_board.enqueue(phase.pk)


def _wait(phase: Phase) -> bool:
    """Whether a worker will look at the phase after this transaction, and see what it wrote.

    A task that some worker is just taking is passed over; one that waits is held until the end.
    """
    waiting = DBTaskResult.objects.ready().filter(
        task_path=test_board.module_path, args_kwargs__args__0=phase.pk
    )
    return waiting.get_locked() is not None


def ask_for_tests(phase: Phase) -> None:
    """The same from a page that found tests missing; a page never fails because of it."""
    if not cache.add(f"tests-asked-{phase.pk}-{phase.benchmark.revision}", True, _ASKED_SECONDS):
        return
    try:
        enqueue_tests(phase)
    except DatabaseError as error:
        _logger.warning("tests of phase %s could not be asked for: %s", phase.pk, error)
