"""What `cutline annotate` writes beside its file, and what it prints."""

from __future__ import annotations

import json as json_format
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from cutline.cli import options
from cutline.cli.score_output import without_nan
from cutline.cli.terminal import new_table, note, print_whole, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.reports.wording import value_text

if TYPE_CHECKING:
    from cutline.annotate import Annotations

FORMAT_VERSION = 1

# Names, passwords and keys in addresses are not for the readers of a page.
_SECRETS = re.compile(r"(?P<start>https?://)(?:[^\s/@]*@)?(?P<rest>[^\s?#]*)(?:\?[^\s#]*)?")

#: A name that is given to a captioner.
_NAME = re.compile(r"^[^=:/\\()]+=")


@dataclass(frozen=True)
class Outputs:
    """The files that were asked for."""

    output: str
    gallery: str | None = None
    csv: str | None = None
    coco: str | None = None

    def check(self, captioners: list[str]) -> None:
        """Refuse files that cannot be written, or that are read in the same run.

        Raises:
            UsageError, FileError: naming the file.
        """
        named = {"-o": self.output, "--gallery": self.gallery, "--csv": self.csv}
        for option, path in (named | {"--coco": self.coco}).items():
            if path == "-":
                raise UsageError(f"{option} writes to a file, not to standard output: name one")
        if Path(self.output).exists() and not Path(self.output).is_file():
            raise UsageError(f"{self.output} is no file: -o is read again where a run goes on")
        journals = [f"{self.output}.part", f"{self.output}.lock"]
        outputs = [self.output, *journals, self.gallery, self.csv, self.coco]
        options.check_files(outputs, [_NAME.sub("", spec) for spec in captioners])

    def write(self, found: Annotations, jobs: int | None) -> None:
        """Write the page and the tables that were asked for.

        Raises:
            FileError: when a file cannot be written.
        """
        from cutline.datasets.annotated_images import to_coco, to_csv

        if self.csv is not None:
            _write(self.csv, to_csv(found.header, found.images))
        if self.coco is not None:
            _write(self.coco, to_coco(found.images))
        if self.gallery is not None:
            _write(self.gallery, self._page(found, jobs))
            note(f"cutline: the gallery is {self.gallery}")

    def show(self, found: Annotations, console: Console, json: bool) -> None:
        """Print the summary."""
        if json:
            print(as_json(found), end="")
        else:
            _show_table(found, console)

    def _page(self, found: Annotations, jobs: int | None) -> str:
        from cutline.annotate.gallery_pictures import gallery_pictures
        from cutline.cli.page_parts import command_line_text
        from cutline.reports.gallery import gallery_page

        pictures = gallery_pictures(found.images, self.gallery or "", jobs=jobs)
        with working("Writing the gallery"):
            command = _SECRETS.sub(r"\g<start>\g<rest>", command_line_text())
            return gallery_page(found.header, found.images, pictures, command=command)


def as_json(found: Annotations) -> str:
    """All figures for programs."""
    content = {"cutline": "annotation-summary", "version": FORMAT_VERSION, **_figures(found)}
    return json_format.dumps(without_nan(content), indent=2, ensure_ascii=False) + "\n"


def _write(path: str, text: str) -> None:
    with atomic_write(path) as file:
        file.write(text)


def _figures(found: Annotations) -> dict[str, Any]:
    from cutline.annotate.summary import summary

    return {
        "images": len(found.images),
        "annotated_now": found.done,
        "tried_again": found.again,
        "left_out": found.gone,
        "objects": sum(len(image.objects) for image in found.images),
        "unusable": sum(bool(image.error) for image in found.images),
        "with_errors": len(found.with_errors),
        "captioners": [
            {
                "captioner": one.name,
                "captions": one.captions,
                "means": one.means,
                "best": one.best,
                "undefined": one.undefined,
                "errors": one.errors,
            }
            for one in summary(found.header, found.images)
        ],
        "detector": found.header.detector,
        "signature": found.header.signature,
    }


def _show_table(found: Annotations, console: Console) -> None:
    figures = _figures(found)
    table = new_table("captioner")
    for head in ("captions", *found.header.metrics, "best", "undefined", "errors"):
        table.add_column(head, justify="right", no_wrap=True)
    for one in figures["captioners"]:
        means = [value_text(one["means"][spec]) for spec in found.header.metrics]
        counts = [f"{one[name]:,}" for name in ("best", "undefined", "errors")]
        table.add_row(one["captioner"], f"{one['captions']:,}", *means, *counts)
    print_whole(table, console)
    console.print()
    usable = figures["images"] - figures["unusable"]
    each = f" ({figures['objects'] / usable:.1f} an image)" if usable else ""
    pictures = "image" if figures["images"] == 1 else "images"
    console.print(
        f"{figures['images']:,} {pictures}, {figures['annotated_now']:,} annotated now; "
        f"{figures['objects']:,} objects by {found.header.detector}{each}"
    )
    console.out(found.header.signature, style="dim", highlight=False)
