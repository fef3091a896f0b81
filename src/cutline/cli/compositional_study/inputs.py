"""What the study reads: runs on the images that all of them have, gaps, training captions."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutline.cli.terminal import note, working
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.types import Benchmark, Run
from cutline.datasets.checks import Policy, match_run
from cutline.datasets.compositional_gaps import MANIFEST, GapSplit, read_gaps, read_manifest
from cutline.datasets.embeddings import Embeddings, read_embeddings
from cutline.datasets.gold_boxes import BoxedSet, read_boxed
from cutline.datasets.problems import listing
from cutline.datasets.read import read_references, read_run
from cutline.datasets.wording import printable
from cutline.reports.study import shared_images, told_apart
from cutline.text.concepts import Concepts
from cutline.text.trees import Mask


@dataclass(frozen=True)
class SharedRuns:
    """Runs on the images that all of them describe.

    `described` says how many images of the references that would have been, had no run left out
    any.
    """

    benchmark: Benchmark
    runs: tuple[Run, ...]
    described: int


def read_shared_runs(
    paths: Sequence[str], benchmark: Benchmark, whole: Benchmark, policy: Policy
) -> SharedRuns:
    """The runs of these files, on what they share.

    A run may leave images out, because captions are asked for only where people say a pair; with
    `strict` it may not.

    Args:
        paths: files of runs.
        benchmark: the images to study.
        whole: all images that runs may have.
        policy: what to do about problems.

    Raises:
        ContentError: when the policy does not allow what was found, or no image is shared.
    """
    wanted = set(benchmark.image_ids)
    runs = [_read_run(path, wanted, whole, policy) for path in paths]
    shared = shared_images(told_apart(runs))
    if not shared[0].captions:
        raise ContentError("no image is described by all of these runs")
    if len(shared[0]) < len(benchmark):
        note(
            f"cutline: studied on what all runs describe: {len(shared[0]):,} of "
            f"{len(benchmark):,} images"
        )
    return SharedRuns(benchmark.only(shared[0].captions), tuple(shared), len(benchmark))


def _read_run(path: str, wanted: set[int | str], whole: Benchmark, policy: Policy) -> Run:
    run, checked = read_run(path)
    name = checked.records.file if checked.records else path
    run = match_run(run, whole, name, checked)
    checked.problems = [
        problem
        for problem in checked.problems
        if problem.kind != "missing-id" or (policy == "strict" and problem.place.image_id in wanted)
    ]
    checked.raise_if_stopped(policy, f"{name} has problems", way_out="--lenient")
    if checked.problems:
        note(f"cutline: in {name}:\n{listing(checked.problems, most=5)}")
    captions = {image_id: said for image_id, said in run.captions.items() if image_id in wanted}
    if not captions:
        raise ContentError(f"{name}: holds no caption for any image that is studied")
    return Run(run.system, captions)


@dataclass(frozen=True)
class GapGroups:
    """Groups of held-out pairs, each with its own images to evaluate on."""

    splits: tuple[GapSplit, ...]
    #: The name of the concepts that the gaps were cut with; empty where the file does not tell.
    concepts: str = ""

    def note_other_words(self, concepts: Concepts) -> None:
        """Say so where the study has other words for concepts than the cut had."""
        if self.concepts and self.concepts != concepts.name:
            note(
                f"cutline: the gaps were cut with the words of {printable(self.concepts)!r}, and "
                f"are studied with those of {concepts.name!r}: give the same --wording or "
                f"--concepts"
            )

    @property
    def pair_names(self) -> list[str]:
        """All pairs, each once."""
        return list(dict.fromkeys(name for split in self.splits for name in split.pairs))

    @property
    def source(self) -> str:
        """What tells these gaps from others, for signatures."""
        content = [(s.pairs, tuple(map(str, s.evaluation))) for s in self.splits]
        return f"gaps={hashlib.sha256(repr(content).encode()).hexdigest()[:16]}"

    def only(self, benchmark: Benchmark) -> Benchmark:
        """The images that any group evaluates on.

        Raises:
            ContentError: when the references have none of them.
        """
        wanted = {str(image_id) for split in self.splits for image_id in split.evaluation}
        kept = [image_id for image_id in benchmark.image_ids if str(image_id) in wanted]
        if not kept:
            raise ContentError(
                f"the references have none of the {len(wanted):,} images that the gaps evaluate "
                f"on: give the captions that the gaps were cut with"
            )
        if len(kept) < len(wanted):
            note(
                f"cutline: the references have {len(kept):,} of the {len(wanted):,} images that "
                f"the gaps evaluate on"
            )
        return benchmark.only(kept)

    def asked(self, benchmark: Benchmark, concepts: Concepts) -> Mask:
        """Whether each image (row) is there to evaluate each pair (column) of the concepts."""
        ids = list(map(str, benchmark.image_ids))
        columns = {pair: place for place, pair in enumerate(concepts.pairs)}
        asked = np.zeros((len(ids), len(columns)), dtype=bool)
        for split in self.splits:
            evaluated = set(map(str, split.evaluation))
            rows = np.array([image_id in evaluated for image_id in ids], dtype=bool)
            for name in split.pairs:
                asked[rows, columns[concepts.pair(name)]] = True
        return asked


def read_gap_groups(path: str) -> GapGroups:
    """The gaps of a folder or of a published file.

    Raises:
        FileError: when it holds none.
        ContentError: when no pair is held out.
    """
    with working("Reading gaps"):
        splits = read_gaps(path)
        folder = _gap_folder(path)
        cut_with = read_manifest(folder).get("concepts") if folder is not None else None
    name = cut_with.get("name") if isinstance(cut_with, dict) else None
    found = GapGroups(splits, name if isinstance(name, str) else "")
    if not found.pair_names:
        raise ContentError(f"{path}: holds no pair out; expected gaps with pairs")
    if not any(split.evaluation for split in splits):
        raise ContentError(f"{path}: the gaps have no image to evaluate on")
    return found


def gap_files(path: str) -> list[str]:
    """The files that gaps stand in, none of which may be written over."""
    folder = _gap_folder(path)
    if folder is None:
        return [path]
    files = read_manifest(folder).get("files")
    names = [MANIFEST, *(files if isinstance(files, dict) else ())]
    return [os.fspath(folder / name) for name in names]


def _gap_folder(path: str) -> Path | None:
    """The folder that `cutline gaps` wrote; None for a file of the published layout."""
    if (Path(path) / MANIFEST).is_file():
        return Path(path)
    if Path(path).name != MANIFEST:
        return None
    try:
        read_manifest(Path(path).parent)
    except FileError:
        # A file of the published layout may have this name too.
        return None
    return Path(path).parent


def read_training(path: str | None) -> list[str] | None:
    """Captions that systems learnt from, in their order."""
    if path is None:
        return None
    with working("Reading training captions"):
        benchmark, _ = read_references(path, "lenient")
    return [caption for captions in benchmark.references for caption in captions]


def read_boxes(path: str, policy: Policy) -> BoxedSet:
    """Boxes of images.

    Raises:
        UsageError: when the file has captions alone.
    """
    without = (
        f"{path}: captions without boxes; --boxes reads COCO's instances, or another file of boxes"
    )
    with working("Reading boxes"):
        try:
            boxed = read_boxed(path, policy=policy)
        except UsageError:
            raise UsageError(without) from None
    # Captions a line each are images with boxes too, of which there are none.
    if not any(image.boxes for image in boxed):
        raise UsageError(without)
    return boxed


def embedding_files(given: Sequence[str]) -> list[str]:
    """The files of embeddings, by what was typed."""
    return [path for _, _, path in (text.partition("=") for text in given) if path]


def read_named_embeddings(given: Sequence[str]) -> dict[str, Embeddings]:
    """Embeddings by the names that they were given: `NAME=FILE`.

    Raises:
        UsageError: when a name is missing or stands twice.
        FileError: when a file holds no embeddings.
    """
    named: dict[str, Embeddings] = {}
    for text in given:
        name, equals, path = text.partition("=")
        if not equals or not name.strip() or not path:
            raise UsageError(f"--embeddings is NAME=FILE, such as clip=vectors.npz, not {text!r}")
        if name in named:
            raise UsageError(f"--embeddings: the name {name!r} stands twice")
        named[name] = read_embeddings(path)
    return named
