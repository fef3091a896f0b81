"""`cutline describe`: choose boxes, and say them in a sentence that points to them."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli import options
from cutline.cli.terminal import working
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError

if TYPE_CHECKING:
    from cutline.datasets.gold_boxes import BoxedSet
    from cutline.models.content_selection import Selector

STYLES = ("plain", "linked")


def describe(
    boxes: Annotated[
        str, typer.Argument(help="Images with boxes: a file or folder.", metavar="BOXES")
    ],
    by: Annotated[
        str,
        typer.Option(
            "--by",
            help="How to choose boxes: position, size, unigram, bigram, learnt, random, or a+b.",
            metavar="CUES",
        ),
    ] = "size",
    k: Annotated[int, typer.Option("-k", help="How many boxes to mention at most.", min=1)] = 3,
    train: Annotated[
        str | None,
        typer.Option(help="Described images to learn from, for cues that do.", metavar="BOXES"),
    ] = None,
    priors: Annotated[
        str | None,
        typer.Option(help="What was learnt before, in place of --train.", metavar="FILE"),
    ] = None,
    save_priors: Annotated[
        str | None, typer.Option(help="Keep what was learnt.", metavar="FILE")
    ] = None,
    style: Annotated[
        str,
        typer.Option(
            help="plain: true and grammatical; linked: random function words, as in the paper.",
            metavar="plain|linked",
        ),
    ] = "plain",
    instances: Annotated[
        str | None,
        typer.Option(help="COCO's instances, if BOXES are COCO's captions.", metavar="FILE"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Where random draws start.", metavar="N")] = 1,
    output: options.Output = None,
    strict: options.Strictness = None,
) -> None:
    """Describe images by their boxes; the answer is a run, its words pointing to boxes.

    Example: cutline describe test.jsonl --by bigram+size -k 3 --train train.jsonl
    """
    from cutline.datasets.gold_boxes import read_boxed
    from cutline.models.content_selection import parse_selector

    if style not in STYLES:
        raise UsageError(f"--style is {' or '.join(STYLES)}, not {style!r}")
    choice = parse_selector(by)
    if train and priors:
        raise UsageError("--train and --priors exclude each other: one says what to learn from")
    if choice.needs_priors and not (train or priors):
        raise UsageError(
            f"{choice} learns from described images: give --train BOXES, or --priors FILE"
        )
    options.check_files([output, save_priors], [p for p in (boxes, train, priors) if p])
    policy = options.policy_of(strict)
    with working("Reading boxes"):
        boxed = read_boxed(boxes, instances, policy=policy)
    with working("Learning"):
        selector = _selector(by, train, priors, save_priors, seed)
    lines = _lines(boxed, selector, f"{choice}, k = {k}", k, style, seed)
    if output is None or output == "-":
        for line in lines:
            sys.stdout.write(line)
        return
    with atomic_write(output) as file:
        file.writelines(lines)


def _selector(
    by: str, train: str | None, priors: str | None, save_priors: str | None, seed: int
) -> Selector:
    from cutline.datasets.gold_boxes import read_boxed
    from cutline.models.content_selection import Priors, parse_selector, read_priors, write_priors

    choice = parse_selector(by)
    if save_priors and not train:
        raise UsageError("--save-priors goes with --train, which is what is learnt from")
    learnt = None
    if priors:
        learnt = read_priors(priors)
    elif train:
        learnt = Priors.fit(read_boxed(train).images, learnt=choice.needs_learning)
        if save_priors:
            write_priors(save_priors, learnt)
    return choice.build(learnt, seed=seed)


def _lines(
    boxed: BoxedSet, selector: Selector, system: str, k: int, style: str, seed: int
) -> Iterator[str]:
    from cutline.models.description import linked, plain
    from cutline.text.box_markup import format_marked

    said = plain if style == "plain" else linked
    header = {"cutline": "run", "system": system}
    yield json_format.dumps(header, ensure_ascii=False) + "\n"
    for image in boxed.images:
        of_id = {box.id: box for box in image.boxes}
        chosen = [of_id[box_id] for box_id in selector.select(image, k)]
        caption = format_marked(said(image, chosen, seed))
        record = {"image_id": image.image_id, "captions": [caption]}
        yield json_format.dumps(record, ensure_ascii=False) + "\n"
