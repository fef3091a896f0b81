"""`cutline collect new`: images become a project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutline.cli.serving.subcommand import Data, opened_site
from cutline.cli.terminal import note, working
from cutline.core.errors import FileError, UsageError

if TYPE_CHECKING:
    from cutline.collect.projects import NewItem

#: Who is shown keywords: everybody, or one half of two.
_KEYWORDS = [{"name": "keywords", "primed": True, "share": 1}]
_HALVES = [
    {"name": "plain", "primed": False, "share": 50},
    {"name": "keywords", "primed": True, "share": 50},
]
_MANIFESTS = (".csv", ".jsonl")

PassMark = Annotated[
    float | None,
    typer.Option(
        help="The share of the manifest's qualification items that somebody has to get right to "
        "be let in.",
        min=0.0,
        max=1.0,
        metavar="SHARE",
    ),
]
AttentionEvery = Annotated[
    int | None,
    typer.Option(
        help="Of every so many tasks one is an attention item of the manifest.", min=2, metavar="N"
    ),
]
TasksEach = Annotated[
    int | None,
    typer.Option(
        help="Answers of each person, after which the completion code is shown.",
        min=1,
        metavar="N",
        show_default="as many as there are",
    ),
]


def new(
    context: typer.Context,
    title: Annotated[str, typer.Argument(help="What people read above it.", metavar="TITLE")],
    images: Annotated[
        list[str],
        typer.Argument(
            help="Folders and files of pictures; or one list: a manifest (.csv, .jsonl), or "
            "addresses (.txt), one a line.",
            metavar="IMAGES...",
        ),
    ],
    owner: Annotated[str, typer.Option(help="The host or admin who runs it.", metavar="NAME")],
    labels: Annotated[
        str | None,
        typer.Option(help="Objects in the images, to prime people with.", metavar="FILE"),
    ] = None,
    references: Annotated[
        int, typer.Option(help="Captions of each image to measure by.", min=1, max=100, metavar="N")
    ] = 10,
    human: Annotated[
        bool,
        typer.Option("--human/--no-human", help="Hold one caption more out, to measure people by."),
    ] = True,
    primed: Annotated[
        bool, typer.Option("--primed", help="Show everybody the labels as keywords.")
    ] = False,
    arms: Annotated[
        bool, typer.Option("--arms", help="Show them to one half of the people: an experiment.")
    ] = False,
    rate: Annotated[
        str | None,
        typer.Option(
            help="Have captions rated, not written: one of M1 to M5, M3-M5, or a question in a "
            "JSON file; the manifest brings the captions.",
            metavar="QUESTION",
        ),
    ] = None,
    language: Annotated[str, typer.Option(help="Of the captions.", metavar="TAG")] = "en",
    instructions: Annotated[
        str | None,
        typer.Option(help="What people are told.", metavar="FILE", show_default="COCO's rules"),
    ] = None,
    pass_mark: PassMark = None,
    attention_every: AttentionEvery = None,
    tasks_each: TasksEach = None,
    slug: Annotated[
        str, typer.Option(help="What stands in its address.", show_default="of its title")
    ] = "",
    seed: Annotated[int, typer.Option(help="Decides what is left to chance.", min=0)] = 1,
    data: Data = None,
) -> None:
    """Make a project of images. It is a draft until it is opened.

    Example: cutline collect new "Street scenes" pictures/ --owner hanna

    Example: cutline collect new Birds birds.csv --owner hanna --labels boxes.json --arms
    """
    if primed and arms:
        raise UsageError("--primed and --arms exclude each other: give one of them")
    settings: dict[str, Any] = {"references_per_image": references, "holds_out": human}
    settings |= {"language": language, "pass_mark": pass_mark}
    settings |= {"attention_every": attention_every, "tasks_each": tasks_each}
    if primed or arms:
        settings["arms"] = _KEYWORDS if primed else _HALVES
    if instructions is not None:
        settings["instructions"] = _text_of(instructions)
    if rate is not None:
        settings["question"] = _question(rate)
    configuration = opened_site(context, data, links=True)
    from cutline.collect.access import may
    from cutline.collect.projects import create_project, idle_parts, with_labels
    from cutline.server.operation.database import bring_up_to_date
    from cutline.server.operation.people import person_named

    bring_up_to_date()
    person = person_named(owner)
    if not may(person, "create_project"):
        raise UsageError(
            f"{person.username} is no host: an admin makes them one in the console, or "
            f"`cutline serve admin {person.username}` makes them an admin"
        )
    with working("Keeping the pictures"):
        found = images_of(images)
        if labels is not None:
            found = with_labels(found, labels)
        mode = "captions" if rate is None else "ratings"
        made = create_project(person, title, found, slug=slug, mode=mode, seed=seed, **settings)
    print(f"{configuration.address}/collect/{made.slug}/")
    for idle in idle_parts(made):
        note(f"cutline: {idle}")
    note(f"cutline: it is a draft; `cutline collect open {made.slug}` lets people in")


def images_of(paths: list[str]) -> list[NewItem]:
    """The images that were named: of a list, or of folders and files.

    Raises:
        CutlineError: when there are none, or a list cannot be read.
    """
    from cutline.collect.projects import (
        images_from_addresses,
        images_from_folder,
        images_from_manifest,
    )

    if len(paths) == 1 and paths[0].endswith(_MANIFESTS):
        return images_from_manifest(paths[0])
    if len(paths) == 1 and paths[0].endswith(".txt") and "://" in _text_of(paths[0]):
        return images_from_addresses(_text_of(paths[0]).splitlines())
    return images_from_folder(paths)


def _question(given: str) -> dict[str, Any]:
    from cutline.collect.rating.questions import COCO_QUESTIONS

    if given in COCO_QUESTIONS:
        return COCO_QUESTIONS[given].to_dict()
    if not given.endswith(".json"):
        known = ", ".join(COCO_QUESTIONS)
        raise UsageError(f"--rate {given}: is none of {known}, and no file in .json")
    try:
        found: dict[str, Any] = json.loads(_text_of(given))
    except ValueError as error:
        raise FileError(f"{given}: is not JSON: {error}") from None
    return found


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8"
        raise FileError(f"{path}: cannot be read: {reason}") from None
