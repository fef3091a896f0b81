"""What to train, on what and how: a TOML file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args

from cutline.core.errors import FileError, UsageError
from cutline.models.registry import ModelKind, model_kind
from cutline.models.training.data import LONGEST
from cutline.models.training.self_critical import Baseline
from cutline.models.training.settings import LOSS, TrainingSettings
from cutline.models.training.toml_table import TomlTable

_Made = TypeVar("_Made")

#: The fields of a file, and of its tables.
FIELDS = ("model", "preset", "output", "sizes", "data", "classes", "training", "self_critical")
_DATA = (
    *("features", "train", "train_only", "val", "val_only"),
    *("most_words", "least_count", "longest", "most_regions", "vectors", "always"),
)
_CLASSES = ("more_names", "neighbours")
_OF_SETTINGS = ("epochs", "batch", "learning_rate", "patience")
_SELF_CRITICAL = (*_OF_SETTINGS, "samples", "baseline", "metric")


@dataclass(frozen=True)
class DataConfig:
    """What to learn from.

    Args:
        features: a feature store.
        train: captions to learn from, a file that Cutline reads.
        val: captions to judge by, if any.
        train_only: of `train` only images with this tag, `split=train`.
        val_only: the same of `val`.
        most_words: how many words the vocabulary has at most; 0 for all.
        least_count: how often a word has to occur.
        longest: how many words of a caption count.
        most_regions: how many regions of an image count; 0 for all.
        vectors: where the word vectors of `up-down-embed` come from.
        always: a file of words that the vocabulary has in any case, a line each.
    """

    features: str
    train: str
    val: str | None = None
    train_only: str | None = None
    val_only: str | None = None
    most_words: int = 0
    least_count: int = 1
    longest: int = LONGEST
    most_regions: int = 0
    vectors: str = "wordllama"
    always: str | None = None

    @property
    def files(self) -> list[str]:
        """The files that are read."""
        return [one for one in (self.train, self.val, self.always) if one is not None]


@dataclass(frozen=True)
class SelfCriticalConfig:
    """How to go on with rewards after cross-entropy.

    Args:
        settings: of this part of the training.
        samples: captions of each image.
        baseline: what a sample has to beat: `greedy` or `samples`.
        reward: the metric.
    """

    settings: TrainingSettings
    samples: int = 5
    baseline: Baseline = "greedy"
    reward: str = "cider-d"


@dataclass(frozen=True)
class TrainingConfig:
    """All that a file says; what is wrong with it was told when it was read.

    Args:
        model: one of `MODELS`.
        config: its sizes.
        output: the folder that is written to.
        data: what to learn from.
        more_names: other names of the detector's classes.
        neighbours: novel classes, and what they are most like.
        training: how.
        self_critical: how to go on then, or None.
    """

    model: str
    config: Any
    output: str
    data: DataConfig
    more_names: Mapping[str, list[str]]
    neighbours: Mapping[str, str]
    training: TrainingSettings
    self_critical: SelfCriticalConfig | None = None


def read_config(path: str | os.PathLike[str]) -> TrainingConfig:
    """Read a file; the paths in it are looked for beside it.

    Raises:
        FileError: when it cannot be read, or a field is wrong; the text says which, and offers near
            names.
    """
    table = TomlTable.read(path)
    table.only_known(FIELDS)
    folder = Path(path).parent
    kind = _fitting(table, "model", lambda: model_kind(table.text("model")))
    data = _data(table.inner("data"), folder)
    training = _training(table.inner("training"), kind, data)
    classes = table.inner("classes")
    classes.only_known(_CLASSES)
    return TrainingConfig(
        kind.name,
        _sizes(table, kind),
        os.fspath(folder / table.text("output")),
        data,
        _names(classes, "more_names", list),
        _names(classes, "neighbours", str),
        training,
        _self_critical(table, kind, training),
    )


def _fitting(table: TomlTable, key: str, make: Callable[[], _Made]) -> _Made:
    """What a value means; where it means nothing, the message says where it stands."""
    try:
        return make()
    except UsageError as error:
        raise FileError(f"{table.place(key)}: {error}") from None


def _sizes(table: TomlTable, kind: ModelKind) -> Any:
    preset = table.optional_text("preset")
    _fitting(table, "preset", lambda: kind.config_of(preset))
    fields = table.inner("sizes").content
    return _fitting(table, "sizes", lambda: kind.config_of({"preset": preset, **fields}))


def _data(table: TomlTable, folder: Path) -> DataConfig:
    table.only_known(_DATA)
    always, val = table.optional_text("always"), table.optional_text("val")
    data = DataConfig(
        os.fspath(folder / table.text("features")),
        os.fspath(folder / table.text("train")),
        None if val is None else os.fspath(folder / val),
        table.optional_text("train_only"),
        table.optional_text("val_only"),
        table.number("most_words", 0),
        table.number("least_count", 1, 1),
        table.number("longest", LONGEST, 1),
        table.number("most_regions", 0),
        table.text("vectors", "wordllama"),
        None if always is None else os.fspath(folder / always),
    )
    if data.val is None and data.val_only is not None:
        raise FileError(f"{table.place('val_only')}: goes with val, which is not given")
    return data


def _training(table: TomlTable, kind: ModelKind, data: DataConfig) -> TrainingSettings:
    fields = dict(table.content)
    preset = table.text("preset", kind.name)
    fields.pop("preset", None)
    presets = TrainingSettings.presets
    if "preset" in table.content and preset not in presets:
        raise table.wrong("preset", f"one of {', '.join(presets)}")
    start = presets.get(preset, TrainingSettings())
    settings = _fitting(table, "", lambda: start.changed(fields)) if fields else start
    _fitting(table, "", lambda: settings.check_losses(kind.model.loss_names))
    if data.val is not None and not kind.writes and settings.metric != LOSS:
        raise table.wrong("metric", f"{LOSS!r}: {kind.name} writes no captions to score")
    return settings


def _self_critical(
    table: TomlTable, kind: ModelKind, training: TrainingSettings
) -> SelfCriticalConfig | None:
    if "self_critical" not in table.content:
        return None
    inner = table.inner("self_critical")
    inner.only_known(_SELF_CRITICAL)
    if not kind.writes:
        raise FileError(f"{table.place('self_critical')}: {kind.name} writes no captions")
    fields = {
        "epochs": 5,
        "learning_rate": 5e-5,
        **{key: value for key, value in inner.content.items() if key in _OF_SETTINGS},
        "weighting": "sum",
        "loss_weights": {},
        "decay": "none",
        "most_steps": 0,
    }
    settings = _fitting(table, "self_critical", lambda: training.changed(fields))
    wanted = inner.text("baseline", "greedy")
    if wanted not in get_args(Baseline):
        raise inner.wrong("baseline", " or ".join(get_args(Baseline)))
    baseline: Baseline = "samples" if wanted == "samples" else "greedy"
    samples = inner.number("samples", 5, 2 if baseline == "samples" else 1)
    reward = inner.text("metric", "cider-d")
    _fitting(inner, "metric", lambda: TrainingSettings(metric=reward))
    return SelfCriticalConfig(settings, samples, baseline, reward)


def _names(table: TomlTable, key: str, kind: type) -> dict[str, Any]:
    found = table.inner(key).content
    for name, value in found.items():
        many = isinstance(value, list) and all(isinstance(one, str) for one in value)
        if not (many if kind is list else isinstance(value, str)):
            raise table.inner(key).wrong(name, "texts" if kind is list else "text")
    return dict(found)
