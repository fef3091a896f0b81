"""Who does the work of parts: processes of this machine, or others that can do the same."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from cutline.core.errors import CutlineError

#: A task by its number. It writes its own answer, and may be done again.
Task = Callable[[int], None]
#: So often are workers started anew that were killed, with nothing done in between.
_MOST_DEATHS = 3


class Engine(Protocol):
    """Something that does tasks."""

    def run(self, task: Task, numbers: Sequence[int]) -> Iterator[int]:
        """Do a task for each number, in any order; give numbers as they are done."""
        ...

    def close(self) -> None:
        """Let go of what it holds: nothing more is to be done."""
        ...


class Processes:
    """As many processes of this machine as are wanted, each with one thread.

    Args:
        jobs: how many.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, task: Task, numbers: Sequence[int]) -> Iterator[int]:
        """Do a task for each number. A worker that is killed is replaced.

        Raises:
            CutlineError: what a task raised; or when workers are killed again and again.
        """
        left, deaths = list(numbers), 0
        while left:
            if self.jobs == 1 or len(left) == 1:
                for number in left:
                    task(number)
                    yield number
                return
            try:
                for number in self._pool(task, left):
                    left.remove(number)
                    deaths = 0
                    yield number
            except BrokenProcessPool:
                deaths += 1
                if deaths > _MOST_DEATHS:
                    raise CutlineError(
                        "worker processes are killed again and again, perhaps for want of memory: "
                        "fewer at a time (--jobs 1) need less"
                    ) from None

    def close(self) -> None:
        """Nothing is held: each step has workers of its own."""

    def _pool(self, task: Task, numbers: Sequence[int]) -> Iterator[int]:
        # Fresh processes: those that are forked from one with threads can hang.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(self.jobs, len(numbers)), mp_context=context)
        waiting = iter(numbers)
        running: dict[Future[None], int] = {}
        try:
            while True:
                # Few at a time, so that little is lost by an interruption.
                while len(running) < 2 * self.jobs and (number := next(waiting, None)) is not None:
                    running[pool.submit(task, number)] = number
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    number = running.pop(future)
                    future.result()
                    yield number
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
