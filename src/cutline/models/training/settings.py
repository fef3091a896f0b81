"""How to train: the papers' settings as presets."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from cutline.core.errors import UsageError, near_names
from cutline.core.spec import parse_spec

#: Stops early by the loss on the validation captions, for models that write none.
LOSS = "loss"


@dataclass(frozen=True)
class TrainingSettings:
    """How a captioner is trained.

    Args:
        epochs: how often all captions are seen at most.
        batch: captions in a step.
        most_steps: how many steps at most, if that is less.
        optimizer: `adam` or `sgd`.
        learning_rate: at the beginning.
        momentum: of `sgd`.
        weight_decay: how strongly weights are drawn to zero.
        decay: how the learning rate falls: `none`, `linear` to zero over all steps, or by `steps`.
        decay_every: with `steps`: after so many epochs, each time.
        decay_factor: with `steps`: what it is multiplied with.
        clamp: each gradient is kept between minus and plus this; 0 for none.
        clip_norm: the norm of all gradients together is at most this; 0 for none.
        weighting: how several losses become one: their `sum`, or `gradnorm`.
        loss_weights: with `sum`: what losses are multiplied with, those that differ from 1.
        gradnorm_alpha: with `gradnorm`: how strongly a loss that lags behind is favoured.
        gradnorm_learning_rate: with `gradnorm`: that of the weights.
        metric: what decides which epoch was best: any metric of Cutline, or `loss`.
        beam: captions are written with a beam of this width to be scored; 1 is greedy.
        patience: training ends after so many epochs without a better value; 0 for never.
        seed: of all that is left to chance.
    """

    epochs: int = 120
    batch: int = 32
    most_steps: int = 0
    optimizer: Literal["adam", "sgd"] = "adam"
    learning_rate: float = 5e-4
    momentum: float = 0.9
    weight_decay: float = 0.0
    decay: Literal["none", "linear", "steps"] = "none"
    decay_every: int = 0
    decay_factor: float = 1.0
    clamp: float = 10.0
    clip_norm: float = 0.0
    weighting: Literal["sum", "gradnorm"] = "sum"
    loss_weights: Mapping[str, float] = field(default_factory=dict)
    gradnorm_alpha: float = 2.5
    gradnorm_learning_rate: float = 0.01
    metric: str = "bleu-4"
    beam: int = 1
    patience: int = 5
    seed: int = 0

    presets: ClassVar[dict[str, TrainingSettings]]

    def __post_init__(self) -> None:
        for name in ("epochs", "batch", "beam"):
            self._check(name, getattr(self, name) >= 1, "at least 1")
        for name in ("most_steps", "decay_every", "patience", "seed"):
            self._check(name, getattr(self, name) >= 0, "0 or more")
        for name in ("momentum", "weight_decay", "clamp", "clip_norm", "gradnorm_alpha"):
            self._check(name, 0 <= getattr(self, name) < float("inf"), "0 or more")
        for name in ("learning_rate", "gradnorm_learning_rate", "decay_factor"):
            self._check(name, 0 < getattr(self, name) < float("inf"), "a number above 0")
        if self.decay == "steps":
            self._check("decay_every", self.decay_every >= 1, "at least 1 with decay = steps")
        for name, weight in self.loss_weights.items():
            if not 0 <= weight < float("inf"):
                raise UsageError(f"loss_weights.{name} is {weight}, expected 0 or more")
        if self.loss_weights and self.weighting != "sum":
            raise UsageError("loss_weights goes with weighting = sum: gradnorm finds its own")
        if self.metric != LOSS:
            parse_spec(self.metric)

    def _check(self, name: str, holds: bool, expected: str) -> None:
        if not holds:
            raise UsageError(f"{name} is {getattr(self, name)}, expected {expected}")

    def check_losses(self, names: Sequence[str]) -> None:
        """Refuse to weigh losses that a model does not have.

        Args:
            names: those that it has.

        Raises:
            UsageError: naming the first.
        """
        for name in self.loss_weights:
            if name not in names:
                raise UsageError(
                    f"loss_weights has {name}, but this model has the losses "
                    f"{', '.join(names)}{near_names(name, names)}"
                )
        if self.weighting == "gradnorm" and len(names) < 2:
            raise UsageError(
                f"weighting is gradnorm, which weighs two or more losses, but this model has "
                f"{', '.join(names)} alone"
            )

    def changed(self, fields: Mapping[str, Any]) -> TrainingSettings:
        """The same with other values.

        Raises:
            UsageError: for a name that is no setting, or a value of another type.
        """
        known = {one.name: one for one in dataclasses.fields(self)}
        for name in fields:
            if name not in known:
                raise UsageError(
                    f"{name!r} is no setting of training{near_names(name, known)}; "
                    f"there are: {', '.join(known)}"
                )
        return dataclasses.replace(
            self, **{name: _fitting(name, value) for name, value in fields.items()}
        )

    def learning_rate_at(self, step: int, epoch: int, steps: int) -> float:
        """The learning rate of a step.

        Args:
            step: how many were done.
            epoch: how many were done.
            steps: how many there will be at most.
        """
        if self.decay == "linear":
            return self.learning_rate * max(0.0, 1 - step / steps)
        if self.decay == "steps":
            return float(self.learning_rate * self.decay_factor ** (epoch // self.decay_every))
        return self.learning_rate

    def to_dict(self) -> dict[str, Any]:
        """Plain values, those that are as usual left out."""
        usual = TrainingSettings()
        return {
            one.name: dict(value) if isinstance(value, Mapping) else value
            for one in dataclasses.fields(self)
            if (value := getattr(self, one.name)) != getattr(usual, one.name)
        }


_CHOICES: dict[str, tuple[str, ...]] = {
    "optimizer": ("adam", "sgd"),
    "decay": ("none", "linear", "steps"),
    "weighting": ("sum", "gradnorm"),
}


def _fitting(name: str, value: Any) -> Any:
    usual = getattr(TrainingSettings(), name)
    if name in _CHOICES and value not in _CHOICES[name]:
        near = near_names(str(value), _CHOICES[name])
        raise UsageError(f"{name} is one of {', '.join(_CHOICES[name])}, not {value!r}{near}")
    return fitting(name, value, type(usual))


def fitting(name: str, value: Any, kind: type) -> Any:
    """A value of a setting in its type; a whole number is a number too.

    Raises:
        UsageError: when it is of another type.
    """
    if kind is float and type(value) is int:
        return float(value)
    if kind is dict:
        if not isinstance(value, Mapping):
            raise UsageError(f"{name} is a table of numbers by name, not {value!r}")
        return {key: fitting(f"{name}.{key}", one, float) for key, one in value.items()}
    if type(value) is not kind:
        kinds = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
        raise UsageError(f"{name} is {kinds[kind]}, not {value!r}")
    return value


TrainingSettings.presets = {
    "show-attend-tell": TrainingSettings(learning_rate=4e-4),
    "up-down": TrainingSettings(learning_rate=1e-4),
    "butr": TrainingSettings(learning_rate=1e-4, weighting="gradnorm"),
    "vse": TrainingSettings(
        epochs=30,
        batch=128,
        learning_rate=2e-4,
        decay="steps",
        decay_every=15,
        decay_factor=0.1,
        clamp=0.0,
        clip_norm=2.0,
        metric=LOSS,
    ),
    "nocaps": TrainingSettings(
        batch=150,
        most_steps=70_000,
        optimizer="sgd",
        learning_rate=0.015,
        weight_decay=1e-3,
        decay="linear",
        clamp=0.0,
        clip_norm=12.5,
        metric="cider-d",
        patience=0,
    ),
    "neural-baby-talk": TrainingSettings(
        epochs=30,
        learning_rate=5e-4,
        decay="steps",
        decay_every=3,
        decay_factor=0.8,
        beam=3,
        metric="cider-d",
    ),
    "dnoc": TrainingSettings(epochs=20, learning_rate=1e-3, metric="cider-d"),
    # What the networks of the presets `tiny` learn a scene world with, in minutes.
    "tiny": TrainingSettings(epochs=20, batch=64, learning_rate=2e-3, patience=3),
}
