"""Options of reports, and writing one."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli.terminal import working
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.core.types import Benchmark

if TYPE_CHECKING:
    from cutline.reports.study import Study

Report = Annotated[
    str | None, typer.Option(help="Write a page with everything in it.", metavar="FILE.html")
]
Title = Annotated[
    str | None, typer.Option(help="With --report: the headline of the page.", metavar="TEXT")
]
Images = Annotated[
    str | None,
    typer.Option(
        help="Pictures for the report: a folder, or a pattern such as https://a.b/{image_id}.jpg.",
        metavar="FOLDER|PATTERN",
    ),
]
Synonyms = Annotated[
    str | None,
    typer.Option(help="With --objects: words that name each object.", metavar="FILE"),
]
Training = Annotated[
    str | None,
    typer.Option(help="Captions that systems learnt from, to tell new words.", metavar="FILE"),
]


def check_report_options(report: str | None, **given: str | None) -> None:
    """Refuse what only a report shows where none is written.

    Raises:
        UsageError: naming the option.
    """
    for name, value in given.items():
        if value is not None and report is None:
            raise UsageError(f"--{name} goes with --report, which shows it")


def write_report(
    found: Study,
    path: str,
    *,
    title: str | None = None,
    images: str | None = None,
    objects: str | None = None,
    synonyms: str | None = None,
    training: str | None = None,
) -> None:
    """Write the report of a study, whole or not at all.

    Raises:
        UsageError, FileError, ContentError: when pictures, objects or captions cannot be used.
    """
    # Imported here because few runs write a report.
    from cutline.datasets.object_lists import read_object_lists
    from cutline.datasets.object_synonyms import read_object_synonyms
    from cutline.datasets.read import read_references
    from cutline.reports.html_report import Extras, report

    extras = Extras(
        title=title or "",
        command=shlex.join(["cutline", *sys.argv[1:]]),
        page=path,
        images=images,
        objects=read_object_lists(objects, found.image_ids) if objects else None,
        synonyms=read_object_synonyms(synonyms) if synonyms else None,
        training=_captions(read_references(training, "lenient")[0]) if training else None,
    )
    with working("Writing the report"):
        page = report(found, extras)
        with atomic_write(path) as file:
            file.write(page)


def _captions(benchmark: Benchmark) -> list[str]:
    return [caption for captions in benchmark.references for caption in captions]
