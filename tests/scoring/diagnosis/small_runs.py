"""Small benchmarks and runs in our own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cutline
from cutline.core.types import ImageId, Run
from cutline.scoring.diagnosis.words import RunWords, words_of

PONDS = {
    1: ["a duck swims on the pond", "one duck on a pond"],
    2: ["two geese walk past a red barn", "geese by the barn"],
    3: ["a frog sits still", "a green frog sits on a leaf by the water"],
}


def run_of(captions: Mapping[ImageId, str]) -> Run:
    """A run with one caption an image."""
    return Run("small", {image_id: (caption,) for image_id, caption in captions.items()})


def small_words(
    captions: Mapping[ImageId, str],
    references: Mapping[ImageId, Sequence[str]] = PONDS,
    tokenizer: str = "ptb",
) -> RunWords:
    """The words of such a run."""
    corpus = cutline.Corpus(references, "bleu-1", tokenizer=tokenizer, jobs=1)
    return words_of(corpus, run_of(captions))
