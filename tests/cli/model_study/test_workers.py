"""Processes that train side by side: answers, errors, and deaths."""

from __future__ import annotations

import os
import signal

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

from cutline.cli.model_study.workers import in_processes
from cutline.core.errors import ContentError, CutlineError


def work(number: int) -> int:
    if number == 7:
        raise ContentError("seven is refused")
    if number == 9:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_every_task_is_done_and_somebody_looks() -> None:
    looks: list[int] = []
    found = in_processes(work, [1, 2, 3], 2, look=lambda: looks.append(1))
    assert sorted(found) == [1, 4, 9]
    assert looks


def test_what_goes_wrong_is_told() -> None:
    with pytest.raises(ContentError, match="seven is refused"):
        list(in_processes(work, [7], 1))


def test_a_process_that_is_killed_is_not_waited_for() -> None:
    with pytest.raises(CutlineError, match="ended from outside"):
        list(in_processes(work, [9, 1], 1))
