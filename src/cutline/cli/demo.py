"""`cutline demo`: the main job on built-in examples, or a tour of all jobs."""

from __future__ import annotations

import shlex
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from cutline.benchmarks.demo import SYSTEMS, demo_benchmark, demo_run, write_demo
from cutline.benchmarks.demo.boxes import demo_boxed_set
from cutline.cli import options
from cutline.cli.demo_folder import REPORT_TITLE, check_folder
from cutline.cli.score_output import ScoredRun, show_table
from cutline.cli.statistics_options import settings_of
from cutline.cli.study_inputs import study_of
from cutline.cli.terminal import answers, working
from cutline.cli.this_command import has_screen, this_command
from cutline.core.atomic import atomic_write
from cutline.core.errors import FileError
from cutline.core.metric import Metric
from cutline.datasets.gold_boxes import write_boxed
from cutline.metrics.spice import Spice
from cutline.scoring.choice import usual_metrics
from cutline.scoring.corpus import Corpus


def demo(
    output: Annotated[
        str, typer.Option("--output", "-o", help="Folder for the demo's files.", metavar="FOLDER")
    ] = "cutline-demo",
    tour: Annotated[
        bool,
        typer.Option(
            "--tour", help="Show everything Cutline does, command by command, in a minute."
        ),
    ] = False,
    open_page: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            help="Open the page that was written in a browser, or not.",
            show_default="on a screen",
        ),
    ] = None,
) -> None:
    """Score three made-up systems on drawn pictures, write a report, and keep the files.

    With --tour: run the commands for all that Cutline does, one after another, and leave a page
    that links to everything they made. What a missing part cannot show is said, with what gets it.

    Exit codes: 0 fine; 2 the folder has files of the same names that no demo made; 3 it cannot be
    written; 130 interrupted, with nothing left running.
    With --tour, when a command fails, its own.

    Example: cutline demo

    Example: cutline demo --tour
    """
    folder = Path(output)
    try:
        check_folder(folder, tour)
        paths = write_demo(folder)
        write_boxed(demo_boxed_set(), folder / "boxes.jsonl")
    except OSError as error:
        raise FileError(f"{folder}: cannot be written: {error.strerror or error}") from None
    page = _toured(folder) if tour else _scored(folder, paths)
    if open_page or (open_page is None and has_screen()):
        webbrowser.open(page.resolve().as_uri())


def _toured(folder: Path) -> Path:
    from cutline.cli.tour.places import Places
    from cutline.cli.tour.run import run_tour
    from cutline.cli.tour.stop import Made
    from cutline.cli.tour.stops import stops

    metrics, lacking = usual_metrics()
    spice = Spice()
    no_spice = spice.missing()
    if no_spice is None:
        metrics = (*metrics, spice)
    else:
        lacking = [*lacking, f"{spice} is left out: {no_spice}"]
    specs = [str(metric) for metric in metrics]
    places = Places(folder)
    given = [
        Made(folder / "images", "24 drawn pictures"),
        Made(folder / "references.json", "five captions of each picture, as COCO has them"),
        Made(folder / "objects.json", "what is in each picture"),
        Made(folder / "boxes.jsonl", "where it is, and which words of the references mean it"),
        *(Made(Path(run), f"what the system {Path(run).stem} says") for run in places.runs),
    ]
    shown = stops(places, specs, _report_arguments(folder, specs))
    return run_tour(places, shown, lacking, given)


def _scored(folder: Path, paths: list[Path]) -> Path:
    # Imported here: every command loads this file.
    from cutline.reports.html_report import Extras, report

    page = folder / "report.html"
    benchmark = demo_benchmark()
    corpus = Corpus(benchmark, _demo_metrics())
    found = study_of(
        corpus,
        [demo_run(system) for system in SYSTEMS],
        by=["domain"],
        objects=None,
        settings=settings_of(10_000, 1, "bca", 0.95, None),
    )
    arguments = _report_arguments(folder, [str(metric) for metric in corpus.metrics])
    extras = Extras(
        title=REPORT_TITLE,
        command=shlex.join(["cutline", *arguments]),
        page=str(page),
        images=str(folder / "images"),
    )
    with working("Writing the report"), atomic_write(page) as file:
        file.write(report(found, extras))
    print(
        f"{len(SYSTEMS)} systems describe {len(benchmark)} drawn pictures; "
        f"each has {len(benchmark.references[0])} references.\n"
    )
    scored = [ScoredRun(str(path), s, {}) for path, s in zip(paths, found.scores, strict=True)]
    show_table(scored, answers())
    print(
        f"\nThe report, with intervals, tests and every picture, is {page}\n"
        f"Pictures, references and captions are in {folder}. Try:\n"
        f"  {_typed('compare', paths[0], paths[1], '--refs', folder / 'references.json')}\n"
        f"  {_typed('validate', paths[1], '--refs', folder / 'references.json')}\n"
        f"Everything else that Cutline does, in a minute:\n"
        f"  {_typed('demo', '--tour')}"
    )
    return page


def _report_arguments(folder: Path, metrics: list[str]) -> list[str]:
    """What stands after `cutline` to write the report."""
    return [
        *("compare", *(f"{folder / system}.json" for system in SYSTEMS)),
        *("--refs", f"{folder}/references.json"),
        *("--metrics", ",".join(metrics), "--by", "domain"),
        *("--images", f"{folder}/images", "--objects", f"{folder}/objects.json"),
        *("--report", f"{folder}/report.html", "--title", REPORT_TITLE),
    ]


def _demo_metrics() -> tuple[Metric, ...]:
    """The usual metrics, and SPICE where it can run."""
    spice = Spice()
    return (*options.metrics_of(None), *(() if spice.missing() else (spice,)))


def _typed(*arguments: str | Path) -> str:
    return shlex.join([*this_command(), *map(str, arguments)])
