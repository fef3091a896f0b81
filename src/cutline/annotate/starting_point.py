"""Where to go on: what an earlier run of the same kind has finished."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from cutline.annotate.file_stamp import is_changed
from cutline.annotate.journal import JournalContent, journal_path, read_journal
from cutline.annotate.plan import header_difference
from cutline.core.atomic import temporary_target
from cutline.core.errors import FileError, UsageError
from cutline.core.types import ImageId
from cutline.datasets.annotated_images import (
    AnnotatedImage,
    AnnotationHeader,
    parse_header,
    read_annotations,
)
from cutline.datasets.pictures import PictureFile
from cutline.datasets.source import open_source

#: What an image is found by; whether its file has changed since is asked separately.
Key = tuple[ImageId, str]


@dataclass
class StartingPoint:
    """What is finished, by image, and what the journal and the output file held.

    `written` are the images of the output file in their order; None where there is no such file.
    """

    images: dict[Key, AnnotatedImage] = field(default_factory=dict)
    journal: JournalContent = field(default_factory=lambda: JournalContent(None, (), 0))
    written: list[AnnotatedImage] | None = None

    def todo(self, files: Iterable[PictureFile]) -> set[Key]:
        """The pictures that are not finished: unknown ones, changed ones, those with errors."""
        return {key_of_file(file) for file in files if not self._is_finished(file)}

    def gone(self, files: Iterable[PictureFile]) -> int:
        """How many finished images are no longer asked for."""
        return len(self.images.keys() - set(map(key_of_file, files)))

    def _is_finished(self, file: PictureFile) -> bool:
        image = self.images.get(key_of_file(file))
        return image is not None and not image.has_error and not is_changed(image, file.path)


def starting_point(output: str | os.PathLike[str], header: AnnotationHeader) -> StartingPoint:
    """What the output file and its journal hold.

    Raises:
        UsageError: when one of them was made with something else than is asked for now.
        FileError: when one of them cannot be read, or is another kind of file.
    """
    path = Path(output)
    start = StartingPoint(journal=read_journal(journal_path(path)))
    if start.journal.header is not None:
        _check_header(str(journal_path(path)), start.journal.header, header)
    if _is_there(path):
        try:
            found, images = read_annotations(path)
        except FileError as error:
            raise FileError(f"{error}; it would be written over: give another -o") from None
        _check_header(os.fspath(output), found, header)
        start.written = images
        start.images = {key_of(image): image for image in images}
    # A journal is later than the file that it goes on from.
    start.images |= {key_of(image): image for image in start.journal.images}
    return start


def forget(output: str | os.PathLike[str]) -> None:
    """Delete an output file and its journal, to begin anew.

    Raises:
        FileError: when they cannot be deleted, or are files of another kind.
    """
    path = Path(output)
    journal = journal_path(path)
    read_journal(journal)
    if _is_there(path):
        _check_kind(path)
    for file in (path, journal):
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(f"{file}: cannot be deleted: {error.strerror or error}") from None


def remove_leftovers(output: str | os.PathLike[str]) -> None:
    """Delete what a run left that was killed while it wrote the output file."""
    path = Path(output).resolve()
    with suppress(OSError):
        for file in path.parent.iterdir():
            if temporary_target(file.name) == path.name:
                file.unlink()


def key_of(image: AnnotatedImage) -> Key:
    """What an image is known by."""
    return image.image_id, image.file


def key_of_file(file: PictureFile) -> Key:
    """The same of a picture that is not annotated yet."""
    return file.image_id, str(file.path)


def in_order(
    images: dict[Key, AnnotatedImage], files: Sequence[PictureFile]
) -> list[AnnotatedImage]:
    """The images of these pictures, in their order."""
    return [images[key] for key in map(key_of_file, files)]


def _is_there(path: Path) -> bool:
    """Whether there is a file; an empty one is as good as none."""
    return path.exists() and path.stat().st_size > 0


def _check_kind(path: Path) -> None:
    """Refuse a file that is not ours to delete; one of ours may be damaged further on."""
    source = open_source(path)
    _, _, line = next(source.lines())
    try:
        parse_header(line.decode("utf-8", "replace"), f"{source.name}, line 1")
    except FileError as error:
        raise FileError(f"{error}; it would be deleted: give another -o") from None


def _check_header(file: str, found: AnnotationHeader, expected: AnnotationHeader) -> None:
    difference = header_difference(found, expected)
    if difference:
        raise UsageError(
            f"{file} was made with {difference}: give another -o, or --restart to begin anew"
        )
