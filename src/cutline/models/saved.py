"""A trained model in one file, with all that is needed to use it."""

from __future__ import annotations

import dataclasses
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from cutline.core.atomic import atomic_write_bytes
from cutline.core.errors import CutlineError, FileError, UsageError
from cutline.models.captioner import Captioner
from cutline.models.learner import Learner
from cutline.models.registry import MODELS, build
from cutline.models.vocabulary import Vocabulary

#: What a file says it is, and its layout.
_KIND, _VERSION = "model", 1

_TYPES: dict[str, type] = {
    "name": str,
    "config": dict,
    "vocabulary": list,
    "feature_size": int,
    "made_by": str,
    "classes": list,
    "signature": str,
    "arguments": dict,
    "weights": dict,
}


@dataclass(frozen=True)
class ModelCard:
    """What to know of a trained captioner beside its weights.

    Args:
        name: the model, one of `MODELS`.
        feature_size: the size of a region's vector.
        made_by: what made the features; others mean something else in the same places.
        classes: what the labels of regions number.
        signature: what it was trained on and how.
        most_regions: how many regions of an image it was shown at most; 0 for all.
    """

    name: str
    feature_size: int
    made_by: str = ""
    classes: tuple[str, ...] = ()
    signature: str = ""
    most_regions: int = 0


@dataclass(frozen=True)
class SavedModel:
    """A model as it was read from a file, ready for use.

    Args:
        model: a captioner, or a ranker.
        card: what to know of it.
    """

    model: Learner
    card: ModelCard

    @property
    def captioner(self) -> Captioner:
        """The model, if it writes captions.

        Raises:
            UsageError: when it does not.
        """
        if not isinstance(self.model, Captioner):
            raise UsageError(f"{self.card.name} ranks captions, and writes none")
        return self.model


def save_model(model: Learner, path: str | os.PathLike[str], card: ModelCard) -> None:
    """Write a model to a file, whole or not at all.

    Raises:
        FileError: when the file cannot be written.
    """
    content = {
        "cutline": _KIND,
        "version": _VERSION,
        "name": card.name,
        "config": dataclasses.asdict(model.config),
        "vocabulary": list(model.vocabulary.words),
        "feature_size": card.feature_size,
        "made_by": card.made_by,
        "classes": list(card.classes),
        "signature": card.signature,
        "most_regions": card.most_regions,
        "arguments": model.arguments(),
        "weights": model.state_dict(),
    }
    with atomic_write_bytes(path) as file:
        torch.save(content, file)


def load_model(path: str | os.PathLike[str]) -> SavedModel:
    """Read a model; it is set to be used and not to learn.

    Nothing in a file is ever run, so that one from a stranger is safe to open.

    Raises:
        FileError: when the file cannot be read, is damaged, or is not a model.
    """
    name = os.fspath(path)
    content = read_tensors(path, _KIND, _VERSION)
    for key, kind in _TYPES.items():
        if not isinstance(content.get(key), kind):
            raise FileError(f"{name}: not a model that can be used: no {key}")
    if content["name"] not in MODELS:
        raise FileError(
            f"{name}: holds a model named {content['name']!r}, which this Cutline does not have; "
            f"it has: {', '.join(MODELS)}"
        )
    card = ModelCard(
        content["name"],
        content["feature_size"],
        content["made_by"],
        tuple(content["classes"]),
        content["signature"],
        content.get("most_regions", 0),  # the first files did not say
    )
    try:
        vocabulary = Vocabulary(tuple(content["vocabulary"]))
        model = build(
            card.name, content["config"], vocabulary, card.feature_size, **content["arguments"]
        )
        model.load_state_dict(content["weights"])
    except (CutlineError, RuntimeError, TypeError, ValueError, AttributeError) as error:
        first = str(error).strip().partition("\n")[0]
        raise FileError(f"{name}: its parts do not fit together: {first}") from None
    return SavedModel(model.eval(), card)


def read_tensors(path: str | os.PathLike[str], kind: str, version: int) -> dict[str, Any]:
    """What a file of Cutline's own with tensors holds.

    Raises:
        FileError: when it cannot be read, is damaged, is of another kind or of a newer Cutline.
    """
    name = os.fspath(path)
    try:
        _check_sums(Path(path), name, kind)
        content = torch.load(path, map_location="cpu", weights_only=True)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"{name}: cannot be read: {error.strerror or error}") from None
    except Exception:  # whatever a foreign file makes the reader stumble over
        raise FileError(f"{name}: not a {kind} of Cutline: it holds something else") from None
    if not isinstance(content, dict) or content.get("cutline") != kind:
        found = content.get("cutline") if isinstance(content, dict) else None
        what = f"a {found} of Cutline" if isinstance(found, str) else "something else"
        raise FileError(f"{name}: not a {kind} of Cutline: it holds {what}")
    if content.get("version") != version:
        raise FileError(
            f"{name}: a {kind} in layout {content.get('version')!r}, but this Cutline reads "
            f"layout {version}: it was written by another version"
        )
    return content


def _check_sums(path: Path, name: str, kind: str) -> None:
    """Refuse a file with bytes that are not those that were written: torch does not look."""
    with path.open("rb") as file:
        if not zipfile.is_zipfile(file):
            raise FileError(f"{name}: not a {kind} of Cutline, or cut short")
        with zipfile.ZipFile(file) as packed:
            damaged = packed.testzip()
    if damaged is not None:
        raise FileError(f"{name}: damaged: {damaged} is not as it was written")
