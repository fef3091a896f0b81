"""What `cutline analyse` was asked for, read and computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cutline.benchmarks.dataset_analysis import Analysis
from cutline.benchmarks.dataset_analysis import analyse as analyse_sets
from cutline.cli.terminal import note, working
from cutline.core.errors import UsageError
from cutline.core.types import Benchmark
from cutline.datasets.checks import Policy
from cutline.datasets.object_annotations import ImageObjects, LeftOut, read_object_annotations
from cutline.datasets.object_synonyms import read_object_synonyms
from cutline.datasets.problems import listing
from cutline.datasets.read import read_references
from cutline.text.parsers import missing_parser
from cutline.text.tokenizer import parse_tokenizer


@dataclass(frozen=True)
class Request:
    """The options of the command; `part_sample` is None for all captions."""

    captions: tuple[str, ...]
    names: str | None
    objects: tuple[str, ...]
    class_names: str | None
    synonyms: str | None
    images: int | None
    captions_per_image: int | None
    draws: int
    seed: int
    part_sample: int | None
    tokenizer: str
    policy: Policy
    jobs: int | None

    @property
    def files(self) -> list[str]:
        """All files that are read."""
        others = [path for path in (self.class_names, self.synonyms) if path]
        return [*self.captions, *self.objects, *others]

    @property
    def given_names(self) -> list[str] | None:
        """What to call the sets, if that was said."""
        return None if self.names is None else [name.strip() for name in self.names.split(",")]

    def check(self) -> None:
        """Refuse options that do not go together, before anything is read.

        Raises:
            UsageError: naming them.
        """
        sets = len(self.captions)
        if len(self.objects) > sets:
            raise UsageError(
                f"--objects is given {len(self.objects)} times, expected once for each set of "
                f"captions, of which there are {sets}"
            )
        if not self.objects and (self.class_names or self.synonyms):
            name = "--class-names" if self.class_names else "--synonyms"
            raise UsageError(f"{name} goes with --objects, whose classes they are of")
        names = self.given_names
        if names is not None and (len(names) != sets or not all(names)):
            expected = "two names with a comma between" if sets == 2 else "one name"
            raise UsageError(f"--names: found {self.names!r}, expected {expected}")
        if names is not None and len(set(names)) < len(names):
            raise UsageError(f"--names: found {self.names!r}, expected two different names")
        parse_tokenizer(self.tokenizer)


def analysed(request: Request) -> Analysis:
    """The analysis that was asked for; a note says what is left out.

    Raises:
        FileError, ContentError, UsageError: when files or options are of no use.
    """
    synonyms = read_object_synonyms(request.synonyms) if request.synonyms else None
    with working("Reading captions"):
        benchmarks = [_read(path, request.policy) for path in request.captions]
    for place, name in enumerate(request.given_names or ()):
        benchmarks[place] = replace(benchmarks[place], name=name)
    part_sample = request.part_sample
    if part_sample != 0 and (missing := missing_parser()):
        note(f"cutline: without parts of speech: {missing}")
        part_sample = 0
    with working("Analysing captions"):
        return analyse_sets(
            *benchmarks,
            objects=[_objects(path, request) for path in request.objects],
            synonyms=synonyms,
            images=request.images,
            captions=request.captions_per_image,
            draws=request.draws,
            seed=request.seed,
            part_sample=part_sample,
            tokenizer=request.tokenizer,
            jobs=request.jobs,
        )


def _read(path: str, policy: Policy) -> Benchmark:
    benchmark, checked = read_references(path, policy)
    if checked.problems:
        note(f"cutline: in {path}:\n{listing(checked.problems, most=5)}")
    return benchmark


def _objects(path: str, request: Request) -> Iterator[ImageObjects]:
    left_out = LeftOut()
    found = read_object_annotations(
        path, class_file=request.class_names, policy=request.policy, left_out=left_out
    )
    for line in left_out.lines():
        note(f"cutline: in {path}, left out: {line}")
    return found
