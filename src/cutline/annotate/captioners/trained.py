"""A model that was trained here, as a captioner of pictures."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cutline.annotate.captioners.captioner import NoCaption, Subject, tidy
from cutline.core.errors import CutlineError, FileError, MissingPartError, UsageError
from cutline.datasets.pictures import Picture, PictureFile, open_picture
from cutline.models.needs_torch import need_torch

if TYPE_CHECKING:
    from cutline.models.captioner import Captioner

#: How long the pictures under way are waited for at the end, in seconds.
_PATIENCE = 20.0


class TrainedModel:
    """What `cutline train` wrote, with the usual beam search.

    Args:
        path: the model's file.
        reduced: a store of reduced features, for a model of such.
        network: what the vectors of pictures come from; by default the usual network.

    Raises:
        MissingPartError: where PyTorch, or the network, is not there.
        FileError: when the file is no model.
        UsageError: when the model writes no captions, or cannot look at pictures.
    """

    def __init__(self, path: str, reduced: str | None = None, network: str | None = None) -> None:
        need_torch("a trained model")
        from cutline.detect.features.grid import USUAL_MODEL
        from cutline.detect.features.matching import extractor_for
        from cutline.models.decoding.choice import DecoderChoice
        from cutline.models.saved import load_model

        saved = load_model(path)
        self._captioner: Captioner = saved.captioner
        self._most_regions = saved.card.most_regions or None
        self._choice = DecoderChoice()
        self._extractor = extractor_for(
            saved.card.made_by, network=network or USUAL_MODEL, reduced=reduced
        )
        self.name = saved.card.name
        self.signature = f"model:{_digest(path)},{self._choice}"
        self._at_work = threading.Lock()

    def prepare(self, files: Sequence[PictureFile]) -> None:
        """Any picture will do."""

    def captions(self, subjects: Sequence[Subject]) -> list[str | NoCaption]:
        """The best caption of each picture."""
        with self._at_work:
            return self._best(subjects)

    def close(self) -> None:
        """Wait for pictures under way.

        A program that ends while a thread is inside of PyTorch is aborted by the system, and its
        exit code is lost.
        """
        if self._at_work.acquire(timeout=_PATIENCE):
            self._at_work.release()

    def _best(self, subjects: Sequence[Subject]) -> list[str | NoCaption]:
        opened = [_opened(subject.file) for subject in subjects]
        pictures = [one for one in opened if isinstance(one, Picture)]
        answers = iter(self._answers(pictures))
        return [one if isinstance(one, NoCaption) else next(answers) for one in opened]

    def _answers(self, pictures: Sequence[Picture]) -> list[str | NoCaption]:
        if not pictures:
            return []
        try:
            return self._said(pictures)
        except MissingPartError:
            raise
        except CutlineError as error:
            if len(pictures) == 1:
                return [NoCaption(str(error))]
            # One picture must not keep the others from being captioned.
            return [answer for picture in pictures for answer in self._answers([picture])]

    def _said(self, pictures: Sequence[Picture]) -> list[str | NoCaption]:
        from cutline.models.training.load import RegionsInHand, load_images

        found = self._extractor.extract(pictures)
        by_id = {one.file.image_id: regions for one, regions in zip(pictures, found, strict=True)}
        in_hand = RegionsInHand(self._extractor.size, by_id)
        images = load_images(in_hand, list(by_id), self._most_regions)
        best = [captions[0] for captions in self._choice.decode(self._captioner, images)]
        texts = [self._captioner.text(one.tokens, images, row) for row, one in enumerate(best)]
        return [tidy(text) for text in texts]


def parse_trained(spec: str) -> TrainedModel:
    """The captioner of a spec, `model:FILE` or `model:FILE::STORE`.

    Raises:
        UsageError: when no file is named; and as `TrainedModel` does.
    """
    rest = spec.removeprefix("model:").strip()
    if not rest:
        raise UsageError("model: expected the file of a trained model after it")
    path, _, reduced = (rest, "", "") if Path(rest).exists() else rest.partition("::")
    return TrainedModel(path, reduced or None)


def _opened(file: PictureFile) -> Picture | NoCaption:
    try:
        return open_picture(file)
    except MissingPartError:
        raise
    except CutlineError as error:
        return NoCaption(str(error))


def _digest(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:16]
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
