"""`cutline study models compositional`: can captioners say pairs that they never saw together?"""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.core.errors import UsageError


def compositional(
    seeds: Annotated[
        str, typer.Option(help="A world and a start for each.", metavar="N,N,...")
    ] = "1,2,3",
    scenes: Annotated[int, typer.Option(help="Scenes of each world.", min=200, metavar="N")] = 5000,
    epochs: Annotated[
        int, typer.Option(help="How often captions are learnt from.", min=1, metavar="N")
    ] = 8,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    jobs: options.Jobs = None,
) -> None:
    """Can captioners say pairs such as "black cat" that they never saw together?

    (Nikolaus et al. 2019.) Trains five captioners on scene worlds, a process each.

    Example: cutline study models compositional --report page.html
    """
    from cutline.models.needs_torch import need_torch

    need_torch("training captioners")
    from cutline.cli.model_study.compositional.page import as_page
    from cutline.cli.model_study.compositional.setting import StudySettings
    from cutline.cli.model_study.compositional.study import model_study
    from cutline.cli.model_study.compositional.tables import as_json, show_study
    from cutline.cli.study_models import seed_list

    if output == "-":
        json, output = True, None
    if report == "-":
        raise UsageError("--report writes a page to a file, not to standard output: name one")
    options.check_files([output, report], [])
    found = model_study(StudySettings(scenes, seed_list(seeds), epochs), jobs)
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=lambda console: show_study(found, console),
    )
