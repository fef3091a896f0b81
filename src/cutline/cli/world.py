"""`cutline world`: make scenes with all that is known of them, to train and test captioners on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutline.cli import options
from cutline.cli.statistics_options import Seed
from cutline.cli.terminal import answers
from cutline.core.errors import UsageError

if TYPE_CHECKING:
    from cutline.datasets.world import WorldSettings

#: What options say for nothing.
_NONE = "none"


def world(
    output: Annotated[
        str, typer.Option("--output", "-o", help="Folder for the world.", metavar="FOLDER")
    ],
    scenes: Annotated[
        int | None,
        typer.Option(
            help="Scenes to make; 14 of 20 are to train on.", metavar="N", show_default="5000"
        ),
    ] = None,
    captions: Annotated[
        int | None, typer.Option(help="Captions of each scene.", metavar="K", show_default="5")
    ] = None,
    held_out: Annotated[
        str | None,
        typer.Option(
            help='Pairs that no scene to train on shows: "black cat,run man", or none.',
            metavar="PAIRS",
            show_default="six pairs",
        ),
    ] = None,
    novel: Annotated[
        str | None,
        typer.Option(
            help="Classes that no scene to train on shows, such as penguin,tent.",
            metavar="CLASSES",
            show_default=_NONE,
        ),
    ] = None,
    objects: Annotated[
        str | None,
        typer.Option(
            help="How often a scene has one thing, two, three.",
            metavar="X,X,X",
            show_default="0.3,0.45,0.25",
        ),
    ] = None,
    noise: Annotated[
        float | None,
        typer.Option(
            help="How far chance moves the vectors of regions.", metavar="X", show_default="0.25"
        ),
    ] = None,
    detector_noise: Annotated[
        float | None,
        typer.Option(help="How often the detector errs.", metavar="SHARE", show_default="0.1"),
    ] = None,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Paint the scenes too (480 by 320 pixels).")
    ] = False,
    seed: Seed = 1,
    json: options.Json = False,
) -> None:
    """Make a world of scenes: region features, captions, held-out pairs, novel classes, boxes.

    The same options give the same files, to the byte.

    Example: cutline world -o world

    Example: cutline world -o world --scenes 200 --pictures --novel penguin,tent
    """
    from cutline.cli.world_output import as_json, show_world
    from cutline.datasets.world import make_world, write_world
    from cutline.datasets.world.write import refuse_other_folder

    if output == "-":
        raise UsageError("-o is a folder: a world is many files, which standard output cannot hold")
    settings = _settings(
        scenes=scenes,
        captions=captions,
        held_out=None if held_out is None else _listed(held_out),
        novel=None if novel is None else _listed(novel),
        objects=None if objects is None else _numbers(objects),
        noise=noise,
        detector_noise=detector_noise,
        seed=seed,
    )
    refuse_other_folder(output)
    made = make_world(settings)
    write_world(made, output, pictures=pictures)
    if json:
        print(as_json(made), end="")
    else:
        show_world(made, output, answers())


def _settings(**given: Any) -> WorldSettings:
    """The usual settings, with what was given in their place."""
    from cutline.datasets.world import WorldSettings

    return WorldSettings(**{name: value for name, value in given.items() if value is not None})


def _listed(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    return () if names == (_NONE,) else names


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"--objects is {text!r}, expected numbers such as 0.3,0.45,0.25") from None
