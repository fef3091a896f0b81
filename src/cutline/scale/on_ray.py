"""The work of parts on Ray: a pool of workers, on this machine or on a cluster.

Parts flow through a pipeline of Ray Data whose actors each load what metrics need once. An actor
that dies is replaced, and only the parts that it had are done again: answers are files that are
written whole, so that a part may be done twice without harm.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cutline.core.errors import CutlineError, MissingPartError, UsageError
from cutline.scale.engine import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
            MissingPartError: when Ray is not installed.
            UsageError: when there is no cluster at the address.
            CutlineError: what a task raised.
        """
        if not numbers:
            return
        data = self._connected()
        from ray.exceptions import RayError

        items = data.from_items(
            [{"number": number} for number in numbers], override_num_blocks=len(numbers)
        )
        done = items.map_batches(
            _Worker,
            fn_constructor_args=(task,),
            batch_size=1,
            num_cpus=1,
            compute=data.ActorPoolStrategy(min_size=1, max_size=self._workers(len(numbers))),
        )
        try:
            for row in done.iter_rows():
                if row["error"]:
                    raise CutlineError(row["error"])
                yield int(row["number"])
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


class _Worker:
    """An actor that does tasks; what it has loaded stays loaded."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def __call__(self, batch: dict[str, NDArray[Any]]) -> dict[str, list[Any]]:
        numbers = [int(number) for number in batch["number"]]
        errors = []
        for number in numbers:
            try:
                self._task(number)
                errors.append("")
            except CutlineError as error:  # told as it is, and not tried again
                errors.append(str(error))
        return {"number": numbers, "error": errors}
