"""Annotating pictures into a file: where it stops, it goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from cutline.annotate.journal import Journal, journal_path
from cutline.annotate.pipeline import annotated
from cutline.annotate.plan import Plan
from cutline.annotate.starting_point import (
    Key,
    StartingPoint,
    forget,
    in_order,
    key_of,
    key_of_file,
    remove_leftovers,
    starting_point,
)
from cutline.core.atomic import atomic_write
from cutline.core.errors import CutlineError, FileError
from cutline.core.file_lock import file_lock
from cutline.core.progress import counting
from cutline.datasets.annotated_images import (
    AnnotatedImage,
    AnnotationHeader,
    header_line,
    image_line,
)
from cutline.datasets.pictures import PictureFile

#: Gives the annotated images of batches, some of them at a time.
Annotating = Callable[[Iterable[Sequence[PictureFile]], Plan], Generator[list[AnnotatedImage]]]


class InterruptedWorkError(CutlineError):
    """Somebody pressed Ctrl-C; the text says what is kept."""

    exit_code = 130


@dataclass(frozen=True)
class Annotations:
    """All annotated images of an output file, and what this run did for them.

    `done` images were annotated now, of which `again` had errors before or other pictures; `gone`
    were left out because their pictures are no longer asked for.
    """

    header: AnnotationHeader
    images: tuple[AnnotatedImage, ...]
    done: int
    again: int
    gone: int

    @property
    def with_errors(self) -> tuple[AnnotatedImage, ...]:
        """The images of which something went wrong."""
        return tuple(image for image in self.images if image.has_error)


def annotate_to(
    output: str | os.PathLike[str],
    files: Sequence[PictureFile],
    plan: Plan,
    *,
    restart: bool = False,
    annotate: Annotating = annotated,
) -> Annotations:
    """Annotate pictures, and write them to a file in their order.

    Finished images are kept in a journal beside the file until all are done; what the journal or
    the file has already is not done again, except for images with errors and those whose pictures
    have changed.

    Args:
        output: the file; it is written whole or not at all.
        files: the pictures, each image once.
        plan: what they are annotated with.
        restart: whether to forget what is there.
        annotate: who annotates batches; this process, where nobody says.

    Raises:
        UsageError: when what is there was made with something else.
        FileError: when a file cannot be read or written.
        ContentError: when a captioner knows none of the pictures.
        InterruptedWorkError: when somebody presses Ctrl-C.
    """
    header = plan.header
    for captioner in plan.captioners:
        captioner.prepare(files)
    with _locked(output):
        remove_leftovers(output)
        if restart:
            forget(output)
        start = starting_point(output, header)
        todo, gone = start.todo(files), start.gone(files)
        again = len(todo & start.images.keys())
        try:
            if todo:
                _annotate(output, files, plan, start, todo, annotate)
            images = in_order(start.images, files)
            if todo or images != start.written:
                _write(output, header, images)
        except FileError as error:
            raise FileError(f"{error}; {_kept(output, header, files, restart)}") from None
        except KeyboardInterrupt:
            kept = _kept(output, header, files, restart)
            raise InterruptedWorkError(f"interrupted; {kept}") from None
        journal_path(output).unlink(missing_ok=True)
    return Annotations(header, tuple(images), len(todo), again, gone)


def _annotate(
    output: str | os.PathLike[str],
    files: Sequence[PictureFile],
    plan: Plan,
    start: StartingPoint,
    todo: set[Key],
    annotate: Annotating,
) -> None:
    """Fill the starting point with what is to do, and the journal with it."""
    batches = list(_batches(files, todo, plan.batch))
    done = 0
    with (
        Journal(journal_path(output), plan.header, start.journal) as journal,
        counting("Annotating", len(todo), "images") as count,
        closing(annotate(batches, plan)) as finished,
    ):
        for images in finished:
            journal.add(images)
            start.images |= {key_of(image): image for image in images}
            done += len(images)
            count(done)


def _kept(
    output: str | os.PathLike[str],
    header: AnnotationHeader,
    files: Sequence[PictureFile],
    restart: bool,
) -> str:
    """How much is kept, by what the files say themselves."""
    start = starting_point(output, header)
    finished = len(files) - len(start.todo(files))
    place = journal_path(output)
    return (
        f"{finished:,} of {len(files):,} images are kept{f' in {place}' if finished else ''}: the "
        f"same command{' without --restart' if restart else ''} goes on from there"
    )


def _batches(
    files: Sequence[PictureFile], todo: set[Key], size: int
) -> Iterator[list[PictureFile]]:
    """The pictures to do, cut at the same places however many are done already.

    A detector may answer a little differently in another batch, and results are not to depend on
    where a run was interrupted.
    """
    for at in range(0, len(files), size):
        batch = [file for file in files[at : at + size] if key_of_file(file) in todo]
        if batch:
            yield batch


def _write(
    output: str | os.PathLike[str], header: AnnotationHeader, images: Sequence[AnnotatedImage]
) -> None:
    with atomic_write(output) as file:
        file.write(f"{header_line(header)}\n")
        file.writelines(f"{image_line(image)}\n" for image in images)


@contextmanager
def _locked(output: str | os.PathLike[str]) -> Iterator[None]:
    """One run at a time: another waits here, and then finds the work done."""
    path = Path(f"{os.fspath(output)}.lock")
    waiting = f"Waiting for another run that writes {os.fspath(output)}"
    with ExitStack() as stack:
        try:
            stack.enter_context(file_lock(path, waiting))
        except OSError as error:
            raise FileError(f"{path}: cannot be written: {error.strerror or error}") from None
        yield
