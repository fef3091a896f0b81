"""Detectors by name: what is printed can be typed back in."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cutline.core.errors import MissingPartError, UsageError, near_names
from cutline.detect.combined import CombinedDetector
from cutline.detect.detector import Detector
from cutline.detect.gold import GoldDetector
from cutline.detect.onnx import open_onnx
from cutline.detect.settings import Settings
from cutline.detect.torchvision_detector import TorchvisionDetector
from cutline.detect.ultralytics_detector import UltralyticsDetector

#: What stands before a colon, and then a file or the name of a model.
KINDS = ("gold", "torchvision", "ultralytics")

_SETTINGS = re.compile(r"(?P<name>.*[^\s(])\s*\((?P<settings>[^()]*)\)", re.DOTALL)
_QUOTES = "\"'"


def detector_named(
    spec: str, *, settings: Settings | None = None, jobs: int | None = None
) -> Detector:
    """The detector that a spec describes.

    Args:
        spec: a ready-made model that was obtained (`coco-ssd`); a `detector.json`, its folder or
            the model beside it; `gold:FILE`, objects that people annotated, with
            `gold:boxes.csv(classes=names.csv)` for codes of classes; `torchvision:NAME`,
            `torchvision:FILE` or `ultralytics:FILE`. Settings stand in brackets,
            `coco-ssd(threshold=0.3,nms_iou=0.6,max_objects=50)`; `+` joins several detectors; a
            file whose name has any of these signs is put in quotation marks.
        settings: for all detectors that have them, where the spec itself says nothing else.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.

    Raises:
        UsageError: for an unknown name or setting, or a value that does not fit.
        MissingPartError: when a detector needs something that is not there; the text has the
            command that gets it.
        FileError, ContentError: when a file cannot be used.
    """
    usual = settings or Settings()
    parts = list(_parts(spec))
    if not parts:
        raise UsageError("no detector was given; for example: coco-ssd")
    detectors = [_detector(part, usual, jobs) for part in parts]
    return detectors[0] if len(detectors) == 1 else CombinedDetector(detectors)


@dataclass(frozen=True)
class _Part:
    """One detector of a spec: what stands before a colon, the name or file, the settings."""

    text: str
    kind: str
    value: str
    settings: dict[str, str]


def _detector(part: _Part, usual: Settings, jobs: int | None) -> Detector:
    shown = quoted(part.value)
    if part.kind == "gold":
        return _gold(part, shown)
    settings = Settings.parsed(part.settings, part.value).or_else(usual)
    if part.kind == "torchvision":
        return TorchvisionDetector(part.value, f"torchvision:{shown}", settings)
    if part.kind == "ultralytics":
        return UltralyticsDetector(part.value, f"ultralytics:{shown}", settings)
    return open_onnx(_place(part.value), name=shown, settings=settings, jobs=jobs)


def _gold(part: _Part, shown: str) -> GoldDetector:
    unknown = [key for key in part.settings if key != "classes"]
    if unknown:
        near = near_names(unknown[0], ["classes"])
        raise UsageError(f"gold has no setting {unknown[0]!r}{near}; it has: classes")
    classes = part.settings.get("classes")
    added = f"(classes={quoted(classes)})" if classes is not None else ""
    return GoldDetector(part.value, classes, f"gold:{shown}{added}")


def _place(name: str) -> Path:
    """Where a detector is: a ready-made one, or one of the user's."""
    from cutline.detect.ready import ready_folder, ready_models

    known = [model.name for model in ready_models()]
    if name in known:
        folder = ready_folder(name)
        if folder is None:
            raise MissingPartError(
                f"the detector {name} was not obtained yet; run: cutline detect get {name}"
            )
        return folder
    if os.path.lexists(name) or Path(name).suffix in (".onnx", ".json") or "/" in name:
        return Path(name)
    kinds = ", ".join(f"{kind}:..." for kind in KINDS)
    raise UsageError(
        f"there is no detector {name!r}{near_names(name, [*known, *KINDS])}; expected "
        f"{', '.join(known)}, a detector.json or its folder, or {kinds}"
    )


def _parts(spec: str) -> Iterator[_Part]:
    for text in [spec] if os.path.lexists(spec) else _split(spec, "+"):
        text = text.strip()
        if not text:
            raise UsageError(f"{spec!r}: found nothing where a detector is expected")
        kind, name = _kind(text)
        settings: dict[str, str] = {}
        match = None if os.path.lexists(name) else _SETTINGS.fullmatch(name)
        if match is not None:
            name = match["name"]
            settings = _settings(match["settings"], text)
        yield _Part(text, kind, _unquoted(name.strip()), settings)


def _kind(text: str) -> tuple[str, str]:
    kind, colon, rest = text.partition(":")
    if not colon or os.path.lexists(text) or len(kind) == 1:  # C:\models
        return "", text
    if kind not in KINDS:
        if re.fullmatch(r"[a-z-]+", kind):
            near = near_names(kind, KINDS)
            raise UsageError(
                f"{text!r}: there are no detectors {kind!r}{near}; expected {', '.join(KINDS)}"
            )
        return "", text
    if not rest.strip():
        raise UsageError(f"{text!r}: found nothing behind the colon, expected a file or a name")
    return kind, rest


def _settings(text: str, spec: str) -> dict[str, str]:
    settings: dict[str, str] = {}
    for item in filter(str.strip, _split(text, ",")):
        key, equals, value = item.partition("=")
        if not equals:
            raise UsageError(f"{spec!r}: expected setting=value, found {item.strip()!r}")
        if key.strip() in settings:
            raise UsageError(f"{spec!r}: {key.strip()} is set twice")
        settings[key.strip()] = _unquoted(value.strip())
    return settings


def _split(text: str, mark: str) -> list[str]:
    """Split at marks that stand outside brackets and quotation marks."""
    pieces, depth, quote = [""], 0, ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in _QUOTES:
            quote = character
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == mark and depth == 0:
            pieces.append("")
            continue
        pieces[-1] += character
    return pieces


def _unquoted(text: str) -> str:
    is_quoted = len(text) >= 2 and text[0] == text[-1] and text[0] in _QUOTES
    return text[1:-1] if is_quoted else text


def quoted(text: str) -> str:
    """A file's name as it stands in a spec.

    >>> quoted("val.json"), quoted("a+b.json")
    ('val.json', '"a+b.json"')
    """
    if not set(text) & set("+(),=:" + _QUOTES):
        return text
    mark = "'" if '"' in text else '"'
    return f"{mark}{text}{mark}"
