"""Threads for work that waits: they never keep the program from ending.

The pools of the standard library are waited for when a program ends, and so would an endpoint be
that does not answer: after Ctrl-C a user wants to have the prompt back.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TypeVar

#: How long `ahead` waits for what is being made when nobody wants any more.
PATIENCE = 20.0

Item = TypeVar("Item")
Result = TypeVar("Result")

_END = object()


def side_by_side(
    function: Callable[[Item], Result], items: Sequence[Item], workers: int
) -> list[Result]:
    """What the function gives for each item, in their order, several at once.

    The first exception is raised here; items that nobody has begun are left.

    >>> side_by_side(abs, [-3, 2, -1], 2)
    [3, 2, 1]
    """
    if len(items) < 2 or workers < 2:
        return [function(item) for item in items]
    results: list[Result] = [None] * len(items)  # type: ignore[list-item]
    waiting = iter(range(len(items)))
    ended: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
    lock = threading.Lock()

    def work() -> None:
        nonlocal waiting
        try:
            while True:
                with lock:
                    place = next(waiting, None)
                if place is None:
                    break
                results[place] = function(items[place])
            ended.put(None)
        except BaseException as error:
            ended.put(error)

    count = min(workers, len(items))
    for _ in range(count):
        threading.Thread(target=work, daemon=True).start()
    try:
        for _ in range(count):
            error = ended.get()
            if error is not None:
                raise error
    finally:
        with lock:
            waiting = iter(range(0))
    return results


def ahead(items: Iterable[Item]) -> Generator[Item]:
    """The same items, each made in a thread while the one before it is in use.

    Only one is made ahead, because items may be large. Who stops reading waits for the one that is
    being made, though not for ever: a program that ends while a thread is inside of a detector's
    compiled code is aborted by the system, and its exit code is lost.

    >>> list(ahead(range(3)))
    [0, 1, 2]
    """
    made: queue.SimpleQueue[tuple[object, BaseException | None]] = queue.SimpleQueue()
    wanted = threading.Semaphore(1)
    is_over = threading.Event()

    def make() -> None:
        iterator = iter(items)
        try:
            while True:
                wanted.acquire()
                if is_over.is_set():
                    break
                made.put((next(iterator, _END), None))
        except BaseException as error:
            made.put((_END, error))
        finally:
            # A generator that reads ahead itself is to stop as well.
            getattr(iterator, "close", lambda: None)()

    thread = threading.Thread(target=make, daemon=True)
    thread.start()
    try:
        while True:
            item, error = made.get()
            if error is not None:
                raise error
            if item is _END:
                return
            wanted.release()
            yield item  # type: ignore[misc]
    finally:
        is_over.set()
        wanted.release()
        # A generator that nobody closed may be collected by the thread itself.
        if thread is not threading.current_thread():
            thread.join(PATIENCE)
