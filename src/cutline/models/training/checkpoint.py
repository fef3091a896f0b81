"""Where a training stands, on file, so that it goes on as if nothing had happened."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor

from cutline.core.atomic import atomic_write_bytes
from cutline.core.errors import FileError
from cutline.models.learner import Learner
from cutline.models.saved import read_tensors
from cutline.models.training.distributed import processes
from cutline.models.training.optimize import Optimizer

_KIND, _VERSION = "checkpoint", 1


@dataclass
class Standing:
    """How far a training has come.

    Args:
        epoch: how many are done.
        batch: how many batches of the next one are done.
        step: how many batches are done in all.
        sums: of losses, over the batches of this epoch.
        history: what is known of each epoch.
        best: the best value on the validation captions.
        best_weights: those that had it.
        stale: how many epochs ago that was.
        seconds: how long it took so far.
        ended: why it is at its end, or nothing.
    """

    epoch: int = 0
    batch: int = 0
    step: int = 0
    sums: dict[str, float] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)
    best: float | None = None
    best_weights: dict[str, Tensor] | None = None
    stale: int = 0
    seconds: float = 0.0
    ended: str = ""

    def took(self, losses: Mapping[str, float]) -> None:
        """Count a batch."""
        for name, value in losses.items():
            self.sums[name] = self.sums.get(name, 0.0) + value
        self.batch += 1
        self.step += 1

    def means(self) -> dict[str, float]:
        """The mean of each loss in this epoch so far."""
        return {name: value / max(1, self.batch) for name, value in self.sums.items()}


class Checkpoint:
    """The file of one training.

    Args:
        path: the file; it is written beside itself and then takes its name, so that it is whole
            whenever the process is killed.
        course: what has to be the same for a training to be gone on with.
        seconds: it is due again after so many.
    """

    def __init__(
        self, path: str | os.PathLike[str], course: Mapping[str, Any], seconds: float = 60.0
    ) -> None:
        self.path = Path(path)
        self._course = dict(course)
        self._seconds = seconds
        self._saved = time.monotonic()

    @property
    def is_due(self) -> bool:
        """Whether the last time is long enough ago."""
        return time.monotonic() - self._saved >= self._seconds

    def save(self, model: Learner, optimizer: Optimizer, standing: Standing) -> None:
        """Write all that the next step depends on. All processes call it; the first one writes.

        Raises:
            FileError: when it cannot be written.
        """
        random = _random_states()
        if processes() == 1 or dist.get_rank() == 0:
            content = {
                "cutline": _KIND,
                "version": _VERSION,
                "course": self._course,
                "standing": {
                    one.name: getattr(standing, one.name) for one in dataclasses.fields(standing)
                },
                "weights": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "random": random,
            }
            with atomic_write_bytes(self.path) as file:
                torch.save(content, file)
        self._saved = time.monotonic()

    def restore(self, model: Learner, optimizer: Optimizer) -> Standing | None:
        """Go on from the file, if there is one.

        Raises:
            FileError: when it is damaged, or of another training.
        """
        if not self.path.exists():
            return None
        content = read_tensors(self.path, _KIND, _VERSION)
        self._check(content.get("course"))
        random = content["random"]
        if len(random) != processes():
            raise FileError(
                f"{self.path}: was written by {len(random)} processes, and now there are "
                f"{processes()}: start as many, or remove the file to begin anew"
            )
        model.load_state_dict(content["weights"])
        optimizer.load_state_dict(content["optimizer"])
        torch.set_rng_state(random[dist.get_rank() if processes() > 1 else 0])
        return Standing(**content["standing"])

    def _check(self, found: Any) -> None:
        if not isinstance(found, dict) or found == self._course:
            return
        names = [*self._course, *(name for name in found if name not in self._course)]
        for name in names:
            old, new = found.get(name), self._course.get(name)
            if old != new:
                raise FileError(
                    f"{self.path}: is of another training: {name} was {_shown(old)}, and now is "
                    f"{_shown(new)}; write to another folder, or remove the file to begin anew"
                )


def _shown(value: Any) -> str:
    text = "not given" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _random_states() -> list[Tensor]:
    """Where chance stands in each process."""
    state = torch.get_rng_state()
    if processes() == 1:
        return [state]
    states = [torch.empty_like(state) for _ in range(processes())]
    dist.all_gather(states, state)
    return states
