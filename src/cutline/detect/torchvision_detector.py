"""Detectors of torchvision, where the user has the package and a detector's weights."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from cutline.core.errors import FileError, MissingPartError, UsageError, near_names
from cutline.core.types import Detection
from cutline.datasets.pictures import Picture
from cutline.detect.drawn import detections
from cutline.detect.settings import Settings, with_settings

#: What is used when nobody says.
_USUAL = Settings(threshold=0.5, nms_iou=0.5, max_objects=100, nms_labels="same")

#: How torchvision's lists of classes call numbers that stand for none.
_NO_CLASS = frozenset({"__background__", "N/A", ""})


class TorchvisionDetector:
    """A detection model of torchvision.

    Weights are never fetched: they are in torch's folder of downloads, or in a file that is given.

    Args:
        model: the model's name, such as `fasterrcnn_resnet50_fpn`, whose usual weights were
            fetched before; or a file of weights that is named as torchvision names it, which
            begins with the model's name.
        name: what it is called, as somebody typed it.
        settings: those that differ from the usual ones.

    Raises:
        MissingPartError: where torchvision or the weights are not there.
        UsageError: when there is no model of this name.
        FileError: when the weights cannot be read.
    """

    def __init__(
        self, model: str, name: str | None = None, settings: Settings | None = None
    ) -> None:
        if find_spec("torchvision") is None or find_spec("torch") is None:
            raise MissingPartError("this detector needs torchvision: pip install torchvision")
        given = settings or Settings()
        self._settings = given.or_else(_USUAL)
        self._name = with_settings(name or f"torchvision:{model}", given, _USUAL)
        self._torch: Any = import_module("torch")
        models: Any = import_module("torchvision.models")
        self._architecture = _architecture(model, models)
        usual = models.get_model_weights(self._architecture).DEFAULT
        self._file = _weights_file(model, self._architecture, usual, self._torch)
        self._categories = [str(label) for label in usual.meta["categories"]]
        self._digest = _digest(self._file)
        self._model = self._built(models)

    @property
    def name(self) -> str:
        """The detector as it is typed."""
        return self._name

    @property
    def signature(self) -> str:
        """The model, its settings, and a digest of the weights."""
        return f"torchvision:{self._architecture}({self._settings.text()})|model:{self._digest}"

    @property
    def labels(self) -> tuple[str, ...]:
        """Everything that it can see."""
        return tuple(dict.fromkeys(c for c in self._categories if c not in _NO_CLASS))

    def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
        """The objects of each picture, the surest first."""
        found = []
        with self._torch.no_grad():
            for picture in pictures:
                values = np.ascontiguousarray(picture.pixels.transpose(2, 0, 1), dtype=np.float32)
                (answer,) = self._model([self._torch.from_numpy(values / np.float32(255))])
                labels = [self._label(int(number)) for number in answer["labels"]]
                found.append(
                    detections(
                        labels,
                        np.asarray(answer["scores"]),
                        np.asarray(answer["boxes"]),
                        (picture.width, picture.height),
                        self._settings,
                    )
                )
        return found

    def _label(self, number: int) -> str | None:
        label = self._categories[number] if 0 <= number < len(self._categories) else ""
        return None if label in _NO_CLASS else label

    def _built(self, models: Any) -> Any:
        options = {"weights": None, "weights_backbone": None}
        model = models.get_model(self._architecture, num_classes=len(self._categories), **options)
        try:
            # Only numbers are read: a file of another kind could run anything.
            state = self._torch.load(self._file, map_location="cpu", weights_only=True)
            model.load_state_dict(state)
        # torch has errors of every kind for a file that is something else.
        except Exception as error:
            reason = " ".join(str(error).split())[:300]
            raise FileError(
                f"{self._file}: cannot be used as weights of {self._architecture}: {reason}"
            ) from None
        return model.eval()


def _architecture(model: str, models: Any) -> str:
    known: list[str] = list(models.list_models(module=models.detection))
    wanted = Path(model).name
    if Path(model).exists() or wanted != model:
        # The longest name that fits: "..._fpn_v2_coco-1a2b.pth" begins with that of "..._fpn" too.
        fitting = [name for name in known if wanted.startswith(name)]
        if not fitting:
            raise UsageError(
                f"{model}: its name begins with no model of torchvision: expected one such as "
                f"{known[0] if known else 'fasterrcnn_resnet50_fpn'}_coco.pth"
            )
        return max(fitting, key=len)
    if model not in known:
        raise UsageError(
            f"torchvision has no detector {model!r}{near_names(model, known)}; it has: "
            f"{', '.join(known)}"
        )
    return model


def _weights_file(model: str, architecture: str, usual: Any, torch: Any) -> Path:
    if model != architecture:
        if not Path(model).is_file():
            raise FileError(f"{model}: cannot be read: there is no such file")
        return Path(model)
    file = Path(torch.hub.get_dir()) / "checkpoints" / str(usual.url).rpartition("/")[2]
    if not file.is_file():
        command = f"import torchvision.models as m; m.get_model('{model}', weights='DEFAULT')"
        raise MissingPartError(
            f"the weights of {model} are not there ({file}); get them, if you accept their "
            f'licence, with: python -c "{command}"'
        )
    return file


def _digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise FileError(f"{file}: cannot be read: {error.strerror or error}") from None
