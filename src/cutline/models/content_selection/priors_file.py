"""Priors in a file: JSON, whole or not at all."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, fields
from math import isfinite
from typing import Any

from cutline import native
from cutline.core.atomic import atomic_write
from cutline.core.errors import FileError
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import described
from cutline.models.content_selection.concept_counts import ConceptCounts
from cutline.models.content_selection.features import FEATURES
from cutline.models.content_selection.logistic import LogisticModel
from cutline.models.content_selection.priors import Priors

_KIND = "selection-priors"
_VERSION = 1

_NUMBERS = ("images", "descriptions")
_COUNTS = ("shown", "mentioned", "first")


def write_priors(path: str | os.PathLike[str], priors: Priors) -> None:
    """Write priors to a file that `read_priors` reads.

    Raises:
        FileError: when it cannot be written.
    """
    content = {
        "cutline": _KIND,
        "version": _VERSION,
        "counts": asdict(priors.counts),
        "learnt": None if priors.model is None else asdict(priors.model),
    }
    with atomic_write(path) as file:
        json.dump(content, file, allow_nan=False)
        file.write("\n")


def read_priors(path: str | os.PathLike[str]) -> Priors:
    """Read what `write_priors` wrote.

    Raises:
        FileError: when the file cannot be read, or does not hold priors.
    """
    source = open_source(path)
    try:
        # Labels are not known beforehand, so this reader only checks.
        native.load_json(source.data, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error) from None
    content = json.loads(bytes(source.data))
    if not isinstance(content, dict) or content.get("cutline") != _KIND:
        raise FileError(f"{source.name}: holds no priors: expected what cutline wrote as such")
    if content.get("version") != _VERSION:
        raise FileError(
            f"{source.name}: priors of version {described(content.get('version', ...))}, expected "
            f"{_VERSION}"
        )
    model = content.get("learnt")
    return Priors(
        _counts(content.get("counts"), source),
        None if model is None else _model(model, source),
    )


def _counts(content: Any, source: Source) -> ConceptCounts:
    members = _members(content, "counts", ConceptCounts, source)
    for name, value in members.items():
        place = f"counts.{name}"
        if name in _NUMBERS:
            _check_count(value, place, source)
        elif name in _COUNTS:
            _check_counts(value, place, source)
        else:
            for label, others in _object(value, place, source).items():
                _check_counts(others, f"{place}.{label}", source)
    return ConceptCounts(**members)


def _model(content: Any, source: Source) -> LogisticModel:
    members = _members(content, "learnt", LogisticModel, source)
    if members["features"] != list(FEATURES):
        raise FileError(
            f"{source.name}: learnt.features is {described(members['features'])}, expected the "
            f"{len(FEATURES)} of this version of Cutline: train anew"
        )
    columns = {}
    for name in ("means", "scales", "weights"):
        values = members[name]
        if not isinstance(values, list) or len(values) != len(FEATURES):
            raise FileError(
                f"{source.name}: learnt.{name} is {described(values)}, expected {len(FEATURES)} "
                f"numbers"
            )
        columns[name] = tuple(_number(value, f"learnt.{name}", source) for value in values)
    if not all(columns["scales"]):
        raise FileError(f"{source.name}: learnt.scales has a 0, expected numbers to divide by")
    intercept = _number(members["intercept"], "learnt.intercept", source)
    return LogisticModel(FEATURES, **columns, intercept=intercept)


def _members(
    content: Any, place: str, kind: type[ConceptCounts | LogisticModel], source: Source
) -> dict[str, Any]:
    """The members that are the fields of a dataclass, all of them and no others."""
    names = [field.name for field in fields(kind)]
    found = _object(content, place, source)
    if sorted(found) != sorted(names):
        raise FileError(
            f"{source.name}: {place} has {', '.join(sorted(found)) or 'nothing'}, expected "
            f"{', '.join(sorted(names))}"
        )
    return found


def _object(value: Any, place: str, source: Source) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FileError(f"{source.name}: {place} is {described(value)}, expected an object")
    return value


def _check_counts(value: Any, place: str, source: Source) -> None:
    for label, count in _object(value, place, source).items():
        _check_count(count, f"{place}.{label}", source)


def _check_count(value: Any, place: str, source: Source) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise FileError(f"{source.name}: {place} is {described(value)}, expected a count")


def _number(value: Any, place: str, source: Source) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise FileError(f"{source.name}: {place} has {described(value)}, expected a number")
    return float(value)
