"""Where captioners looked, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.cli.model_study.photos.learning import Learnt
from cutline.core.types import ImageId
from cutline.datasets.features import FeatureStore
from cutline.models.decoding import beam_search
from cutline.models.training.load import image_batches, load_images

#: Images that are written about together; more take more memory and are no faster.
_TOGETHER = 50

_LONGEST = 20


@dataclass(frozen=True)
class Look:
    """A caption, and for each of its words where the captioner looked.

    Args:
        image_id: of what.
        system: who.
        caption: what it said.
        words: each word with the weight of each region; a word that it does not know is there too.
    """

    image_id: ImageId
    system: str
    caption: str
    words: tuple[tuple[str, NDArray[Any]], ...]


def written(
    learnt: Learnt, store: FeatureStore, ids: Sequence[ImageId], beam: int, step: Any
) -> dict[ImageId, list[str]]:
    """The captions of each image, the best first."""
    captioner, found = learnt.captioner, {}
    for images in image_batches(store, list(ids), _TOGETHER):
        for row, ranked in enumerate(beam_search(captioner, images, beam, _LONGEST + 1)):
            texts = [captioner.text(one.tokens, images, row) for one in ranked]
            found[images.ids[row]] = list(dict.fromkeys(texts))
        step(len(found) / len(ids))
    return found


def looks_of(learnt: Learnt, store: FeatureStore, ids: Sequence[ImageId], beam: int) -> list[Look]:
    """The best caption of each image with its attention."""
    captioner = learnt.captioner
    images = load_images(store, list(ids))
    found = []
    for row, ranked in enumerate(beam_search(captioner, images, beam, _LONGEST + 1)):
        best = ranked[0]
        words = [captioner.vocabulary.words[token] for token in best.words]
        weights = np.zeros((len(words), 0)) if best.attention is None else best.attention.numpy()
        looked = tuple(zip(words, weights[: len(words)], strict=True))
        caption = captioner.text(best.tokens, images, row)
        found.append(Look(images.ids[row], learnt.name, caption, looked))
    return found
