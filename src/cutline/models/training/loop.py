"""Training: epochs of batches, validation between them, and the best weights in the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor

from cutline.core.errors import UsageError
from cutline.core.progress import reporting
from cutline.models.learner import Learner
from cutline.models.training.checkpoint import Checkpoint, Standing
from cutline.models.training.data import CaptionBatch, CaptionData, Share
from cutline.models.training.distributed import processes
from cutline.models.training.optimize import Optimizer
from cutline.models.training.settings import TrainingSettings
from cutline.models.training.validation import Stop, StopAskedError, Validation, never

#: The losses of a batch, and over how many things each is the mean.
Objective = Callable[[Any, CaptionBatch], tuple[dict[str, Tensor], dict[str, float]]]

#: Processes draw from chances that are this far apart.
_SEEDS_APART = 1_000_003


def cross_entropy(
    model: Learner, batch: CaptionBatch
) -> tuple[dict[str, Tensor], dict[str, float]]:
    """The model's own losses."""
    return (
        model.losses(batch.images, batch.tokens),
        model.loss_counts(batch.images, batch.tokens),
    )


@dataclass(frozen=True)
class Trained:
    """What came of a training; the model itself has the best weights.

    Args:
        history: what is known of each epoch.
        best: the best value on the validation captions, None where there are none.
        steps: how many batches it learnt from.
        seconds: how long it took.
        ended: why it is at its end: `epochs`, `steps` or `patience`.
    """

    history: tuple[Mapping[str, Any], ...]
    best: float | None
    steps: int
    seconds: float
    ended: str

    @property
    def best_epoch(self) -> Mapping[str, Any] | None:
        """What is known of the epoch whose weights the model has; None where it kept its first."""
        better = [epoch for epoch in self.history if epoch.get("is_best", True)]
        return better[-1] if better else None


@dataclass(frozen=True)
class Watchers:
    """Who is told of a training, and who may end it. Of several processes the first one tells.

    Args:
        begun: told at first of the epochs that were done before, if it is gone on with.
        epoch: told of each epoch when it is over; the model has the weights of that moment.
        step: told of each step: its number, losses and learning rate.
        stop: asked after each step; with true, all is saved and `StopAskedError` raised.
    """

    begun: Callable[[Sequence[Mapping[str, Any]]], None] = lambda history: None
    epoch: Callable[[Mapping[str, Any]], None] = lambda record: None
    step: Callable[[int, Mapping[str, float], float], None] = lambda step, losses, rate: None
    stop: Stop = never


def train(
    model: Learner,
    data: CaptionData,
    settings: TrainingSettings,
    *,
    validation: Validation | None = None,
    objective: Objective = cross_entropy,
    checkpoint: Checkpoint | None = None,
    watchers: Watchers = Watchers(),
    to_beat: float | None = None,
    message: str = "Training",
) -> Trained:
    """Train a model; in the end it has the weights of its best epoch, or the last ones.

    The same seed gives the same weights, bit for bit, on the same machine with as many threads; so
    does a training that was killed and gone on with from its checkpoint. Chance elsewhere in the
    program is left as it was. In a process group every process calls it with the same arguments;
    each learns from its share of every batch, and all have the same weights after every step.

    Args:
        model: what learns.
        data: what it learns from.
        settings: how.
        validation: what decides which epoch was best, and when to stop.
        objective: what is made small; by default the model's own losses.
        checkpoint: where it is saved, and gone on with if it was begun before.
        watchers: who is told.
        to_beat: what the model has on the validation captions already; its weights stay if no epoch
            is better.
        message: what the progress is called.

    Raises:
        ContentError: when a loss is no number.
        StopAskedError: when a watcher asked to stop.
    """
    with torch.random.fork_rng(devices=[]):
        course = _Course(model, data, settings, validation, objective, checkpoint, watchers)
        return course.run(message, to_beat)


class _Course:
    def __init__(
        self,
        model: Learner,
        data: CaptionData,
        settings: TrainingSettings,
        validation: Validation | None,
        objective: Objective,
        checkpoint: Checkpoint | None,
        watchers: Watchers,
    ) -> None:
        if not any(one.requires_grad for one in model.parameters()):
            raise UsageError("all weights of the model are frozen: there is nothing to train")
        self.model, self.data, self.settings = model, data, settings
        self.validation, self.objective = validation, objective
        self.checkpoint, self.watchers = checkpoint, watchers
        self.share = Share(dist.get_rank() if processes() > 1 else 0, processes())
        self.is_first = self.share.number == 0
        self.optimizer = Optimizer(model, settings)
        self.batches = data.number_of_batches(settings.batch)
        most = settings.epochs * self.batches
        self.steps = min(most, settings.most_steps or most)
        self.standing = Standing()
        self.clock = time.monotonic()

    def run(self, message: str, to_beat: float | None) -> Trained:
        """All epochs, or those that are left."""
        self._begin(to_beat)
        standing = self.standing
        with reporting(message, standing.step / self.steps) as report:
            while not standing.ended:
                self._epoch(lambda: report(standing.step / self.steps, self._told(message)))
                self._end_epoch()
        if standing.best_weights is not None:
            self.model.load_state_dict(standing.best_weights)
        return Trained(
            tuple(standing.history), standing.best, standing.step, standing.seconds, standing.ended
        )

    def _begin(self, to_beat: float | None) -> None:
        torch.manual_seed(self.settings.seed + _SEEDS_APART * self.share.number)
        if self.share.of > 1:
            for tensor in self.model.state_dict().values():
                dist.broadcast(tensor, 0)
        if to_beat is not None:
            self._keep(to_beat)
        if self.checkpoint is not None:
            self.standing = self.checkpoint.restore(self.model, self.optimizer) or self.standing
        if self.is_first:
            self.watchers.begun(tuple(self.standing.history))

    def _epoch(self, show: Callable[[], None]) -> None:
        """What is left of an epoch."""
        self.model.train()
        settings, standing = self.settings, self.standing
        for batch in self.data.batches(
            settings.batch,
            seed=settings.seed,
            epoch=standing.epoch,
            start=standing.batch,
            share=self.share,
        ):
            if standing.step >= self.steps:
                break
            rate = self._learning_rate()
            losses, counts = self.objective(self.model, batch)
            found = self.optimizer.step(losses, counts, rate)
            standing.took(found)
            if self.is_first:
                self.watchers.step(standing.step, found, rate)
                show()
            self._pause()

    def _learning_rate(self) -> float:
        standing = self.standing
        return self.settings.learning_rate_at(standing.step, standing.epoch, self.steps)

    def _end_epoch(self) -> None:
        standing = self.standing
        record: dict[str, Any] = {
            "epoch": standing.epoch + 1,
            "step": standing.step,
            "losses": standing.means(),
            "learning_rate": self._learning_rate(),
        }
        if weights := self.optimizer.loss_weights:
            record["loss_weights"] = weights
        if self.validation is not None:
            record |= self._judged(self.validation)
        standing.epoch, standing.batch, standing.sums = standing.epoch + 1, 0, {}
        standing.ended = self._reason_to_end()
        self._count_seconds()
        standing.history.append({**record, "seconds": round(standing.seconds, 1)})
        # Told before it is saved: whoever writes a file of it does so again after a kill.
        if self.is_first:
            self.watchers.epoch(standing.history[-1])
        self._save()

    def _judged(self, validation: Validation) -> dict[str, Any]:
        standing = self.standing
        try:
            value = validation.value(self.model, self.watchers.stop)
        except StopAskedError:
            self._save()
            raise
        is_best = validation.is_better(value, standing.best)
        if is_best:
            self._keep(value)
        else:
            standing.stale += 1
        return {"metric": validation.metric, "value": value, "is_best": is_best}

    def _keep(self, value: float) -> None:
        """These weights are the best so far."""
        state = self.model.state_dict()
        self.standing.best_weights = {name: one.clone() for name, one in state.items()}
        self.standing.best, self.standing.stale = value, 0

    def _reason_to_end(self) -> str:
        standing, settings = self.standing, self.settings
        if settings.patience and standing.stale >= settings.patience:
            return "patience"
        if standing.epoch >= settings.epochs:
            return "epochs"
        return "steps" if standing.step >= self.steps else ""

    def _pause(self) -> None:
        """After a step all is in order: save if it is time, and end if somebody asks for it."""
        is_due = self.checkpoint is not None and self.checkpoint.is_due
        wanted = torch.tensor([is_due, self.watchers.stop()], dtype=torch.uint8)
        if self.share.of > 1:  # processes do the same or wait for each other for ever
            dist.all_reduce(wanted, dist.ReduceOp.MAX)
        is_due, is_over = (bool(one) for one in wanted)
        if is_due or is_over:
            self._save()
        if is_over:
            raise StopAskedError

    def _save(self) -> None:
        self._count_seconds()
        if self.checkpoint is not None:
            self.checkpoint.save(self.model, self.optimizer, self.standing)

    def _count_seconds(self) -> None:
        now = time.monotonic()
        self.standing.seconds += now - self.clock
        self.clock = now

    def _told(self, message: str) -> str:
        standing = self.standing
        losses = [f"{name} {value:.3f}" for name, value in standing.means().items()]
        epochs = f"epoch {standing.epoch + 1} of {self.settings.epochs}"
        text = ", ".join([message, epochs, *losses])
        if self.validation is not None and standing.best is not None:
            text += f", best {self.validation.metric} {standing.best:.3f}"
        return text
