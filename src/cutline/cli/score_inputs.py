"""What `cutline score` reads: references, some of them perhaps, and the runs to score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cutline.cli.terminal import note
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.checks import Policy, match_run
from cutline.datasets.problems import listing
from cutline.datasets.read import read_references, read_run
from cutline.datasets.tags import read_tags
from cutline.scoring.slices import tag_of


@dataclass(frozen=True)
class Selection:
    """The references that are scored against, and all that their file has."""

    benchmark: Benchmark
    whole: Benchmark


def select_references(path: str, policy: Policy, only: str | None) -> Selection:
    """References of a file: all of them, or those of images with a tag, `split=test`.

    Raises:
        UsageError: when no image has that tag.
    """
    whole, checked = read_references(path, policy)
    if checked.problems:
        note(f"cutline: in the references:\n{listing(checked.problems, most=5)}")
    if only is None:
        return Selection(whole, whole)
    tag, equals, value = only.partition("=")
    if not equals:
        raise UsageError(f"--only is TAG=VALUE, such as split=test, not {only!r}")
    labels = tag_of(whole, tag)
    kept = [image_id for image_id in whole.image_ids if labels.get(image_id) == value]
    if not kept:
        values = ", ".join(sorted(set(labels.values())))
        raise UsageError(f"no image has {tag}={value}; values are: {values}")
    return Selection(whole.only(kept, name=f"{whole.name} {only}"), whole)


def select_run(path: str, selection: Selection, policy: Policy) -> Run:
    """The captions of a file for the selected images.

    Captions of images outside the selection are no mistake, as long as the references have them.

    Raises:
        ContentError: when the policy does not allow what was found, or no image is covered.
    """
    run, checked = read_run(path)
    name = checked.records.file if checked.records else path
    run = match_run(run, selection.whole, name, checked)
    if selection.benchmark is not selection.whole:
        selected = set(selection.benchmark.image_ids)
        run = Run(run.system, {i: c for i, c in run.captions.items() if i in selected})
        checked.problems = [
            problem
            for problem in checked.problems
            if problem.kind != "missing-id" or problem.place.image_id in selected
        ]
    checked.raise_if_stopped(policy, f"{name} has problems", way_out="--lenient")
    if checked.problems:
        note(f"cutline: in {name}:\n{listing(checked.problems, most=5)}")
    if not run.captions:
        raise ContentError(f"{name}: holds no caption for any image of the references")
    if len(run) < len(selection.benchmark):
        note(
            f"cutline: {name}: only {len(run):,} of {len(selection.benchmark):,} images are scored"
        )
    if run.is_ranked:
        note(f"cutline: {name} has several captions an image: the first of each is scored")
    return run


def slice_labels(by: str, benchmark: Benchmark) -> Mapping[ImageId, str]:
    """What to cut scores into slices by: a tag of the references, or a file of labels."""
    if by not in benchmark.tags and Path(by).exists():
        return read_tags(by, benchmark.image_ids)
    return tag_of(benchmark, by, "and there is no file of that name")
