"""A detector on pictures, and how its answers compare with annotations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from cutline.core.errors import ContentError
from cutline.core.progress import counting
from cutline.datasets.detections import DetectedImage, GoldSet
from cutline.datasets.pictures import PictureFile
from cutline.detect.detector import Detector
from cutline.detect.evaluation import Evaluation, evaluate_boxes, evaluate_labels
from cutline.detect.run import Unseen, detect_files


@dataclass(frozen=True)
class DetectRun:
    """What a detector saw, what it could not look at, and how good its answers are."""

    detector: str
    signature: str
    images: tuple[DetectedImage, ...]
    unseen: tuple[Unseen, ...]
    evaluation: Evaluation | None = None
    #: Pictures that are not among the annotated ones.
    without_gold: tuple[PictureFile, ...] = field(default=())

    @property
    def objects(self) -> int:
        """How many objects there are in all."""
        return sum(len(image.objects) for image in self.images)

    @property
    def empty(self) -> int:
        """In how many pictures nothing was seen."""
        return sum(not image.objects for image in self.images)

    def labels(self) -> list[tuple[str, int, int]]:
        """Each label, its objects, and the pictures that have it; the most frequent first."""
        objects = Counter(item.label for image in self.images for item in image.objects)
        images = Counter(
            label for image in self.images for label in {item.label for item in image.objects}
        )
        ordered = sorted(objects, key=lambda label: (-objects[label], label))
        return [(label, objects[label], images[label]) for label in ordered]


def look_at(
    detector: Detector, files: Sequence[PictureFile], gold: GoldSet | None, jobs: int | None
) -> DetectRun:
    """Ask a detector about all pictures, and compare its answers with annotations if there are any.

    Raises:
        ContentError: when no picture is annotated.
        MissingPartError: when something is not installed.
    """
    annotated = None if gold is None else [file for file in files if gold.find(file) is not None]
    if gold is not None and not annotated:
        raise ContentError(
            f"{gold.name}: lists none of the {len(files)} pictures: it has ids such as "
            f"{gold.images[0].image_id!r}, expected ids such as {files[0].image_id!r}"
        )
    images: list[DetectedImage] = []
    unseen: list[Unseen] = []
    with counting("Looking at pictures", len(files), "pictures") as done:
        for number, one in enumerate(detect_files(detector, files, jobs), 1):
            if isinstance(one, Unseen):
                unseen.append(one)
            else:
                images.append(one)
            done(number)
    found = DetectRun(detector.name, detector.signature, tuple(images), tuple(unseen))
    if gold is None or annotated is None:
        return found
    known = {str(file.image_id) for file in annotated}
    return DetectRun(
        found.detector,
        found.signature,
        found.images,
        found.unseen,
        _evaluated(images, annotated, gold, detector.labels),
        tuple(file for file in files if str(file.image_id) not in known),
    )


def _evaluated(
    images: Sequence[DetectedImage],
    annotated: Sequence[PictureFile],
    gold: GoldSet,
    labels: Sequence[str],
) -> Evaluation:
    files = {file.image_id: file for file in annotated}
    own = [image for image in images if image.image_id in files]
    answers = {image.image_id: image.objects for image in own}
    objects = {
        image.image_id: gold.objects_of(files[image.image_id], image.width or 1, image.height or 1)
        for image in own
    }
    if gold.has_boxes:
        return evaluate_boxes(answers, objects, known=labels)
    return evaluate_labels(answers, objects, known=labels)
