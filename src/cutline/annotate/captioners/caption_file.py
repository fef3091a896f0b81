"""Captions that somebody made before: a file of any format that runs come in."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import is_zipfile

from cutline.annotate.captioners.captioner import NoCaption, Subject, tidy
from cutline.annotate.captioners.matching_ids import matched_ids
from cutline.core.errors import ContentError, FileError, UsageError, near_names
from cutline.core.types import ImageId, Run
from cutline.datasets.egoshots import is_caption_table, read_caption_table
from cutline.datasets.pictures import PictureFile
from cutline.datasets.read import read_run
from cutline.datasets.wording import other_ids


class CaptionFile:
    """The captions of one system; of several for one image, the first."""

    def __init__(self, run: Run, file: str, digest: str) -> None:
        self.name = run.system
        self.file = file
        self.signature = f"file:{digest}"
        self._captions = {image: said[0] for image, said in run.captions.items() if said}
        self._ids: Mapping[ImageId, ImageId] = {}

    def prepare(self, files: Sequence[PictureFile]) -> None:
        """Find out how the file names the pictures: by number, by name, or without its ending.

        Raises:
            ContentError: when it has a caption for none of them.
        """
        self._ids = matched_ids(files, list(self._captions))
        if files and not self._ids:
            first = next(map(str, self._captions), None)
            names = other_ids(first, [file.path.name for file in files])
            raise ContentError(f"{self.file}: has captions for none of the {names}")

    def captions(self, subjects: Sequence[Subject]) -> list[str | NoCaption]:
        """What the file says of each picture."""
        return [self._caption(subject.file) for subject in subjects]

    def close(self) -> None:
        """Nothing is kept running."""

    def _caption(self, file: PictureFile) -> str | NoCaption:
        known = self._ids.get(file.image_id)
        if known is None:
            return NoCaption(f"{self.file} has no caption for this image")
        return tidy(self._captions[known])


def caption_files(spec: str) -> list[CaptionFile]:
    """The captioners of a file: one, or one for each column of a table of captions.

    Args:
        spec: `FILE`, or `FILE::COLUMN` for one column of a table.

    Raises:
        FileError: when the file cannot be read, or holds no captions.
        UsageError: when it has no such column, or no columns to choose from.
    """
    path, _, column = (spec, "", "") if os.path.lexists(spec) else spec.partition("::")
    if Path(path).is_file() and is_caption_table(path):
        runs: Sequence[Run] = read_caption_table(path)
        if column:
            runs = [_column(runs, column, path)]
    elif column and Path(path).is_file() and not is_zipfile(path):
        raise UsageError(
            f"{path}: is no table with a column for each captioner, so it has no column "
            f"{column!r}; expected the file's name alone"
        )
    else:
        run, checked = read_run(spec)
        if not run.captions:
            first = f": {checked.problems[0].message}" if checked.problems else ""
            raise FileError(f"{spec}: holds no usable caption{first}")
        runs = [run]
    digest = _digest(path)
    return [CaptionFile(run, spec, digest) for run in runs]


def _column(runs: Sequence[Run], wanted: str, path: str) -> Run:
    for run in runs:
        if run.system == wanted:
            return run
    names = [run.system for run in runs]
    raise UsageError(
        f"{path} has no column {wanted!r}{near_names(wanted, names)}; it has: {', '.join(names)}"
    )


def _digest(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:16]
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
