"""Training of the study's captioners: each is kept, and not trained again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from cutline.core.atomic import atomic_write
from cutline.core.errors import FileError
from cutline.core.types import ImageId
from cutline.datasets.features import FeatureStore
from cutline.models.registry import build
from cutline.models.saved import ModelCard, load_model, save_model
from cutline.models.training.checkpoint import Checkpoint
from cutline.models.training.data import CaptionData
from cutline.models.training.loop import Watchers, train
from cutline.models.training.settings import TrainingSettings
from cutline.models.training.validation import Validation

if TYPE_CHECKING:
    from cutline.models.captioner import Captioner

#: Captioners that learn from grids, each with the config that a size stands for.
CAPTIONERS: dict[str, Mapping[str, Any]] = {
    "show-attend-tell": {},
    "up-down": {"starts_from_mean": True},
}


@dataclass(frozen=True)
class StudySettings:
    """How captioners of the study are made and trained.

    Args:
        size: of LSTMs, words and attention.
        epochs: how often all captions are seen.
        batch: captions in a step.
        learning_rate: at the beginning; it falls to zero in a straight line.
        dropout: on what words are predicted from.
        least_count: how often a word has to occur in training captions.
        seed: of all that is left to chance.
    """

    size: int = 256
    epochs: int = 4
    batch: int = 100
    learning_rate: float = 2e-3
    dropout: float = 0.3
    least_count: int = 5
    seed: int = 1

    def config(self, model: str) -> dict[str, Any]:
        """The sizes of a captioner."""
        size = self.size
        sizes = {"word_size": size, "hidden_size": size, "attention_size": size}
        return {**sizes, "dropout": self.dropout, **CAPTIONERS[model]}

    def training(self) -> TrainingSettings:
        """How it is trained; the epoch counts that is best by CIDEr-D on the validation images."""
        return TrainingSettings(
            epochs=self.epochs,
            batch=self.batch,
            learning_rate=self.learning_rate,
            decay="linear",
            clamp=0.0,
            clip_norm=5.0,
            metric="cider-d",
            patience=0,
            seed=self.seed,
        )


@dataclass(frozen=True)
class LearningData:
    """What captioners learn from, and what their best epoch is chosen by."""

    train: CaptionData
    val: CaptionData

    @classmethod
    def of(
        cls,
        store: FeatureStore,
        train: Mapping[ImageId, Sequence[str]],
        val: Mapping[ImageId, Sequence[str]],
        least_count: int,
    ) -> LearningData:
        """Captions by image, with a vocabulary of the training captions alone."""
        first = CaptionData.of(store, train, least_count=least_count)
        return cls(first, CaptionData.of(store, val, first.vocabulary))


@dataclass(frozen=True)
class Learnt:
    """A captioner that was trained.

    Args:
        name: which one.
        captioner: with the weights of its best epoch.
        history: what is known of each epoch.
        seconds: how long it took.
        signature: what it was trained on and how.
    """

    name: str
    captioner: Captioner
    history: tuple[Mapping[str, Any], ...]
    seconds: float
    signature: str

    @property
    def parameters(self) -> int:
        """How many numbers it has learnt."""
        return sum(one.numel() for one in self.captioner.parameters())


def learn(
    name: str,
    settings: StudySettings,
    data: LearningData,
    work: Path,
    told: Callable[[float], None] = lambda done: None,
) -> None:
    """Train a captioner and keep it, unless it was trained in the same way before.

    Where training is killed, the next one goes on from its checkpoint.

    Args:
        name: which one.
        settings: how.
        data: what it learns from.
        work: where it is kept.
        told: told how much is done, from 0 to 1.

    Raises:
        FileError: when files of another training are there, or nothing can be written.
    """
    signature = signature_of(name, settings, data)
    if kept(name, signature, work) is not None:
        return
    store, training = data.train.store, settings.training()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        model = build(name, settings.config(name), data.train.vocabulary, store.size)
    checkpoint = Checkpoint(work / f"{name}.checkpoint", {"signature": signature})
    steps = training.epochs * data.train.number_of_batches(training.batch)
    trained = train(
        model,
        data.train,
        training,
        validation=Validation(data.val, "cider-d"),
        checkpoint=checkpoint,
        watchers=Watchers(step=lambda step, *_: told(step / steps)),
        message=f"Training {name}",
    )
    card = ModelCard(name, store.size, store.made_by, store.classes, signature)
    save_model(model, work / f"{name}.pt", card)
    content = {"signature": signature, "history": trained.history, "seconds": trained.seconds}
    with atomic_write(_record(name, work)) as out:
        out.write(json.dumps(content, indent=2) + "\n")
    checkpoint.path.unlink(missing_ok=True)


def learnt(name: str, settings: StudySettings, data: LearningData, work: Path) -> Learnt:
    """A captioner that was trained.

    Raises:
        FileError: when it is not there, or damaged.
    """
    signature = signature_of(name, settings, data)
    known = kept(name, signature, work)
    if known is None:
        raise FileError(f"{work}: has no {name} that was trained so")
    captioner = load_model(work / f"{name}.pt").captioner
    return Learnt(name, captioner, tuple(known["history"]), known["seconds"], signature)


def kept(name: str, signature: str, work: Path) -> dict[str, Any] | None:
    """What is known of a captioner that was trained in just this way; None if none was."""
    path = _record(name, work)
    if not path.exists() or not (work / f"{name}.pt").exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: cannot be read: {error}") from None
    is_same = isinstance(found, dict) and found.get("signature") == signature
    return found if is_same else None


def _record(name: str, work: Path) -> Path:
    return work / f"{name}.json"


def signature_of(name: str, settings: StudySettings, data: LearningData) -> str:
    """All that a training depends on."""
    train, val = data.train, data.val
    config = ",".join(f"{key}={value}" for key, value in settings.config(name).items())
    training = ",".join(f"{key}={value}" for key, value in settings.training().to_dict().items())
    return (
        f"{name}({config})|training({training})|words:{len(train.vocabulary)}|captions:{len(train)}"
        f"|data:{train.digest()}|val:{val.digest()}|features:{train.store.signature}"
    )
