"""Work on Ray: a pool of workers, on this machine or on a cluster.

Pieces of work flow through a pipeline of Ray Data whose actors each load what they need once. An
actor that dies is replaced, and only the pieces that it had are done again. What flows is which
piece, not what is in it: workers read shards and pictures themselves, so that no row waits in
Ray's memory, and answers that are files can be found again after the end of Ray too.
"""

from __future__ import annotations

import logging
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cutline.core.errors import CutlineError, MissingPartError, UsageError
from cutline.scale.engine import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray


Item = TypeVar("Item")
Result = TypeVar("Result")


class OnRay:
    """Does tasks on Ray.

    Args:
        address: of a cluster, as `auto` or `ray://host:10001`; None starts Ray on this machine.
        jobs: how many workers at most; by default as many as the cluster has processors.
    """

    def __init__(self, address: str | None = None, jobs: int | None = None) -> None:
        self.address = address
        self.jobs = jobs

    def run(self, task: Task, numbers: Sequence[int]) -> Iterator[int]:
        """Do a task for each number.

        Raises:
            CutlineError: as `each` does.
        """
        yield from self.each(partial(_doing, task), numbers, in_order=False)

    def each(
        self,
        make: Callable[[], Callable[[Item], Result]],
        items: Sequence[Item],
        *,
        in_order: bool = True,
    ) -> Iterator[Result]:
        """What a function gives for each item.

        Args:
            make: makes the function; it is called once in each worker.
            items: what the function is asked; like answers they have to be picklable.
            in_order: whether answers come in the order of the items, or as they are there.

        Raises:
            MissingPartError: when Ray is not installed.
            UsageError: when there is no cluster at the address.
            CutlineError: what the function raised.
        """
        if not items:
            return
        data = self._connected()
        from ray.exceptions import RayError

        data.DataContext.get_current().execution_options.preserve_order = in_order
        pieces = data.from_items(
            [{"piece": pickle.dumps(item)} for item in items], override_num_blocks=len(items)
        )
        done = pieces.map_batches(
            _Worker,
            fn_constructor_args=(make, str(Path.cwd())),
            batch_size=1,
            num_cpus=1,
            compute=data.ActorPoolStrategy(min_size=1, max_size=self._workers(len(items))),
        )
        try:
            for row in done.iter_rows():
                answer, error = pickle.loads(row["answer"])
                if error is not None:
                    raise error
                yield answer
        except RayError as error:
            raise CutlineError(f"Ray gave up: {str(error).strip().splitlines()[-1]}") from None

    def close(self) -> None:
        """Leave the cluster, or end the one that was started here."""
        if "ray" in sys.modules and sys.modules["ray"].is_initialized():
            sys.modules["ray"].shutdown()

    def _workers(self, tasks: int) -> int:
        import ray

        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        there = int(resources.get("CPU", 1))
        return max(1, min(self.jobs or there, there, tasks))

    def _connected(self) -> Any:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
        try:
            import ray
            import ray.data
        except ImportError:
            raise MissingPartError(
                "--engine ray needs Ray, which is not installed: pip install 'cutline[ray]'"
            ) from None
        if not ray.is_initialized():
            try:
                ray.init(
                    address=self.address or "local",
                    num_cpus=self.jobs if self.address is None else None,
                    include_dashboard=False if self.address is None else None,
                    logging_level=logging.ERROR,
                    log_to_driver=False,
                )
            except (ConnectionError, ValueError, RuntimeError) as error:
                first = str(error).strip().splitlines()[0]
                raise UsageError(f"no Ray cluster at {self.address!r}: {first}") from None
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False  # Cutline shows its own
        context.print_on_execution_start = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        return ray.data


def _doing(task: Task) -> Callable[[int], int]:
    def do(number: int) -> int:
        task(number)
        return number

    return do


class _Worker:
    """An actor that answers items; what it has loaded stays loaded.

    Args:
        make: makes the function that answers.
        folder: where the command was started: paths are to mean the same here.
    """

    def __init__(self, make: Callable[[], Callable[[Any], Any]], folder: str) -> None:
        with suppress(OSError):  # a node that has no such folder can be given whole paths
            os.chdir(folder)
        self._make = make
        self._made: Callable[[Any], Any] | None = None

    def __call__(self, batch: dict[str, NDArray[Any]]) -> dict[str, list[Any]]:
        return {"answer": [pickle.dumps(self._answer(piece)) for piece in batch["piece"]]}

    def _answer(self, piece: bytes) -> tuple[Any, CutlineError | None]:
        try:
            if self._made is None:
                self._made = self._make()
            return self._made(pickle.loads(piece)), None
        except CutlineError as error:  # told as it is, and not tried again
            return None, error
