"""What the study of fidelity reads: runs, what detectors saw, and what people say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutline.cli.terminal import note
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.metric import Floats
from cutline.core.types import Benchmark, Run
from cutline.datasets.egoshots import (
    is_caption_table,
    is_human_table,
    is_metadata,
    read_caption_table,
    read_human_table,
    read_metadata,
)
from cutline.datasets.problems import listing
from cutline.datasets.read import read_run
from cutline.scoring.seen_objects import benchmark_of_objects, plain_id


@dataclass(frozen=True)
class SeenImages:
    """What one detector saw, by the plain ids of images."""

    detector: str
    labels: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class HumanCaptions:
    """Captions with objects and fidelity that people gave them; the last may be NaN."""

    name: str
    captions: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    fidelity: Floats


def read_systems(paths: Sequence[str]) -> list[Run]:
    """The runs of files, and those of tables with a column for each captioner; ids are plain.

    Raises:
        FileError, ContentError: when a file cannot be used.
        UsageError: when two systems have one name.
    """
    runs: list[Run] = []
    for path in paths:
        if path != "-" and is_caption_table(path):
            runs += read_caption_table(path)
            continue
        run, checked = read_run(path)
        if checked.problems:
            note(f"cutline: in {path}:\n{listing(checked.problems, most=5)}")
        if not run.captions:
            raise ContentError(f"{path}: holds no caption")
        runs.append(run)
    names = [run.system for run in runs]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two systems are named {name!r}: rename one of the files")
    return [
        Run(run.system, {plain_id(i): said for i, said in run.captions.items()}) for run in runs
    ]


def read_seen(specs: Sequence[str]) -> list[SeenImages]:
    """What detectors saw: `FILE`, or `NAME=FILE`.

    Raises:
        FileError, ContentError: when a file cannot be used.
        UsageError: when two detectors have one name.
    """
    found = []
    for spec in specs:
        name, equals, path = spec.partition("=")
        if not equals or Path(spec).exists():
            name, path = "", spec
        if is_metadata(path):
            released = read_metadata(path)
            labels = dict(zip(map(plain_id, released.image_ids), released.objects, strict=True))
            found.append(SeenImages(name or released.detector, labels))
            continue
        benchmark = benchmark_of_objects(path)
        found.append(SeenImages(name or _stem(path), _labels(benchmark)))
    names = [seen.detector for seen in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two files of objects are named {name!r}: give NAME=FILE")
    return found


def read_human(path: str) -> HumanCaptions:
    """Captions with their objects and, where people gave it, HSF.

    Raises:
        FileError: when the file is no such table.
    """
    if not is_human_table(path):
        raise FileError(f"{path}: expected a table with the columns Images, Captions, Objects, HSF")
    table = read_human_table(path)
    return HumanCaptions(_stem(path), table.captions, table.objects, np.asarray(table.fidelity))


def _labels(benchmark: Benchmark) -> dict[str, tuple[str, ...]]:
    return {plain_id(i): benchmark.labels_of(i) or () for i in benchmark.image_ids}


def _stem(path: str) -> str:
    return Path(path).name.partition(".")[0] or path
