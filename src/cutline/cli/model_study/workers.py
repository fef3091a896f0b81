"""Captioners that learn side by side, each in a process of its own with one thread."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import torch

from cutline.core.errors import CutlineError

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

_SECONDS_BETWEEN_LOOKS = 0.5


def settle_in() -> None:
    """Prepare a process to work beside others: one thread, no display, no say in interruptions."""
    torch.set_num_threads(1)
    # Whoever started it ends it, or is ended.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def in_processes(
    work: Callable[[_Task], _Result],
    tasks: Sequence[_Task],
    jobs: int,
    *,
    settle: Callable[..., None] = settle_in,
    settle_with: tuple[Any, ...] = (),
    look: Callable[[], None] = lambda: None,
) -> Iterator[_Result]:
    """What comes of tasks, as each is done; no process outlives an error or an interruption.

    Args:
        work: what is done with a task: a function of a module.
        tasks: all of them.
        jobs: how many processes at most.
        settle: what a process does first.
        settle_with: what `settle` is given.
        look: called now and then while tasks are worked on.

    Raises:
        CutlineError: what went wrong in any of them, or when one was ended from outside: a pool of
            `multiprocessing` would wait for its task for ever.
    """
    # Processes and not threads, and fresh ones: PyTorch does not outlive a fork.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(min(jobs, len(tasks)), context, settle, settle_with)
    try:
        waiting = {executor.submit(work, task) for task in tasks}
        while waiting:
            done, waiting = wait(waiting, _SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
            look()
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise CutlineError(
            "a process that trained a captioner was ended from outside, perhaps for want of "
            "memory: --jobs 1 needs the least"
        ) from None
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
