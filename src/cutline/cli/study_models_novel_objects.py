"""`cutline study models novel-objects`: can captioners name things that no caption taught them?"""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.core.errors import MissingPartError, UsageError

_VECTORS = ("wordllama", "world")


def novel_objects(
    seeds: Annotated[str, typer.Option(help="A world and a start for each.", metavar="N,N,...")] = (
        "1,2,3"
    ),
    scenes: Annotated[int, typer.Option(help="Scenes of each world.", min=200, metavar="N")] = 2000,
    epochs: Annotated[
        int, typer.Option(help="How often captions are learnt from.", min=1, metavar="N")
    ] = 12,
    vectors: Annotated[
        str | None,
        typer.Option(
            help="Vectors of words: real ones, or made up from which classes are kin.",
            metavar="|".join(_VECTORS),
            show_default="wordllama, where it is installed",
        ),
    ] = None,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    jobs: options.Jobs = None,
) -> None:
    """Can captioners name things that no caption they learnt from names?

    (Agrawal et al. 2019.) Trains four captioners on scene worlds, a process each, and has them
    write freely, with constraints, and with slots.

    Example: cutline study models novel-objects --report page.html
    """
    from cutline.models.needs_torch import need_torch

    need_torch("training captioners")
    from cutline.cli.model_study.novel_objects.page import as_page
    from cutline.cli.model_study.novel_objects.study import StudySettings, novel_study
    from cutline.cli.model_study.novel_objects.tables import as_json, show_study
    from cutline.cli.study_models import seed_list

    if output == "-":
        json, output = True, None
    if report == "-":
        raise UsageError("--report writes a page to a file, not to standard output: name one")
    options.check_files([output, report], [])
    found = novel_study(StudySettings(scenes, seed_list(seeds), epochs, _chosen(vectors)), jobs)
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=lambda console: show_study(found, console),
    )


def _chosen(vectors: str | None) -> str:
    """Which vectors: real ones where they are there, unless others are asked for.

    Raises:
        UsageError: for a name that is none.
        MissingPartError: when vectors are asked for that are not installed.
    """
    from cutline.text.similarity.named import missing_vectors

    if vectors is not None and vectors not in _VECTORS:
        raise UsageError(f"--vectors is {' or '.join(_VECTORS)}, not {vectors!r}")
    missing = missing_vectors() if vectors != "world" else None
    if vectors == "wordllama" and missing is not None:
        raise MissingPartError(missing)
    return "world" if vectors == "world" or missing is not None else "wordllama"
