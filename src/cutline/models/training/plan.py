"""A training that was thought through: data opened, words chosen, the model built."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from cutline.core.errors import FileError, UsageError
from cutline.core.types import ImageId
from cutline.core.version import __version__
from cutline.models.class_words import ClassWords
from cutline.models.learner import Learner
from cutline.models.registry import MODELS, build
from cutline.models.saved import ModelCard
from cutline.models.training.config import SelfCriticalConfig, TrainingConfig
from cutline.models.training.data import CaptionData
from cutline.models.training.settings import TrainingSettings
from cutline.models.vocabulary import Vocabulary
from cutline.text.similarity.named import vectors_named

if TYPE_CHECKING:
    from cutline.datasets.features import FeatureStore

#: The captions of each image.
References = Mapping[ImageId, Sequence[str]]


@dataclass(frozen=True)
class Plan:
    """All that a training needs, before its first step.

    Args:
        config: what was asked for.
        data: what to learn from.
        val: what to judge by, if anything.
        model: with weights as the seed gives them.
        signature: what came out depends on this.
    """

    config: TrainingConfig
    data: CaptionData
    val: CaptionData | None
    model: Learner
    signature: str

    @property
    def card(self) -> ModelCard:
        """What the model's file says beside the weights."""
        store = self.data.store
        return ModelCard(
            self.config.model,
            store.size,
            store.made_by,
            store.classes,
            self.signature,
            self.config.data.most_regions,
        )

    @property
    def weights(self) -> int:
        """How many numbers are learnt."""
        return sum(one.numel() for one in self.model.parameters() if one.requires_grad)

    def course(
        self, settings: TrainingSettings, critical: SelfCriticalConfig | None = None
    ) -> dict[str, Any]:
        """What has to stay the same for a part of the training to be gone on with, by name.

        Args:
            settings: of the part.
            critical: how it is rewarded, if it is.
        """
        val = "none" if self.val is None else self.val.digest()
        course = {
            "model": self.config.model,
            "sizes": described(self.model.config),
            "vocabulary": _vocabulary_text(self.data.vocabulary),
            "longest": self.data.longest,
            "captions": self.data.digest(),
            "captions to judge by": val,
            "features": self.data.store.signature,
            **dict(_learnt_elsewhere(self.config, self.model)),
            **{f"setting {name}": value for name, value in settings.to_dict().items()},
        }
        if critical is not None:
            course["self_critical"] = _critical_text(critical)
        return course


def make_plan(
    config: TrainingConfig, store: FeatureStore, train: References, val: References | None
) -> Plan:
    """Think a training through.

    Args:
        config: what is asked for.
        store: the features, opened.
        train: captions to learn from.
        val: captions to judge by.

    Raises:
        ContentError: when images have no features, or no caption has a word.
        UsageError: when the model and the store do not fit.
        MissingPartError: when word vectors are not installed.
    """
    classes = _classes(config, store)
    data = CaptionData.of(
        store,
        train,
        most_words=config.data.most_words or None,
        least_count=config.data.least_count,
        always=_always(config.data.always, classes),
        longest=config.data.longest,
        most_regions=config.data.most_regions or None,
    )
    judged = None
    if val is not None:
        _refuse_overlap(train, val)
        judged = CaptionData.of(
            store,
            val,
            data.vocabulary,
            longest=config.data.longest,
            most_regions=config.data.most_regions or None,
        )
    arguments = _arguments(config, data.vocabulary, classes)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(config.training.seed)
        model = build(config.model, config.config, data.vocabulary, store.size, **arguments)
    return Plan(config, data, judged, model, _signature(config, data, judged, model))


def described(config: Any) -> str:
    """The sizes of a model as a signature has them.

    >>> from cutline.models.up_down import UpDownConfig
    >>> described(UpDownConfig.presets["tiny"])[:30]
    'word_size=64,hidden_size=128,a'
    """
    return ",".join(f"{name}={value}" for name, value in dataclasses.asdict(config).items())


def _refuse_overlap(train: References, val: References) -> None:
    both = [image_id for image_id in val if image_id in train]
    if both:
        raise UsageError(
            f"{len(both):,} images are both learnt from and judged by, such as {both[0]!r}: "
            f"train_only and val_only choose parts of a file, as split=train"
        )


def _classes(config: TrainingConfig, store: FeatureStore) -> ClassWords | None:
    """How the detector's classes are called, for models that have slots for them."""
    if "classes" not in MODELS[config.model].needs:
        if config.more_names or config.neighbours:
            raise UsageError(f"{config.model} has no slots for classes: leave [classes] out")
        return None
    if not store.classes:
        raise UsageError(
            f"{config.model} names what a detector sees, but the features do not say what their "
            f"labels mean: make them with a detector that has classes"
        )
    return ClassWords.of(store.classes, config.more_names, config.neighbours)


def _always(path: str | None, classes: ClassWords | None) -> list[str]:
    words = [] if classes is None else sorted(classes.words)
    if path is not None:
        try:
            words += Path(path).read_text(encoding="utf-8").lower().split()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise FileError(f"{path}: cannot be read: {reason}") from None
    return words


def _arguments(
    config: TrainingConfig, vocabulary: Vocabulary, classes: ClassWords | None
) -> dict[str, Any]:
    if classes is not None:
        return {"classes": classes}
    if "vectors" in MODELS[config.model].needs:
        from cutline.models.word_vectors import word_vectors

        return {"vectors": word_vectors(vocabulary, vectors_named(config.data.vectors))}
    return {}


def _signature(
    config: TrainingConfig, data: CaptionData, val: CaptionData | None, model: Learner
) -> str:
    parts = [
        f"{config.model}({described(config.config)})",
        f"features:{data.store.signature}",
        f"train:{len(data)}x{data.digest()}",
        *([] if val is None else [f"val:{len(val)}x{val.digest()}"]),
        f"words:{_vocabulary_text(data.vocabulary)}",
        *(f"{name}:{text}" for name, text in _learnt_elsewhere(config, model)),
        f"training({_settings_text(config.training)})",
    ]
    if (more := config.self_critical) is not None:
        parts.append(f"self-critical({_critical_text(more)},{_settings_text(more.settings)})")
    return "|".join([*parts, f"seed:{config.training.seed}", f"cutline:{__version__}"])


def _learnt_elsewhere(config: TrainingConfig, model: Learner) -> Iterator[tuple[str, str]]:
    """What a model is given beside its captions, by name: word vectors, or names of classes."""
    if "vectors" in MODELS[config.model].needs:
        yield "vectors", f"{config.data.vectors}={vectors_named(config.data.vectors).digest}"
    if (classes := model.arguments().get("classes")) is not None:
        yield "classes", f"{len(classes['names'])}x{_digest(repr(classes))}"


def _vocabulary_text(vocabulary: Vocabulary) -> str:
    return f"{len(vocabulary)}x{_digest(repr(vocabulary.words))}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _critical_text(critical: SelfCriticalConfig) -> str:
    return f"samples={critical.samples},baseline={critical.baseline},reward={critical.reward}"


def _settings_text(settings: TrainingSettings) -> str:
    return ",".join(f"{name}={value}" for name, value in settings.to_dict().items())
