"""`cutline demo`: the main job, on built-in examples."""

from __future__ import annotations

import shlex
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from cutline.benchmarks.demo import SYSTEMS, demo_benchmark, demo_run, write_demo
from cutline.benchmarks.demo.boxes import demo_boxed_set
from cutline.cli import options
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
from cutline.scoring.corpus import Corpus

_TITLE = "Three systems on the demonstration set"


def demo(
    output: Annotated[
        str, typer.Option("--output", "-o", help="Folder for the demo's files.", metavar="FOLDER")
    ] = "cutline-demo",
    open_report: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            help="Open the report in a browser, or not.",
            show_default="on a screen",
        ),
    ] = None,
) -> None:
    """Score three made-up systems on drawn pictures, write a report, and keep the files."""
    # Imported here: every command loads this file.
    from cutline.reports.html_report import Extras, report

    folder = Path(output)
    try:
        paths = write_demo(folder)
        write_boxed(demo_boxed_set(), folder / "boxes.jsonl")
    except OSError as error:
        raise FileError(f"{folder}: cannot be written: {error.strerror or error}") from None
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
    command = [
        *("cutline", "compare", *map(str, paths), "--refs", f"{folder}/references.json"),
        *("--metrics", ",".join(map(str, corpus.metrics)), "--by", "domain"),
        *("--images", f"{folder}/images", "--objects", f"{folder}/objects.json"),
        *("--report", str(page), "--title", _TITLE),
    ]
    extras = Extras(
        title=_TITLE,
        command=shlex.join(command),
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
        f"  {_typed('validate', paths[1], '--refs', folder / 'references.json')}"
    )
    if open_report or (open_report is None and has_screen()):
        webbrowser.open(page.resolve().as_uri())


def _demo_metrics() -> tuple[Metric, ...]:
    """The usual metrics, and SPICE where it can run."""
    spice = Spice()
    return (*options.metrics_of(None), *(() if spice.missing() else (spice,)))


def _typed(*arguments: str | Path) -> str:
    return shlex.join([*this_command(), *map(str, arguments)])
