"""Reading a `detector.json`: strict, with the file and the field of everything that is wrong."""

from __future__ import annotations

import dataclasses
import os
import re
from pathlib import Path
from typing import Any, get_args

from cutline.core.errors import FileError
from cutline.datasets.wording import described, printable
from cutline.detect.onnx import description as words
from cutline.detect.onnx.description import Description, InputDescription
from cutline.detect.onnx.fields import Fields, load_object
from cutline.detect.settings import NMS_LABELS

DESCRIPTION_FILE = "detector.json"

KIND, VERSION = "detector", 1

_FIELDS = ("cutline", "version", *(field.name for field in dataclasses.fields(Description)))
_INPUT_FIELDS = tuple(field.name for field in dataclasses.fields(InputDescription))

#: The outputs that each kind has to have: one of these sets.
_ROLES: dict[str, tuple[tuple[str, ...], ...]] = {
    "ssd": (("boxes", "scores"), ("boxes", "logits")),
    "yolo": (("rows",), ("boxes", "scores"), ("boxes", "logits")),
    "detr": (("boxes", "logits"), ("boxes", "scores")),
    "classes": (("logits",), ("scores",)),
}
_MORE_ROLES = ("classes", "features")
_SIDE = 1 << 14


def read_description(path: str | os.PathLike[str]) -> Description:
    """Read the description of a detector.

    Args:
        path: a `detector.json`, the folder that holds it, or the model that lies beside it.

    Raises:
        FileError: when there is none, or a field of it is not what it should be.
    """
    file = _file(Path(path))
    fields = Fields(load_object(file), str(file), _FIELDS)
    if fields.value("cutline") != KIND:
        found = described(fields.value("cutline"))
        raise FileError(f"{file}: a Cutline file of {found}, expected {KIND!r}")
    if fields.value("version") != VERSION:
        found = described(fields.value("version"))
        raise FileError(f"{file}: version {found}; this Cutline reads version {VERSION}")
    kind = fields.choice("kind", get_args(words.Kind))
    return Description(
        name=fields.text("name"),
        model=_model(fields, file),
        kind=kind,
        input=_input(fields, file),
        outputs=_outputs(fields, kind),
        labels=_labels(fields),
        sha256=_sha256(fields),
        box_format=_box_format(fields, kind),
        score_activation=fields.choice("score_activation", get_args(words.ScoreActivation), "none"),
        background=fields.choice("background", get_args(words.Background), None),
        threshold=fields.number("threshold", 0, 1, 0.5),
        nms_iou=_nms_iou(fields, kind),
        max_objects=fields.whole_number("max_objects", 1, 100_000, 20),
        nms_labels=fields.choice("nms_labels", NMS_LABELS, "same"),
        licence=fields.text("licence", ""),
        source=fields.text("source", ""),
    )


def _file(path: Path) -> Path:
    if path.is_dir():
        path = path / DESCRIPTION_FILE
    elif path.suffix.lower() == ".onnx":
        if not path.exists():
            raise FileError(f"{path}: cannot be read: there is no such file")
        path = path.with_name(DESCRIPTION_FILE)
    if not path.exists():
        raise FileError(
            f"{path}: there is no such file; a detector needs its model and a {DESCRIPTION_FILE} "
            f"beside it that says how to use it"
        )
    return path


def _model(fields: Fields, file: Path) -> Path:
    name = fields.text("model")
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise fields.wrong("model", f"the name of a file beside {DESCRIPTION_FILE}")
    model = file.parent / name
    if not model.is_file():
        raise FileError(f'{file}: "model" is {name!r}, and there is no file {model}')
    return model


def _sha256(fields: Fields) -> str | None:
    found = fields.value("sha256", None)
    if found is None:
        return None
    if type(found) is not str or not re.fullmatch(r"[0-9a-fA-F]{64}", found):
        raise fields.wrong("sha256", "64 hexadecimal digits")
    return found.lower()


def _input(fields: Fields, file: Path) -> InputDescription:
    inner = Fields(fields.value("input"), f'{file}, "input"', _INPUT_FIELDS)
    given = InputDescription(
        name=inner.text("name"),
        size=_size(inner),
        layout=inner.choice("layout", get_args(words.Layout)),
        type=inner.choice("type", get_args(words.InputType)),
        scale=inner.number("scale", 1e-9, 1e9, 1.0),
        mean=inner.numbers("mean", (0.0, 0.0, 0.0)),
        std=inner.numbers("std", (1.0, 1.0, 1.0)),
        resize=inner.choice("resize", get_args(words.Resize), "stretch"),
        interpolation=inner.choice("interpolation", get_args(words.Interpolation), "bilinear"),
    )
    if min(given.std) <= 0:
        raise inner.wrong("std", "three numbers above 0")
    plain = InputDescription("", None, "nhwc", "uint8")
    if given.type == "uint8" and (given.scale, given.mean, given.std) != (
        plain.scale,
        plain.mean,
        plain.std,
    ):
        raise FileError(
            f'{inner.place}: "type" is uint8, which has no room for a "scale", "mean" or "std": '
            f"expected 1, 0 and 1"
        )
    return given


def _size(inner: Fields) -> tuple[int, int] | None:
    found = inner.value("size", None) if inner.has("size") else inner.value("size")
    if found is None:
        return None
    if (
        not isinstance(found, list)
        or len(found) != 2
        or any(type(side) is not int or not 1 <= side <= _SIDE for side in found)
    ):
        raise inner.wrong("size", "[height, width] in pixels, or null for any")
    return found[0], found[1]


def _outputs(fields: Fields, kind: str) -> dict[str, str]:
    wanted = _ROLES[kind]
    known = {role for roles in _ROLES.values() for group in roles for role in group}
    place = f'{fields.place}, "outputs"'
    inner = Fields(fields.value("outputs"), place, known | set(_MORE_ROLES))
    found = {role: inner.text(role) for role in (*sorted(known), *_MORE_ROLES) if inner.has(role)}
    if not any(set(group) <= set(found) for group in wanted):
        ways = " or ".join(" and ".join(f'"{role}"' for role in group) for group in wanted)
        raise FileError(f"{place}: found {_listed(found)}, expected {ways} for {kind}")
    return found


def _listed(roles: dict[str, str]) -> str:
    return ", ".join(f'"{role}"' for role in roles) or "nothing"


def _labels(fields: Fields) -> tuple[str | None, ...]:
    found = fields.value("labels")
    if not isinstance(found, list) or not any(label is not None for label in found):
        raise fields.wrong("labels", "a list of labels, null where a number stands for no class")
    labels: list[str | None] = []
    for number, label in enumerate(found):
        if label is not None and (type(label) is not str or not label.strip()):
            raise FileError(
                f'{fields.place}: "labels", number {number}: found {described(label)}, expected '
                f"text or null"
            )
        labels.append(None if label is None else printable(label.strip()))
    return tuple(labels)


def _box_format(fields: Fields, kind: str) -> Any:
    if kind == "classes":
        return fields.choice("box_format", get_args(words.BoxFormat), None)
    return fields.choice("box_format", get_args(words.BoxFormat))


def _nms_iou(fields: Fields, kind: str) -> float | None:
    if fields.has("nms_iou") and fields.value("nms_iou", None) is None:
        return None
    # What a DETR finds it finds once: that is what it was trained for.
    default = None if kind in ("detr", "classes") else 0.5
    if default is None and not fields.has("nms_iou"):
        return None
    return fields.number("nms_iou", 0, 1, default)
