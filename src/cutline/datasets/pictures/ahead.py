"""Pictures opened ahead: while some are looked at, threads open the next, within memory."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import TypeVar

from cutline.datasets.pictures.open import pixels_of
from cutline.datasets.pictures.types import PictureFile

Opened = TypeVar("Opened")

#: Pictures that a detector is given together, when nobody says; more is no faster on a processor.
TOGETHER = 8

#: Pixels that are open at once, when nobody says: 300 MB, as a pixel has three bytes.
PIXELS_AHEAD = 100_000_000

_Group = tuple[int, list[PictureFile]]
_Task = tuple["Future[Opened]", PictureFile]


def opened_ahead(
    batches: Iterable[Sequence[PictureFile]],
    open_one: Callable[[PictureFile], Opened],
    *,
    workers: int,
    pixels: int = PIXELS_AHEAD,
) -> Generator[list[Opened]]:
    """What `open_one` gives for each file, in groups, in the order of the files.

    A group is a batch, or where the pictures of a batch are large a part of one. While one group is
    in use the next are opened. Groups depend on the batches and on the files' sizes alone, not on
    time. Who asks for the next group has to let go of the one before (`del`), as its pixels are no
    longer counted. The threads never keep the program from ending, and stop when the generator is
    closed.

    Args:
        batches: the pictures; they are taken from it as they are needed.
        open_one: opens one, in a thread. To tell of a file that cannot be opened it gives something
            else than a picture; what it raises is raised here, and ends all.
        workers: threads that open pictures; about as many pictures are opened ahead, and at least
            one group.
        pixels: how many pixels are open at once, those of the group in use and of all that are
            opened ahead; a group has at most half of them. A picture that has more by itself is
            still opened, with nothing else beside it.

    Raises:
        MissingPartError: where Pillow is not installed.
    """
    tasks: queue.SimpleQueue[_Task[Opened] | None] = queue.SimpleQueue()
    for _ in range(workers):
        threading.Thread(target=_work, args=(tasks, open_one), daemon=True).start()
    waiting: deque[tuple[int, list[Future[Opened]]]] = deque()
    held = 0
    groups = _groups(batches, pixels // 2)
    try:
        coming = next(groups, None)
        while coming is not None or waiting:
            while coming is not None and (
                not waiting
                or (
                    held + coming[0] <= pixels
                    and sum(len(group) for _, group in waiting) < workers + len(coming[1])
                )
            ):
                waiting.append((coming[0], [_begun(tasks, file) for file in coming[1]]))
                held += coming[0]
                coming = next(groups, None)
            size, begun = waiting.popleft()
            yield [future.result() for future in begun]
            held -= size
            del begun
    finally:
        for _, group in waiting:
            for future in group:
                future.cancel()
        for _ in range(workers):
            tasks.put(None)


def _groups(batches: Iterable[Sequence[PictureFile]], pixels: int) -> Iterator[_Group]:
    for batch in batches:
        group: list[PictureFile] = []
        held = 0
        for file in batch:
            size = pixels_of(file.path)
            if group and held + size > pixels:
                yield held, group
                group, held = [], 0
            group.append(file)
            held += size
        if group:
            yield held, group


def _begun(tasks: queue.SimpleQueue[_Task[Opened] | None], file: PictureFile) -> Future[Opened]:
    future: Future[Opened] = Future()
    tasks.put((future, file))
    return future


def _work(
    tasks: queue.SimpleQueue[_Task[Opened] | None], open_one: Callable[[PictureFile], Opened]
) -> None:
    while (task := tasks.get()) is not None:
        future, file = task
        if not future.set_running_or_notify_cancel():
            continue
        try:
            future.set_result(open_one(file))
        except BaseException as error:
            future.set_exception(error)
        # What was opened is not to be kept alive by a thread that waits for more.
        del task, future
