"""Doing what was planned: cross-entropy, then rewards, with files that say what came out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline.core.atomic import atomic_write
from cutline.models.saved import save_model
from cutline.models.training.board import Board
from cutline.models.training.checkpoint import Checkpoint
from cutline.models.training.data import CaptionData
from cutline.models.training.loop import Trained, Watchers, train
from cutline.models.training.plan import Plan
from cutline.models.training.self_critical import Reward, SelfCritical
from cutline.models.training.settings import TrainingSettings
from cutline.models.training.validation import Stop, Validation, never

#: The files of an output folder.
MODEL, LOG = "model.pt", "log.jsonl"

CROSS_ENTROPY, SELF_CRITICAL = "cross-entropy", "self-critical"


@dataclass(frozen=True)
class Outcome:
    """What came of a plan.

    Args:
        parts: the trainings, by what they were by.
        signature: of the values: the metric's, and how captions were written.
        model: the file with the model.
        log: the file with what is known of each epoch.
    """

    parts: Mapping[str, Trained]
    signature: str
    model: str
    log: str


def run_plan(
    plan: Plan,
    *,
    is_first: bool = True,
    stop: Stop = never,
    board: Board | None = None,
    told: Callable[[str, Mapping[str, Any]], None] = lambda part, record: None,
    seconds: float = 60.0,
) -> Outcome:
    """Train as planned; what was begun in the same folder is gone on with.

    Args:
        plan: what to do.
        is_first: whether this process writes files; of several, one does.
        stop: asked after each step whether to end.
        board: where TensorBoard reads.
        told: told of each epoch, with what the model was trained by.
        seconds: a checkpoint is due after so many.

    Raises:
        FileError: when a file of the folder is of another training, or cannot be written.
        StopAskedError: when it was to end; it can be gone on with.
    """
    config, settings = plan.config, plan.config.training
    validation = None if plan.val is None else Validation(plan.val, settings.metric, settings.beam)
    files = _Files(plan, Path(config.output), "" if validation is None else validation.signature)
    parts = _Parts(plan, validation, files, is_first, stop, board, told, seconds)
    by_words = parts.train(CROSS_ENTROPY, settings, plan.data)
    found = {CROSS_ENTROPY: by_words}
    if (critical := config.self_critical) is not None:
        reward = Reward(plan.data.references, critical.reward)
        found[SELF_CRITICAL] = parts.train(
            SELF_CRITICAL,
            critical.settings,
            plan.data.first_captions(),
            objective=SelfCritical(
                reward, critical.samples, critical.baseline, config.data.longest
            ),
            to_beat=by_words.best,
        )
    return Outcome(found, files.signature, str(files.folder / MODEL), str(files.folder / LOG))


@dataclass(frozen=True)
class _Parts:
    """Trains a plan's model, part by part."""

    plan: Plan
    validation: Validation | None
    files: _Files
    is_first: bool
    stop: Stop
    board: Board | None
    told: Callable[[str, Mapping[str, Any]], None]
    seconds: float

    def train(
        self, name: str, settings: TrainingSettings, data: CaptionData, **more: Any
    ) -> Trained:
        """One part, or what is left of it."""
        critical = self.plan.config.self_critical if name == SELF_CRITICAL else None
        course = self.plan.course(settings, critical)
        trained = train(
            self.plan.model,
            data,
            settings,
            validation=self.validation,
            checkpoint=Checkpoint(self.files.checkpoint(name), course, self.seconds),
            watchers=self._watchers(name),
            message=f"Training {self.plan.config.model}",
            **more,
        )
        if self.is_first:
            self.files.finish()
        return trained

    def _watchers(self, name: str) -> Watchers:
        board, files = self.board, self.files

        def epoch(record: Mapping[str, Any]) -> None:
            files.add(name, record)
            if board is not None:
                board.epoch(record)
            self.told(name, record)

        step = Watchers().step if board is None else board.step
        return Watchers(lambda history: files.begin(name, history), epoch, step, self.stop)


class _Files:
    """The model's file and the log: written anew when an epoch was the best, or is over."""

    def __init__(self, plan: Plan, folder: Path, signature: str) -> None:
        self.signature, self.folder = signature, folder
        self._plan = plan
        self._records: dict[str, list[Mapping[str, Any]]] = {}
        self._is_behind = not (folder / MODEL).exists()

    def checkpoint(self, part: str) -> Path:
        """Where a part of the training is gone on with from."""
        return self.folder / f"{part}.checkpoint"

    def begin(self, part: str, history: Sequence[Mapping[str, Any]]) -> None:
        """A part begins, or is gone on with."""
        self._records[part] = list(history)

    def add(self, part: str, record: Mapping[str, Any]) -> None:
        """An epoch is over; the model still has its weights."""
        self._records[part].append(record)
        self._is_behind = True
        if record.get("is_best", False):
            save_model(self._plan.model, self.folder / MODEL, self._plan.card)
        self._write_log()

    def finish(self) -> None:
        """A part is over; the model has its best weights."""
        if self._is_behind:  # else it was over before, and a later part may have written since
            save_model(self._plan.model, self.folder / MODEL, self._plan.card)
            self._write_log()
        self._is_behind = False

    def _write_log(self) -> None:
        header = {
            "cutline": "training-log",
            "version": 1,
            "signature": self._plan.signature,
            "values": self.signature,
        }
        with atomic_write(self.folder / LOG) as file:
            file.write(json.dumps(header, ensure_ascii=False) + "\n")
            for part, records in self._records.items():
                for record in records:
                    file.write(json.dumps({"part": part, **record}, ensure_ascii=False) + "\n")
