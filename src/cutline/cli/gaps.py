"""`cutline gaps`: cut pairs of concepts out of a training set, and prove that they are gone."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from cutline.cli import options, pair_options
from cutline.cli.terminal import answers, note, working
from cutline.core.errors import UsageError, near_names

if TYPE_CHECKING:
    from cutline.benchmarks.compositional.gap_folder import SourceSet
    from cutline.benchmarks.compositional.gap_manifest import Layout
    from cutline.benchmarks.compositional.gaps import GapRule, Grouping
    from cutline.core.types import Benchmark
    from cutline.datasets.checks import Policy
    from cutline.text.pair_matching import MatcherName


def gaps(
    train: Annotated[str, typer.Argument(help="Captions to train on: a file of any known format.")],
    output: Annotated[
        str, typer.Option("--output", "-o", help="Folder for the gaps.", metavar="FOLDER")
    ],
    evaluation: Annotated[
        str | None,
        typer.Option(
            "--eval",
            help="Captions of other images, to evaluate with.",
            metavar="FILE",
            show_default="part of the held-out images",
        ),
    ] = None,
    pairs: pair_options.PairList = None,
    concepts: pair_options.ConceptFile = None,
    wording: pair_options.WordingChoice = "published",
    matcher: pair_options.MatcherChoice = "parse",
    parser: pair_options.PairParser = "cutline",
    gap: Annotated[
        str,
        typer.Option(
            help="What no training caption has: words of both concepts, or the two related.",
            metavar="together|related",
        ),
    ] = "together",
    groups: Annotated[
        str,
        typer.Option(
            help="Hold pairs out in the given groups, each alone, or all at once.",
            metavar="given|each|all",
        ),
    ] = "given",
    val_share: Annotated[
        float | None,
        typer.Option(
            help="Without --eval: the share of held-out images to validate with.",
            metavar="SHARE",
            show_default="0.5",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Where random draws start.", metavar="N")] = 1,
    layout: Annotated[
        str,
        typer.Option(
            help="Lists as Cutline's text files, or as the published splits.",
            metavar="cutline|published",
        ),
    ] = "cutline",
    with_captions: Annotated[
        bool, typer.Option("--captions/--no-captions", help="Write captions beside the lists.")
    ] = True,
    json: options.Json = False,
    strict: options.Strictness = None,
    jobs: options.Jobs = None,
) -> None:
    """Make a training set in which pairs of concepts never meet, and sets where they do.

    (Nikolaus et al. 2019.) What is written is read back and searched for pairs that are left.

    Example: cutline gaps captions_train.json --eval captions_val.json -o gaps

    Exit codes: 0 fine; 1 a training caption holds a pair, or, with --strict, may hold one.
    """
    from cutline.benchmarks.compositional.gap_folder import refuse_other_folder, write_gaps
    from cutline.benchmarks.compositional.gap_manifest import LAYOUTS
    from cutline.benchmarks.compositional.gaps import GROUPINGS, RULES, cut_gaps
    from cutline.cli.gaps_output import show_gaps

    _one_of("--gap", gap, RULES)
    _one_of("--groups", groups, GROUPINGS)
    _one_of("--layout", layout, LAYOUTS)
    if val_share is not None and evaluation is not None:
        raise UsageError("--val-share goes without --eval: it parts what is held out of TRAIN")
    if output == "-":
        raise UsageError("-o is a folder: gaps are many files, which standard output cannot hold")
    options.one_standard_input(train, evaluation or "")
    _refuse_inputs_inside(output, [train, evaluation, concepts])
    refuse_other_folder(output)
    known = pair_options.concepts_of(concepts, wording, pairs)
    policy = options.policy_of(strict)
    with working("Reading captions"):
        trained = _read(train, policy)
        other = None if evaluation is None else _read(evaluation, policy)
    if other is not None and policy == "lenient":
        other = _without_common(other, trained.benchmark)
    cut = cut_gaps(
        trained.benchmark,
        known,
        None if other is None else other.benchmark,
        rule=cast("GapRule", gap),
        grouping=cast("Grouping", groups),
        matcher=cast("MatcherName", matcher),
        parser=parser,
        val_share=0.5 if val_share is None else val_share,
        seed=seed,
        jobs=jobs,
    )
    with working("Writing gaps"):
        manifest, checks = write_gaps(
            cut,
            output,
            trained,
            other,
            layout=cast("Layout", layout),
            with_captions=with_captions,
            parser=parser,
            jobs=jobs,
        )
    for text in cut.warnings():
        note(f"cutline: {text}")
    if json:
        print(json_format.dumps(manifest, indent=2, ensure_ascii=False, allow_nan=False))
    else:
        show_gaps(manifest, answers())
    if suspects := sum(len(check.suspects) for check in checks.values()):
        note(
            f"cutline: {suspects:,} training captions may hold a held-out pair: look into "
            f"suspects.jsonl in {output}, or use --gap together"
        )
        if strict:
            raise typer.Exit(1)


def _one_of(option: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise UsageError(
            f"{option} is {' or '.join(known)}, not {value!r}{near_names(value, known)}"
        )


def _refuse_inputs_inside(output: str, inputs: list[str | None]) -> None:
    folder = Path(output).resolve()
    for path in inputs:
        if path and path != "-" and folder in Path(path).resolve().parents:
            raise UsageError(
                f"{path} is read in the same run and is in {output}, which is replaced"
            )


def _read(path: str, policy: Policy) -> SourceSet:
    from cutline.benchmarks.compositional.gap_folder import SourceSet
    from cutline.datasets.coco_subset import read_coco_source, sha256_of_file
    from cutline.datasets.problems import listing
    from cutline.datasets.read import read_references

    benchmark, checked = read_references(path, policy)
    if checked.problems:
        note(f"cutline: in {path}:\n{listing(checked.problems, most=5)}")
    name = "standard input" if path == "-" else Path(path).name
    return SourceSet(benchmark, name, sha256_of_file(path), read_coco_source(path))


def _without_common(other: SourceSet, train: Benchmark) -> SourceSet:
    """The set to evaluate with, without images that are in the training set too."""
    from dataclasses import replace

    known = set(map(str, train.image_ids))
    kept = [image_id for image_id in other.benchmark.image_ids if str(image_id) not in known]
    if len(kept) == len(other.benchmark):
        return other
    note(
        f"cutline: {other.file}: {len(other.benchmark) - len(kept):,} images are left out: they "
        f"are in the training set too"
    )
    return replace(other, benchmark=other.benchmark.only(kept))
