"""One step of learning: from losses to weights that moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from cutline.core.errors import ContentError
from cutline.models.learner import Learner
from cutline.models.training.distributed import average_gradients, averaged, share
from cutline.models.training.gradnorm import GradNorm
from cutline.models.training.settings import TrainingSettings


class Optimizer:
    """Moves the weights of a model, and weighs its losses.

    Args:
        model: what learns; frozen weights stay as they are.
        settings: how.
    """

    def __init__(self, model: Learner, settings: TrainingSettings) -> None:
        self._model = model
        self._settings = settings
        self._trained = [one for one in model.parameters() if one.requires_grad]
        self._optimizer = _optimizer(self._trained, settings)
        self._gradnorm: GradNorm | None = None

    @property
    def loss_weights(self) -> dict[str, float]:
        """What losses are multiplied with, where that is not 1 for all."""
        if self._gradnorm is not None:
            return self._gradnorm.weights
        return dict(self._settings.loss_weights)

    def step(
        self, losses: Mapping[str, Tensor], counts: Mapping[str, float], learning_rate: float
    ) -> dict[str, float]:
        """Learn from the losses of a batch.

        Args:
            losses: of this process's share of it; one without a gradient is only a figure to show.
            counts: over how many things a loss is the mean.
            learning_rate: of this step.

        Returns:
            the losses of the whole batch.

        Raises:
            ContentError: when a loss is no number.
        """
        shared = {
            name: _shared(loss, counts[name]) if name in counts else loss
            for name, loss in losses.items()
        }
        values = averaged(torch.stack([loss.detach().double() for loss in shared.values()]))
        found = dict(zip(shared, values.tolist(), strict=True))
        if not bool(values.isfinite().all()):
            raise ContentError(
                f"a loss became {found}, which is no finite number: a lower learning_rate, or "
                f"gradients that are clipped, keep it finite"
            )
        learnt = {name: loss for name, loss in shared.items() if loss.requires_grad}
        weights = self._weights(learnt)
        for group in self._optimizer.param_groups:
            group["lr"] = learning_rate
        self._optimizer.zero_grad()
        weighed = [loss * weights.get(name, 1.0) for name, loss in learnt.items()]
        total = torch.stack(weighed).sum()
        total.backward()  # type: ignore[no-untyped-call]
        average_gradients(self._trained)
        self._limit_gradients()
        self._optimizer.step()
        return found

    def _weights(self, losses: Mapping[str, Tensor]) -> Mapping[str, float]:
        settings = self._settings
        if settings.weighting == "sum":
            settings.check_losses(tuple(losses))
            return settings.loss_weights
        return self._gradnorm_of(tuple(losses)).update(losses, self._model.shared_parameters())

    def _gradnorm_of(self, names: tuple[str, ...]) -> GradNorm:
        if self._gradnorm is None:
            settings = self._settings
            self._gradnorm = GradNorm(
                names, settings.gradnorm_alpha, settings.gradnorm_learning_rate
            )
        return self._gradnorm

    def _limit_gradients(self) -> None:
        if self._settings.clamp:
            nn.utils.clip_grad_value_(self._trained, self._settings.clamp)
        if self._settings.clip_norm:
            nn.utils.clip_grad_norm_(self._trained, self._settings.clip_norm)

    def state_dict(self) -> dict[str, Any]:
        """All that the next step depends on beside the weights."""
        gradnorm = None if self._gradnorm is None else self._gradnorm.state_dict()
        return {"optimizer": self._optimizer.state_dict(), "gradnorm": gradnorm}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Go on from where another stood."""
        self._optimizer.load_state_dict(state["optimizer"])
        if state["gradnorm"] is not None:
            self._gradnorm_of(tuple(state["gradnorm"]["names"])).load_state_dict(state["gradnorm"])


def _optimizer(trained: list[nn.Parameter], settings: TrainingSettings) -> torch.optim.Optimizer:
    if settings.optimizer == "adam":
        return torch.optim.Adam(
            trained, lr=settings.learning_rate, weight_decay=settings.weight_decay
        )
    return torch.optim.SGD(
        trained,
        lr=settings.learning_rate,
        momentum=settings.momentum,
        weight_decay=settings.weight_decay,
    )


def _shared(loss: Tensor, count: float) -> Tensor:
    """A loss of which the mean over processes is that of the whole batch."""
    weight = share(torch.tensor(count, dtype=torch.float64))
    return loss * weight.nan_to_num(0.0).to(loss.dtype)  # no number where nobody has any
