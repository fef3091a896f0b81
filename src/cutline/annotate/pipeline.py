"""From pictures to annotated images: opened, looked at, captioned and judged, batch by batch.

While some are captioned and judged the next are looked at, and those after them are opened.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing

from cutline.annotate.captioners.captioner import Captioner, NoCaption, Subject
from cutline.annotate.file_stamp import FileStamp, stamp_of
from cutline.annotate.judging import judged
from cutline.annotate.plan import Plan
from cutline.annotate.threads import ahead, side_by_side
from cutline.core.errors import CutlineError, UsageError
from cutline.core.jobs import default_jobs
from cutline.core.types import Detection
from cutline.datasets.annotated_images import AnnotatedCaption, AnnotatedImage, image_line
from cutline.datasets.pictures import Picture, PictureFile, open_picture, opened_ahead
from cutline.datasets.wording import printable, short

#: A picture that can be captioned, or one of which only an error can be said.
_Seen = Subject | AnnotatedImage
_Opened = tuple[Picture, FileStamp] | AnnotatedImage


def annotated(
    batches: Iterable[Sequence[PictureFile]], plan: Plan
) -> Generator[list[AnnotatedImage]]:
    """The annotated images of each batch, in the order of the pictures.

    A batch of large pictures is taken in parts, so that they fit into memory. What goes wrong with
    a picture or a captioner is said in the image's record.

    Raises:
        MissingPartError: when pictures cannot be opened here, or the metrics cannot run.
    """
    with closing(ahead(_all_seen(batches, plan))) as seen:
        for group in seen:
            yield _captioned(group, plan)


def _all_seen(batches: Iterable[Sequence[PictureFile]], plan: Plan) -> Iterator[list[_Seen]]:
    workers = plan.jobs or default_jobs()
    with closing(opened_ahead(batches, _opened, workers=workers)) as opened:
        for group in opened:
            seen = _seen(group, plan)
            # Large pictures: they are not to be kept while these are captioned.
            del group
            yield seen


def _opened(file: PictureFile) -> _Opened:
    # Before it is opened: what is written to the file from now on is to be noticed.
    stamp = stamp_of(file.path)
    try:
        return open_picture(file), stamp
    except CutlineError as error:
        return _unusable(file, str(error))
    except Exception as error:  # whatever a decoder does with a damaged file
        return _unusable(file, f"cannot be opened: {_named(error)}")


def _seen(group: Sequence[_Opened], plan: Plan) -> list[_Seen]:
    pictures = [item[0] for item in group if not isinstance(item, AnnotatedImage)]
    found = iter(_objects(pictures, plan))
    seen: list[_Seen] = []
    for item in group:
        if isinstance(item, AnnotatedImage):
            seen.append(item)
            continue
        (picture, stamp), objects = item, next(found)
        if isinstance(objects, str):
            seen.append(_unusable(picture.file, objects))
        else:
            size = picture.width, picture.height
            seen.append(Subject(picture.file, *size, objects, stamp))
    return seen


def _objects(pictures: Sequence[Picture], plan: Plan) -> list[tuple[Detection, ...] | str]:
    """The objects of each picture, or what went wrong."""
    if not pictures:
        return []
    try:
        found = plan.detector.detect(pictures)
        if len(found) != len(pictures):
            raise ValueError(f"{len(found)} answers for {len(pictures)} pictures")
    except Exception as error:  # a detector is other people's code
        if len(pictures) > 1:  # one bad picture is not to spoil the others
            return [answer for one in pictures for answer in _objects([one], plan)]
        own = isinstance(error, CutlineError)  # and says all that is to say
        return [str(error) if own else f"detector {plan.detector.name}: {_named(error)}"]
    return [tuple(_rounded(one) for one in objects) for objects in found]


def _rounded(found: Detection) -> Detection:
    # Further digits say nothing, and differ with the number of pictures in a batch.
    box = found.box
    if box is not None:
        box = (round(box[0], 2), round(box[1], 2), round(box[2], 2), round(box[3], 2))
    return Detection(found.label, round(float(found.score), 4), box)


def _captioned(group: Sequence[_Seen], plan: Plan) -> list[AnnotatedImage]:
    subjects = [item for item in group if isinstance(item, Subject)]
    columns = side_by_side(
        lambda captioner: _said(captioner, subjects), plan.captioners, len(plan.captioners)
    )
    rows = [[column[place] for column in columns] for place in range(len(subjects))]
    finished = iter(judged(subjects, rows, plan.metrics, plan.jobs))
    return [
        item if isinstance(item, AnnotatedImage) else _writable(next(finished)) for item in group
    ]


def _said(captioner: Captioner, subjects: Sequence[Subject]) -> list[AnnotatedCaption]:
    if not subjects:
        return []
    answers: list[str | NoCaption]
    try:
        answers = captioner.captions(subjects)
        if len(answers) != len(subjects):
            raise UsageError(f"{len(answers)} answers for {len(subjects)} pictures")
    except Exception as error:  # a captioner is other people's code
        answers = [NoCaption(_named(error))] * len(subjects)
    return [
        AnnotatedCaption(captioner.name, answer)
        if isinstance(answer, str)
        else AnnotatedCaption(captioner.name, None, error=short(printable(answer.why), 600))
        for answer in answers
    ]


def _unusable(file: PictureFile, why: str) -> AnnotatedImage:
    return AnnotatedImage(file.image_id, str(file.path), error=short(printable(why), 600))


def _writable(image: AnnotatedImage) -> AnnotatedImage:
    """The image, or an error in its place where a detector says what no file can hold."""
    try:
        image_line(image)
    except CutlineError as error:
        return AnnotatedImage(image.image_id, image.file, error=short(str(error), 600))
    return image


def _named(error: Exception) -> str:
    return str(error) if isinstance(error, CutlineError) else f"{type(error).__name__}: {error}"
