"""`cutline study fidelity`: captions beside what detectors see, without references."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.cli.terminal import working
from cutline.core.errors import UsageError

DEFAULT_METRICS = "semantic-fidelity,matched-fidelity"


def fidelity(
    runs: Annotated[
        list[str] | None,
        typer.Argument(help="Runs, or tables with a captioner in each column.", metavar="RUNS"),
    ] = None,
    objects: Annotated[
        list[str] | None,
        typer.Option(help="What a detector saw; several are compared.", metavar="[NAME=]FILE"),
    ] = None,
    human: Annotated[
        str | None,
        typer.Option(help="Captions with objects and fidelity by people.", metavar="FILE"),
    ] = None,
    metrics: Annotated[
        str, typer.Option(help="Metrics of fidelity, comma-separated.", metavar="SPECS")
    ] = DEFAULT_METRICS,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    jobs: options.Jobs = None,
) -> None:
    """How faithful captions are to what is seen, and how metrics of it agree with people.

    (Agarwal et al. 2020.) Example: cutline study fidelity a.json b.json --objects detected.jsonl
    """
    from cutline.cli.fidelity_study.human import human_agreements
    from cutline.cli.fidelity_study.inputs import read_human, read_seen, read_systems
    from cutline.cli.fidelity_study.page import as_page
    from cutline.cli.fidelity_study.study import fidelity_study
    from cutline.cli.fidelity_study.tables import as_json, show_study

    runs, objects = runs or [], objects or []
    if output == "-":
        json, output = True, None
    if report == "-":
        raise UsageError("--report writes a page to a file, not to standard output: name one")
    if bool(runs) != bool(objects):
        raise UsageError("runs and --objects go together: captions are judged by what is seen")
    if not runs and human is None:
        raise UsageError("nothing to study: give runs and --objects, or --human FILE")
    options.one_standard_input(*runs, *objects, *filter(None, [human]))
    files = [spec.partition("=")[2] or spec for spec in objects]
    options.check_files([output, report], [*runs, *files, human])
    chosen = options.metrics_of(metrics)
    for metric in chosen:
        if not metric.needs_objects:
            raise UsageError(
                f"{metric} does not compare captions with objects; expected semantic-fidelity or "
                f"matched-fidelity"
            )
    with working("Reading"):
        systems, seen = read_systems(runs), read_seen(objects)
        people = None if human is None else read_human(human)
    with working("Comparing captions with objects"):
        agreements = [] if people is None else human_agreements(people, chosen, jobs)
        found = fidelity_study(systems, seen, chosen, agreements, jobs)
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=lambda console: show_study(found, console),
    )
