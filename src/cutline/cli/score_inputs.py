"""What `cutline score` reads: references, some of them perhaps, and the runs to score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cutline.cli.terminal import note
from cutline.core.errors import ContentError, UsageError
from cutline.core.metric import Metric
from cutline.core.score import Scores
from cutline.core.spec import DEFAULT, parse_specs
from cutline.core.types import Benchmark, Run
from cutline.datasets.bundle.place import find_bundle
from cutline.datasets.checks import Policy, match_run
from cutline.datasets.problems import listing
from cutline.datasets.read import read_references, read_run
from cutline.scoring.corpus import Corpus
from cutline.scoring.seen_objects import benchmark_of_objects, with_objects
from cutline.scoring.slicing import Slicing, slice_by, tag_of
from cutline.text.tokenizer import parse_tokenizer


@dataclass(frozen=True)
class Selection:
    """The references that are scored against, and all that their file has."""

    benchmark: Benchmark
    whole: Benchmark


def select_images(
    refs: str | None,
    objects: str | None,
    metrics: Sequence[Metric],
    policy: Policy,
    only: str | None,
) -> Selection:
    """The images to score on: those of the references, or those of which objects are known.

    Objects become part of the benchmark where a metric compares captions with them.

    Raises:
        UsageError: when a metric lacks what it needs.
    """
    if refs is None:
        return _without_references(objects, metrics, only)
    selection = select_references(refs, policy, only)
    if objects is None or not any(metric.needs_objects for metric in metrics):
        return selection
    whole = with_objects(selection.whole, objects)
    if selection.benchmark is selection.whole:
        return Selection(whole, whole)
    return Selection(replace(selection.benchmark, labels=whole.labels), whole)


def _without_references(
    objects: str | None, metrics: Sequence[Metric], only: str | None
) -> Selection:
    wanting = [str(metric) for metric in metrics if metric.needs_references]
    if wanting or objects is None:
        names = ", ".join(wanting)
        reason = f"; without it {names} cannot be computed" if wanting else ", or give --objects"
        raise UsageError(f"--refs FILE is missing{reason}")
    if only is not None:
        raise UsageError("--only goes with --refs, whose images have tags")
    benchmark = benchmark_of_objects(objects)
    return Selection(benchmark, benchmark)


def check_objects_use(objects: str | None, metrics: Sequence[Metric], *others: bool) -> None:
    """Refuse a file of objects that nothing would look at.

    Raises:
        UsageError: naming what it goes with.
    """
    if objects is None or any(others) or any(metric.needs_objects for metric in metrics):
        return
    raise UsageError(
        "--objects goes with --by objects, with --report, or with metrics that compare captions "
        "with objects, such as semantic-fidelity"
    )


def select_references(path: str, policy: Policy, only: str | None) -> Selection:
    """References of a file: all of them, or those of images with a tag, `split=test`.

    Of a bundle `split=test` is a split, which is read alone.

    Raises:
        UsageError: when no image has that tag.
    """
    if only is not None and only.startswith("split=") and _is_bundle(path):
        path, only = f"{path}::{only.removeprefix('split=')}", None
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


def _is_bundle(path: str) -> bool:
    found = find_bundle(path)
    return found is not None and not found[1]


def note_bundle_choices(path: str, metrics: str | None, tokenizer: str) -> None:
    """Say which metrics a bundle asks for, where nobody asked for any, and which tokenizer."""
    found = find_bundle(path)
    if found is None:
        return
    from cutline.datasets.bundle.read import open_bundle

    manifest = open_bundle(found[0]).manifest
    specs = ",".join(manifest.metrics)
    usual = ",".join(map(str, parse_specs(DEFAULT)))
    if metrics is None and specs and specs != usual:
        note(f"cutline: {manifest.name} is meant to be scored by --metrics {specs!r}")
    if str(parse_tokenizer(tokenizer)) != manifest.tokenizer:
        note(
            f"cutline: {manifest.name} is meant to be scored by --tokenizer {manifest.tokenizer!r}"
        )


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
        note(f"cutline: {name} has several captions an image; most metrics score the first")
    return run


def chosen_slicing(by: str, objects: str | None, corpus: Corpus) -> Slicing:
    """What `--by` cuts scores into, with the objects of `--objects` where a file is given."""
    if objects is None:
        return slice_by(by, corpus)
    # Imported here because few runs come with a list of objects.
    from cutline.datasets.object_lists import read_object_lists

    return slice_by(by, corpus, objects=read_object_lists(objects, corpus.benchmark.image_ids))


def note_undefined(scores: Scores, system: str) -> None:
    """Say of how many images a metric says nothing, where that is a fault and not its nature."""
    for score in scores.scores:
        if undefined := int(score.parts.get("undefined", 0)):
            note(
                f"cutline: {system}: {score.spec} has no value for {undefined:,} of "
                f"{len(score.image_ids):,} images, without nouns, objects or known words; they are "
                f"left out of the mean"
            )
