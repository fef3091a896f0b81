"""A detector on many files: pictures are opened ahead, and what fails is told and passed over."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

from cutline.core.errors import ContentError, CutlineError, FileError, MissingPartError
from cutline.core.jobs import default_jobs
from cutline.core.types import Detection
from cutline.datasets.detections import DetectedImage
from cutline.datasets.pictures import Picture, PictureFile, open_picture
from cutline.detect.detector import Detector

#: Pictures that a detector is given together.
_TOGETHER = 8


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
    for pictures in _opened(files, jobs or default_jobs()):
        good = [one for one in pictures if isinstance(one, Picture)]
        answers = iter(_answers(detector, good))
        for one in pictures:
            yield one if isinstance(one, Unseen) else next(answers)


def _opened(files: Sequence[PictureFile], jobs: int) -> Iterator[list[Picture | Unseen]]:
    """Pictures in groups; while one is looked at, the next are opened."""
    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[Future[Picture | Unseen]] = deque()
        rest = iter(files)
        try:
            while True:
                ahead = 2 * _TOGETHER + jobs - len(waiting)
                waiting.extend(pool.submit(_open, file) for file in islice(rest, ahead))
                if not waiting:
                    return
                yield [waiting.popleft().result() for _ in range(min(_TOGETHER, len(waiting)))]
        finally:
            for future in waiting:
                future.cancel()


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
    except (ContentError, FileError) as error:
        if len(pictures) == 1:
            return [Unseen(pictures[0].file, str(error))]
        # One picture must not keep the others from being looked at.
        return [answer for picture in pictures for answer in _answers(detector, [picture])]
    return [_image(one, objects) for one, objects in zip(pictures, found, strict=True)]


def _image(picture: Picture, objects: tuple[Detection, ...]) -> DetectedImage:
    file = picture.file
    return DetectedImage(file.image_id, objects, str(file.path), picture.width, picture.height)
