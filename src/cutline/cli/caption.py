"""`cutline caption`: captions by a trained model, of pictures or of stored features."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli import options
from cutline.cli.caption_constraints import AtLeast, Classes, Constraints, Hierarchy
from cutline.cli.terminal import answers, note, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import ContentError, UsageError
from cutline.core.progress import Count, counting

if TYPE_CHECKING:
    from cutline.cli.caption_run import Work
    from cutline.core.types import ImageId
    from cutline.models.decoding.beams import LengthRule
    from cutline.models.decoding.choice import DecoderChoice
    from cutline.models.decoding.constrained import Constraint
    from cutline.models.images import Images
    from cutline.models.saved import SavedModel

_DECODERS = "beam|greedy|sample|diverse"


def caption(
    model: Annotated[
        str, typer.Argument(help="What cutline train wrote: model.pt.", metavar="MODEL")
    ],
    images: Annotated[
        list[str],
        typer.Argument(help="A store of features; or pictures, folders of them.", metavar="IMAGES"),
    ],
    k: Annotated[
        int, typer.Option("-k", help="How many captions of each image.", min=1, metavar="K")
    ] = 1,
    decoder: Annotated[str, typer.Option(help="How captions are found.", metavar=_DECODERS)] = (
        "beam"
    ),
    beam: Annotated[
        int | None,
        typer.Option(
            help="Captions under way, with beam and diverse.",
            min=1,
            metavar="N",
            show_default="5, or 6 with diverse",
        ),
    ] = None,
    most: Annotated[
        int, typer.Option(help="Words of a caption at most, its end counted.", min=1, metavar="N")
    ] = 20,
    length_rule: Annotated[
        str,
        typer.Option(help="With beam: mean prefers longer captions.", metavar="none|mean"),
    ] = "none",
    groups: Annotated[
        int, typer.Option(help="With diverse: how many groups.", min=1, metavar="N")
    ] = 3,
    penalty: Annotated[
        float,
        typer.Option(help="With diverse: what a word loses that an earlier group has there."),
    ] = 0.5,
    temperature: Annotated[
        float, typer.Option(help="With sample: below 1 likely words become likelier.")
    ] = 1.0,
    top_k: Annotated[
        int | None, typer.Option(help="With sample: only so many words.", min=1, metavar="N")
    ] = None,
    nucleus: Annotated[
        float | None,
        typer.Option(help="With sample: only words of this share together.", metavar="X"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Where random draws start.", metavar="N")] = 0,
    constraints: Constraints = None,
    at_least: AtLeast = None,
    hierarchy: Hierarchy = None,
    classes: Classes = None,
    refs: Annotated[
        str | None,
        typer.Option("--refs", help="Only images that have references here.", metavar="FILE"),
    ] = None,
    system: Annotated[
        str | None,
        typer.Option(help="What the run is called.", metavar="NAME", show_default="the model's"),
    ] = None,
    network: Annotated[
        str,
        typer.Option(help="Of pictures: what their vectors come from.", metavar="MODEL"),
    ] = "imagenet",
    detector: Annotated[
        str,
        typer.Option(help="Of pictures, for a model of regions: what finds them.", metavar="SPEC"),
    ] = "coco-ssd",
    reduce: Annotated[
        str | None,
        typer.Option(
            help="Of pictures, for a model of reduced features: a store of such.", metavar="STORE"
        ),
    ] = None,
    image_ids: Annotated[
        str,
        typer.Option(help="What pictures are called by.", metavar="auto|name|stem|number"),
    ] = "auto",
    batch: Annotated[
        int, typer.Option(help="Images that are captioned together.", min=1, metavar="N")
    ] = 32,
    output: options.Output = None,
    jobs: options.Jobs = None,
) -> None:
    """Caption pictures, or images whose features are stored, by a trained model.

    The answer is a run: cutline score, compare and explain read it.

    Exit codes: 0 fine; 1 some pictures could not be looked at, which are listed.

    Example: cutline caption trained/model.pt photos -k 5 -o photos.jsonl

    Example: cutline caption trained/model.pt world/features --refs world/captions_test.json
    -o run.jsonl
    """
    from cutline.models.needs_torch import need_torch

    need_torch("captioning")
    from cutline.cli.caption_run import Work
    from cutline.cli.caption_sources import Looking, open_source
    from cutline.models.decoding import Sampling
    from cutline.models.decoding.choice import DecoderChoice

    options.check_files([None if output == "-" else output], [model, constraints, refs])
    sampling = Sampling(temperature, top_k, nucleus)
    choice = DecoderChoice(
        decoder, k, beam, most, _rule(length_rule), groups, penalty, sampling, seed
    )
    _check_constraints(constraints, choice, {at_least, hierarchy, classes} != {None})
    saved = _loaded(model, jobs)
    looking = Looking(network, detector, reduce, image_ids, jobs)
    source = open_source(images, saved.card, _references(refs), looking)
    work = Work(saved, system or saved.card.name, choice, source.signature, None, at_least)
    if constraints is not None:
        work.constraints = _constraints(constraints, hierarchy, classes, source.ids)
    with counting("Writing captions", len(source.ids), "images") as done:
        _write(work, source.batches(batch, saved.card.most_regions or None), done, output)
    _tell(work, constraints, output)
    for reason in source.failed:
        note(f"cutline: {reason}")
    if source.failed:
        raise typer.Exit(1)


def _rule(given: str) -> LengthRule:
    if given not in ("none", "mean"):
        raise UsageError(f"--length-rule is none or mean, not {given!r}")
    return "mean" if given == "mean" else "none"


def _check_constraints(path: str | None, choice: DecoderChoice, has_more: bool) -> None:
    if path is not None and choice.name != "beam":
        raise UsageError(f"--constraints are met by a search with beams: not by {choice.name}")
    if path is not None and choice.length_rule != "none":
        raise UsageError("--length-rule goes without --constraints, whose search has sums alone")
    if path is None and has_more:
        raise UsageError("--at-least, --hierarchy and --classes go with --constraints")


def _loaded(path: str, jobs: int | None) -> SavedModel:
    """The model, which has to be one that writes captions."""
    import torch

    from cutline.models.captioner import Captioner
    from cutline.models.saved import load_model

    if jobs is not None:
        torch.set_num_threads(jobs)
    with working("Loading the model"):
        saved = load_model(path)
    if not isinstance(saved.model, Captioner):
        raise UsageError(f"{path}: {saved.card.name} ranks captions, and writes none")
    return saved


def _references(path: str | None) -> tuple[ImageId, ...] | None:
    from cutline.datasets.read import read_references

    if path is None:
        return None
    with working("Reading references"):
        return tuple(read_references(path)[0].image_ids)


def _constraints(
    path: str, hierarchy: str | None, classes: str | None, ids: Sequence[ImageId]
) -> dict[ImageId, tuple[Constraint, ...]]:
    from cutline.cli.caption_constraints import read_constraints

    with working("Reading constraints"):
        return dict(zip(ids, read_constraints(path, hierarchy, classes).of(ids), strict=True))


def _write(work: Work, batches: Iterable[Images], done: Count, output: str | None) -> None:
    lines = work.lines(batches)
    if output is None or output == "-":
        for line in lines:
            sys.stdout.write(line)
            done(work.images)
        return
    with atomic_write(output) as file:
        for line in lines:
            file.write(line)
            done(work.images)


def _tell(work: Work, constraints: str | None, output: str | None) -> None:
    from cutline.cli.caption_constraints import unmet_note

    if not work.images:
        raise ContentError("no picture could be looked at")
    if constraints is not None and (unmet := unmet_note(work.constrained, constraints)):
        note(unmet)
    if work.without_words:
        note(f"cutline: of {work.without_words:,} of {work.images:,} images the model says nothing")
    if output is not None and output != "-":
        console = answers()
        console.print(f"{work.images:,} images, {work.captions:,} captions")
        console.out(work.signature, style="dim", highlight=False)
