"""What `cutline references` was asked for, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline.benchmarks.references import (
    HeldOut,
    HumanBaseline,
    ReferenceCurve,
    hold_out,
    leave_one_out,
    reference_curve,
    reference_sets,
)
from cutline.benchmarks.references.folder import (
    ALL,
    CaptionPool,
    refuse_other_folder,
    write_held_out,
)
from cutline.benchmarks.references.hold_out import HUMAN
from cutline.benchmarks.references.leave_one_out import RoundScores
from cutline.benchmarks.references.pools import captions_an_image
from cutline.cli import options
from cutline.cli.score_inputs import Selection, chosen_slicing, select_references, select_run
from cutline.cli.statistics_options import Settings
from cutline.cli.terminal import note, working
from cutline.core.errors import UsageError
from cutline.core.metric import Metric
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.coco_subset import read_coco_source, sha256_of_file
from cutline.datasets.policy import Policy
from cutline.datasets.wording import short
from cutline.reports.statistics import Interval
from cutline.reports.statistics.means import mean_intervals
from cutline.reports.study import told_apart
from cutline.scoring.corpus import Corpus
from cutline.scoring.slicing import Slicing

_DRAWS = 5


@dataclass(frozen=True)
class Request:
    """What was typed."""

    captions: str
    folder: str | None
    sizes: tuple[int, ...]
    human: bool
    rounds: int | None
    curve: bool
    draws: int | None
    most: int | None
    runs: tuple[str, ...]
    by: tuple[str, ...]
    objects: str | None
    only: str | None
    intervals: bool
    seed: int
    policy: Policy
    tokenizer: str
    jobs: int | None

    def check(self, *, is_measured: bool, report: str | None) -> None:
        """Refuse options that have no meaning together, before any work is done.

        Raises:
            UsageError, FileError: naming the option or the file.
        """
        pairs = {
            "--sets": (bool(self.sizes), "-o", self.folder is not None),
            "--rounds": (self.rounds is not None, "--human", self.human),
            "--by": (bool(self.by), "--human", self.human),
            "--no-intervals": (not self.intervals, "--human", self.human),
            "--draws": (self.draws is not None, "--curve", self.curve),
            "--most": (self.most is not None, "--curve", self.curve),
        }
        scores = self.human or self.curve
        for name, given in (
            ("--run", bool(self.runs)),
            ("--metrics", is_measured),
            ("--report", report is not None),
        ):
            pairs[name] = (given, "--human or --curve", scores)
        for name, (given, needed, is_there) in pairs.items():
            if given and not is_there:
                raise UsageError(f"{name} goes with {needed}")
        if self.objects is not None and "objects" not in self.by:
            raise UsageError("--objects goes with --by objects")
        if report == "-":
            raise UsageError("--report writes a page to a file, not to standard output: name one")
        options.one_standard_input(self.captions, *self.runs)
        inputs = [self.captions, *self.runs, *self.by, self.objects]
        options.check_files([report], inputs)
        if self.folder is not None:
            self._check_folder(self.folder, [*inputs, report])

    def _check_folder(self, folder: str, others: Sequence[str | None]) -> None:
        if folder == "-":
            raise UsageError("-o is a folder: references and a run are two files or more")
        target = Path(folder).resolve()
        for path in others:
            if path and path != "-" and target in Path(path).resolve().parents:
                raise UsageError(
                    f"{path} is used in the same run and is in {folder}, which is replaced"
                )
        refuse_other_folder(folder)


@dataclass(frozen=True)
class HumanRow:
    """A system on all images ("") or on a slice of them."""

    label: str
    scores: RoundScores
    intervals: tuple[Interval, ...]


@dataclass(frozen=True)
class Found:
    """All that came of it; what was not asked for is None."""

    pool: Benchmark
    counts: dict[int, int]
    folder: str | None = None
    manifest: dict[str, Any] | None = None
    human: HumanBaseline | None = None
    rows: tuple[HumanRow, ...] = ()
    curve: ReferenceCurve | None = None


def sizes_of(text: str | None) -> tuple[int, ...]:
    """The sizes that a list names.

    Raises:
        UsageError: when it is no list of whole numbers.

    >>> sizes_of("5, 40"), sizes_of(None)
    ((5, 40), ())
    """
    if text is None:
        return ()
    parts = [part.strip().removeprefix("c") for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise UsageError(f"--sets is a list of whole numbers, such as 5,40, not {text!r}")
    return tuple(map(int, parts))


def work(request: Request, metrics: Sequence[Metric], settings: Settings) -> Found:
    """Read captions, and do with them what was asked for.

    Raises:
        CutlineError: when that cannot be done.
    """
    with working("Reading captions"):
        selection = select_references(request.captions, request.policy, request.only)
        runs = _runs(request, selection)
    pool = selection.benchmark
    slicings = _slicings(request, pool, metrics)
    sets = {} if request.folder is None else _sets(request, pool)
    human = _human(request, pool, runs, metrics) if request.human else None
    rows = () if human is None else _rows(human, slicings, settings if request.intervals else None)
    curve = _curve(request, pool, runs, metrics) if request.curve else None
    # Last, so that a failure before leaves nothing.
    manifest = None if request.folder is None else _written(request, request.folder, pool, sets)
    counts = captions_an_image(pool)
    return Found(pool, counts, request.folder, manifest, human, rows, curve)


def _runs(request: Request, selection: Selection) -> list[Run]:
    found = [select_run(path, selection, request.policy) for path in request.runs]
    # The first name is taken by people.
    return told_apart([Run(HUMAN, {}), *found])[1:]


def _human(
    request: Request, pool: Benchmark, runs: Sequence[Run], metrics: Sequence[Metric]
) -> HumanBaseline:
    found = leave_one_out(
        pool,
        metrics,
        candidates=runs,
        rounds=request.rounds,
        seed=request.seed,
        tokenizer=request.tokenizer,
        jobs=request.jobs,
        policy=request.policy,
    )
    _note_left_out(found.left_out, "are left out of human scores: they have too few captions")
    return found


def _curve(
    request: Request, pool: Benchmark, runs: Sequence[Run], metrics: Sequence[Metric]
) -> ReferenceCurve:
    found = reference_curve(
        pool,
        metrics,
        candidates=runs,
        most=request.most,
        draws=_DRAWS if request.draws is None else request.draws,
        seed=request.seed,
        tokenizer=request.tokenizer,
        jobs=request.jobs,
        policy=request.policy,
    )
    _note_left_out(found.left_out, "are left out of the curve: they have too few captions")
    return found


def _written(
    request: Request, folder: str, pool: Benchmark, sets: Mapping[str, HeldOut]
) -> dict[str, Any]:
    with working("Writing references"):
        name = "standard input" if request.captions == "-" else Path(request.captions).name
        source = CaptionPool(
            pool, name, sha256_of_file(request.captions), read_coco_source(request.captions)
        )
        manifest = write_held_out(sets, folder, source, request.seed)
    for name, held in sets.items():
        of_set = "" if name == ALL else f" of {name}"
        _note_left_out(held.left_out, f"are left out{of_set}: they have too few captions")
    return manifest


def _sets(request: Request, pool: Benchmark) -> dict[str, HeldOut]:
    if not request.sizes:
        return {ALL: hold_out(pool, request.seed, policy=request.policy)}
    found = reference_sets(pool, request.sizes, request.seed, policy=request.policy)
    return {f"c{size}": held for size, held in found.items()}


def _slicings(request: Request, pool: Benchmark, metrics: Sequence[Metric]) -> list[Slicing]:
    # Made before any score: what cannot be sliced by is said at once.
    if not request.by:
        return []
    corpus = Corpus(pool, metrics, tokenizer=request.tokenizer, jobs=request.jobs)
    return [chosen_slicing(spec, request.objects, corpus) for spec in request.by]


def _rows(
    human: HumanBaseline, slicings: Sequence[Slicing], settings: Settings | None
) -> tuple[HumanRow, ...]:
    rows = []
    for one in human.systems:
        parts = {"": one}
        for slicing in slicings:
            # Slices of two slicings may be named alike.
            prefix = f"{slicing.name}: " if len(slicings) > 1 else ""
            for label, places in slicing.within(one.image_ids).members.items():
                parts[f"{prefix}{label}"] = one.rows(places)
        for label, part in parts.items():
            found = [] if settings is None else _intervals(part, settings)
            rows.append(HumanRow(label, part, tuple(found)))
    return tuple(rows)


def _intervals(scores: RoundScores, settings: Settings) -> list[Interval]:
    return mean_intervals(
        scores.scores(), settings.resampling, method=settings.method, level=settings.level
    )


def _note_left_out(image_ids: Sequence[ImageId], what: str) -> None:
    if image_ids:
        named = ", ".join(short(repr(image_id)) for image_id in image_ids[:5])
        note(f"cutline: {len(image_ids):,} images {what}, such as {named}")
