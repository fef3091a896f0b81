"""Captions that are said again, and words that are said again at once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from cutline.core.types import ImageId, Run
from cutline.scoring.diagnosis.words import EXAMPLES, Captions, Numbers, RunWords

#: The longest run of words that is looked for twice in a row.
LONGEST_STUTTER = 4


@dataclass(frozen=True)
class RepeatedCaption:
    """Words that are the whole caption of several images."""

    words: str
    images: int
    examples: tuple[ImageId, ...]


@dataclass(frozen=True)
class Stutter:
    """A caption in which some words stand twice in a row, and the first such words."""

    image_id: ImageId
    caption: str
    repeated: str


@dataclass(frozen=True)
class Repetition:
    """How often a run says the same again.

    Captions are the same when their words are. `distinct` counts different captions, `shared` is
    the share of images whose caption is also that of another image. `stutters` counts captions
    with one to four words twice in a row ("a a", "of a of a"). The figures of references are about
    the first reference of each image.
    """

    captions: int
    distinct: int
    shared: float
    reference_distinct: int
    reference_shared: float
    most_repeated: tuple[RepeatedCaption, ...]
    stutters: int
    stutter_share: float
    reference_stutter_share: float
    stutter_examples: tuple[Stutter, ...]


def find_repetition(words: RunWords, run: Run, most: int) -> Repetition:
    """What a run repeats; at most so many captions are listed, each with a few images."""
    texts = words.texts(words.candidates)
    images_of = Counter(texts)
    first = words.references.first_of_images()
    reference_images_of = Counter(words.texts(first))
    stutters = _stutters(words.candidates)
    reference_stutters = _stutters(first)
    return Repetition(
        captions=len(texts),
        distinct=len(images_of),
        shared=_shared(images_of),
        reference_distinct=len(reference_images_of),
        reference_shared=_shared(reference_images_of),
        most_repeated=_most_repeated(words, texts, images_of, most),
        stutters=len(stutters),
        stutter_share=len(stutters) / len(texts),
        reference_stutter_share=len(reference_stutters) / len(first),
        stutter_examples=tuple(
            _stutter(words, run, caption, *place)
            for caption, place in sorted(stutters.items())[:most]
        ),
    )


def _shared(images_of: Counter[str]) -> float:
    return sum(images for images in images_of.values() if images > 1) / images_of.total()


def _most_repeated(
    words: RunWords, texts: list[str], images_of: Counter[str], most: int
) -> tuple[RepeatedCaption, ...]:
    ordered = sorted(images_of.items(), key=lambda item: (-item[1], item[0]))[:most]
    places: dict[str, list[int]] = {text: [] for text, images in ordered if images > 1}
    for place, text in enumerate(texts):
        if text in places:
            places[text].append(place)
    return tuple(
        RepeatedCaption(
            text, len(found), tuple(words.image_ids[place] for place in found[:EXAMPLES])
        )
        for text, found in places.items()
    )


def _stutters(captions: Captions) -> dict[int, tuple[int, int]]:
    """Where captions stutter first: by caption, the first word, and after how many it is repeated.

    The shortest repetition counts: "a a a a" is one word again, not two.
    """
    found: dict[int, tuple[int, int]] = {}
    for size in range(LONGEST_STUTTER, 0, -1):
        starts = _repeated_at(captions, size)
        of_captions = captions.caption_of_word[starts].tolist()
        # The last to be set stays, so the first place in each caption is set last.
        found |= {
            caption: (start, size)
            for caption, start in zip(of_captions[::-1], starts[::-1].tolist(), strict=True)
        }
    return found


def _repeated_at(captions: Captions, size: int) -> Numbers:
    """Where so many words stand, and the same words follow in the same caption."""
    numbers, caption = captions.numbers, captions.caption_of_word
    equal = (numbers[:-size] == numbers[size:]) & (caption[:-size] == caption[size:])
    starts = equal.copy()
    for step in range(1, size):
        starts[:-step] &= equal[step:]
        starts[-step:] = False
    return np.flatnonzero(starts)


def _stutter(words: RunWords, run: Run, caption: int, start: int, size: int) -> Stutter:
    image_id = words.image_ids[caption]
    repeated = words.text(words.candidates.numbers[start : start + size])
    return Stutter(image_id, run.captions[image_id][0], repeated)
