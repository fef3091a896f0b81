"""`cutline collect block`: what somebody wrote is taken back."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli.collecting.found import ProjectName, opened_project
from cutline.cli.serving.subcommand import Data
from cutline.core.errors import UsageError


def block(
    context: typer.Context,
    project: ProjectName,
    worker: Annotated[str, typer.Argument(help="By their number, such as W12.", metavar="WORKER")],
    why: Annotated[str, typer.Option(help="The reason, for the log.", metavar="TEXT")],
    data: Data = None,
) -> None:
    """Block somebody: all their captions are discarded, and others are asked for as many.

    Example: cutline collect block birds W12 --why "the same sentence for every image"
    """
    _, found = opened_project(context, data, project)
    from cutline.collect.models import Annotator
    from cutline.collect.quality.block import block as block_annotator

    number = worker.upper().removeprefix("W")
    if not (number.isascii() and number.isdigit()):
        raise UsageError(f"found {worker!r}, expected a number such as W12")
    annotator = Annotator.objects.filter(project=found, number=int(number)).first()
    if annotator is None:
        count = Annotator.objects.filter(project=found).count()
        raise UsageError(f"{found.slug}: there is no W{int(number)} among {count:,} people")
    discarded = block_annotator(None, annotator, why)
    print(f"{annotator}: blocked, {discarded:,} answers discarded")
