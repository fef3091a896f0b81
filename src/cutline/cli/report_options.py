"""Options of reports, and writing one."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli.terminal import working
from cutline.core.errors import UsageError
from cutline.core.types import Benchmark, ImageId

if TYPE_CHECKING:
    from cutline.reports.html_report import Extras
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


@dataclass(frozen=True)
class ReportOptions:
    """What was asked of a report, if one was."""

    report: str | None
    title: str | None = None
    images: str | None = None
    objects: str | None = None
    synonyms: str | None = None
    training: str | None = None

    @property
    def files(self) -> list[str | None]:
        """The files that are read for it."""
        return [self.objects, self.synonyms, self.training]

    def check(self) -> None:
        """Refuse what cannot be shown.

        Raises:
            UsageError: naming the option.
        """
        if self.report == "-":
            raise UsageError("--report writes a page to a file, not to standard output: name one")
        if self.report is None:
            for name in ("title", "images", "synonyms", "training"):
                if getattr(self, name) is not None:
                    raise UsageError(f"--{name} goes with --report, which shows it")
        if self.synonyms is not None and self.objects is None:
            raise UsageError("--synonyms goes with --objects, whose labels they are words for")

    def read(self, image_ids: Sequence[ImageId]) -> Extras | None:
        """All that a report of these images needs, read before any work is done.

        Raises:
            UsageError, FileError, ContentError: when pictures, objects or captions are of no use.
        """
        if self.report is None:
            return None
        # Imported here because few runs write a report.
        from cutline.datasets.object_lists import read_object_lists
        from cutline.datasets.object_synonyms import read_object_synonyms
        from cutline.datasets.read import read_references
        from cutline.reports.html_report import Extras
        from cutline.reports.html_report.pictures import check_images

        if self.images is not None:
            check_images(self.images)
        training = read_references(self.training, "lenient")[0] if self.training else None
        return Extras(
            title=self.title or "",
            command=shlex.join(["cutline", *sys.argv[1:]]),
            page=self.report,
            images=self.images,
            objects=read_object_lists(self.objects, image_ids) if self.objects else None,
            synonyms=read_object_synonyms(self.synonyms) if self.synonyms else None,
            training=_captions(training) if training else None,
        )


def report_page(found: Study, extras: Extras) -> str:
    """The report of a study."""
    from cutline.reports.html_report import report

    with working("Writing the report"):
        return report(found, extras)


def _captions(benchmark: Benchmark) -> list[str]:
    return [caption for captions in benchmark.references for caption in captions]
