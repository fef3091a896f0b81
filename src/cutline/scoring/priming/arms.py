"""Collected captions by arm and image, their words as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cutline.core.errors import ContentError
from cutline.core.types import ImageId
from cutline.datasets.collected import Collected, CollectedCaption
from cutline.scoring.diagnosis.words import Captions, Numbers, is_word
from cutline.text.tokenizer import Tokenizer

#: Captions stand by themselves here: no text of all captions is given to the tokenizer at once.
TOKENIZER = Tokenizer(context="none")


@dataclass(frozen=True)
class ArmCaptions:
    """Captions, and for each the place of its arm and of its image.

    Arms that were shown no labels come first, then by name. `words` are in lower case and without
    punctuation.
    """

    language: str
    captions: tuple[CollectedCaption, ...]
    arms: tuple[str, ...]
    image_ids: tuple[ImageId, ...]
    arm_of: Numbers
    image_of: Numbers
    words: tuple[tuple[str, ...], ...]

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """The number of each word."""
        every = dict.fromkeys(word for words in self.words for word in words)
        return {word: number for number, word in enumerate(every)}

    @cached_property
    def numbered(self) -> Captions:
        """The captions as the numbers of their words."""
        number_of = self.vocabulary
        numbers = [number_of[word] for words in self.words for word in words]
        lengths = [len(words) for words in self.words]
        return Captions(np.array(numbers, np.int64), np.array(lengths, np.int64), self.image_of)

    def labels(self) -> list[tuple[str, ...]]:
        """The labels of each caption's image; an arm that was shown none may not list them."""
        known: dict[int, dict[str, None]] = {}
        for image, caption in zip(self.image_of.tolist(), self.captions, strict=True):
            known.setdefault(image, {}).update(dict.fromkeys(caption.labels))
        return [
            caption.labels or tuple(known[image])
            for image, caption in zip(self.image_of.tolist(), self.captions, strict=True)
        ]


def arm_captions(collected: Collected, jobs: int) -> ArmCaptions:
    """The captions of a file by arm.

    Raises:
        ContentError: when there are fewer than two arms, or one has captions with labels shown and
            others without.
    """
    captions = collected.captions
    arms = _arms(captions)
    arm_place = {arm: place for place, arm in enumerate(arms)}
    image_ids = tuple(dict.fromkeys(caption.image_id for caption in captions))
    image_place = {image_id: place for place, image_id in enumerate(image_ids)}
    tokenized = TOKENIZER.tokenize([caption.caption for caption in captions], jobs)
    return ArmCaptions(
        collected.language,
        captions,
        arms,
        image_ids,
        np.array([arm_place[caption.arm] for caption in captions], np.int64),
        np.array([image_place[caption.image_id] for caption in captions], np.int64),
        tuple(tuple(filter(is_word, text.split())) for text in tokenized),
    )


def _arms(captions: Sequence[CollectedCaption]) -> tuple[str, ...]:
    primed_of: dict[str, bool] = {}
    for caption in captions:
        if primed_of.setdefault(caption.arm, caption.primed) != caption.primed:
            raise ContentError(
                f"arm {caption.arm!r} has captions that are primed and others that are not: "
                f"an arm is one or the other"
            )
    if len(primed_of) < 2:
        raise ContentError(f"found one arm, {captions[0].arm!r}: a comparison takes two")
    return tuple(sorted(primed_of, key=lambda arm: (primed_of[arm], arm)))
