"""A detector on many files: pictures are opened ahead, and what fails is told and passed over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from cutline.core.errors import ContentError, CutlineError, MissingPartError
from cutline.core.jobs import default_jobs
from cutline.core.types import Detection
from cutline.datasets.detections import DetectedImage
from cutline.datasets.pictures import TOGETHER, Picture, PictureFile, open_picture, opened_ahead
from cutline.datasets.wording import printable, short
from cutline.detect.detector import Detector


@dataclass(frozen=True, slots=True)
class Unseen:
    """A picture that has no answer, and why."""

    file: PictureFile
    reason: str


def detect_files(
    detector: Detector, files: Sequence[PictureFile], jobs: int | None = None
) -> Iterator[DetectedImage | Unseen]:
    """What a detector sees in each picture, in the order of the files.

    A picture that cannot be opened, or that the detector has no answer for, is told as `Unseen`.

    Args:
        detector: any.
        files: the pictures.
        jobs: threads that open pictures; by default all cores, or `CUTLINE_JOBS`.

    Raises:
        MissingPartError: where something is not installed, which is the same for all pictures.
    """
    batches = (files[at : at + TOGETHER] for at in range(0, len(files), TOGETHER))
    with closing(opened_ahead(batches, _open, workers=jobs or default_jobs())) as opened:
        for pictures in opened:
            yield from _looked_at(detector, pictures)
            # Large pictures: they are not to be kept while the next are waited for.
            del pictures


def _looked_at(
    detector: Detector, pictures: Sequence[Picture | Unseen]
) -> list[DetectedImage | Unseen]:
    answers = iter(_answers(detector, [one for one in pictures if isinstance(one, Picture)]))
    return [one if isinstance(one, Unseen) else next(answers) for one in pictures]


def _open(file: PictureFile) -> Picture | Unseen:
    try:
        return open_picture(file)
    except MissingPartError:
        raise
    except CutlineError as error:
        return Unseen(file, str(error))


def _answers(detector: Detector, pictures: Sequence[Picture]) -> list[DetectedImage | Unseen]:
    if not pictures:
        return []
    try:
        found = detector.detect(pictures)
        if len(found) != len(pictures):
            raise ValueError(f"{len(found)} answers for {len(pictures)} pictures")
    except MissingPartError:
        raise
    # A detector is other people's code, which fails with errors of every kind.
    except Exception as error:
        if len(pictures) == 1:
            return [Unseen(pictures[0].file, _reason(error, detector, pictures[0].file))]
        # One picture must not keep the others from being looked at.
        return [answer for picture in pictures for answer in _answers(detector, [picture])]
    return [_image(one, objects) for one, objects in zip(pictures, found, strict=True)]


def _reason(error: Exception, detector: Detector, file: PictureFile) -> str:
    if isinstance(error, ContentError):  # names the picture itself
        return str(error)
    if isinstance(error, CutlineError):
        return f"{file.path}: {error}"
    text = short(printable(" ".join(str(error).split())), 300)
    return f"{file.path}: the detector {detector.name} fails: {type(error).__name__}: {text}"


def _image(picture: Picture, objects: tuple[Detection, ...]) -> DetectedImage:
    file = picture.file
    return DetectedImage(file.image_id, objects, str(file.path), picture.width, picture.height)
