"""Captioners that learn side by side, a process and a core each."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline.cli.model_study.photos.learning import (
    LearningData,
    StudySettings,
    kept,
    learn,
    signature_of,
)
from cutline.cli.model_study.workers import in_processes, settle_in
from cutline.core.jobs import default_jobs
from cutline.core.progress import reporting
from cutline.core.types import ImageId
from cutline.datasets.features import FeatureStore

#: How much of each training is done, in a process that trains.
_done: Any = None


@dataclass(frozen=True)
class Sources:
    """What learning data are made from, in a form that other processes can be given."""

    features: Path
    train: Mapping[ImageId, Sequence[str]]
    val: Mapping[ImageId, Sequence[str]]

    def data(self, settings: StudySettings) -> LearningData:
        """The learning data."""
        store = FeatureStore.open(self.features)
        return LearningData.of(store, self.train, self.val, settings.least_count)


def learn_all(
    names: Sequence[str],
    settings: StudySettings,
    sources: Sources,
    data: LearningData,
    work: Path,
    jobs: int | None,
) -> None:
    """Train captioners that were not trained before; each goes on from its own checkpoint.

    Raises:
        CutlineError: what went wrong in any of them.
    """
    new = [name for name in names if kept(name, signature_of(name, settings, data), work) is None]
    if len(new) <= 1:
        for name in new:
            learn(name, settings, data, work)
        return
    done: Any = multiprocessing.get_context("spawn").Array("d", len(new))
    tasks = [(place, name, settings, sources, work) for place, name in enumerate(new)]
    with reporting("Training captioners") as report:

        def look() -> None:
            shares = ", ".join(f"{n} {part:.0%}" for n, part in zip(new, done, strict=True))
            report(sum(done) / len(new), f"Training captioners: {shares}")

        jobs = jobs or default_jobs()
        for _ in in_processes(_learn, tasks, jobs, settle=_settle, settle_with=(done,), look=look):
            look()


def _settle(done: Any) -> None:
    global _done
    _done = done
    settle_in()


def _learn(task: tuple[int, str, StudySettings, Sources, Path]) -> None:
    place, name, settings, sources, work = task

    def told(share: float) -> None:
        _done[place] = share

    learn(name, settings, sources.data(settings), work, told)
    told(1.0)
