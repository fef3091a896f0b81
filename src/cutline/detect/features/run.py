"""An extractor on many files: pictures are opened ahead, and what fails is told and passed over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing

from cutline.core.errors import CutlineError, MissingPartError
from cutline.core.jobs import default_jobs
from cutline.datasets.features import Regions
from cutline.datasets.pictures import TOGETHER, Picture, PictureFile, open_picture, opened_ahead
from cutline.datasets.wording import printable, short
from cutline.detect.features.extractor import Extractor
from cutline.detect.run import Unseen


def extract_files(
    extractor: Extractor, files: Sequence[PictureFile], jobs: int | None = None
) -> Iterator[tuple[PictureFile, Regions] | Unseen]:
    """The regions of each picture, in the order of the files.

    A picture that cannot be opened, or that the extractor fails with, is told as `Unseen`.

    Args:
        extractor: any.
        files: the pictures.
        jobs: threads that open pictures; by default all cores, or `CUTLINE_JOBS`.

    Raises:
        MissingPartError: where something is not installed, which is the same for all pictures.
    """
    batches = (files[at : at + TOGETHER] for at in range(0, len(files), TOGETHER))
    with closing(opened_ahead(batches, _open, workers=jobs or default_jobs())) as opened:
        for pictures in opened:
            answers = iter(_answers(extractor, [p for p in pictures if isinstance(p, Picture)]))
            yield from [one if isinstance(one, Unseen) else next(answers) for one in pictures]
            # Large pictures: they are not to be kept while the next are waited for.
            del pictures


def _open(file: PictureFile) -> Picture | Unseen:
    try:
        return open_picture(file)
    except MissingPartError:
        raise
    except CutlineError as error:
        return Unseen(file, str(error))


def _answers(
    extractor: Extractor, pictures: Sequence[Picture]
) -> list[tuple[PictureFile, Regions] | Unseen]:
    if not pictures:
        return []
    try:
        found = extractor.extract(pictures)
    except MissingPartError:
        raise
    # A detector is other people's code, which fails with errors of every kind.
    except Exception as error:
        if len(pictures) == 1:
            return [Unseen(pictures[0].file, _reason(error, pictures[0].file))]
        # One picture must not keep the others from being looked at.
        return [answer for picture in pictures for answer in _answers(extractor, [picture])]
    return [(picture.file, one) for picture, one in zip(pictures, found, strict=True)]


def _reason(error: Exception, file: PictureFile) -> str:
    if isinstance(error, CutlineError):
        return f"{file.path}: {error}"
    text = short(printable(" ".join(str(error).split())), 300)
    return f"{file.path}: its features cannot be had: {type(error).__name__}: {text}"
