"""Words of a run that nobody else has used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.types import ImageId
from cutline.datasets.caption_text import unusual
from cutline.scoring.corpus import Corpus
from cutline.scoring.diagnosis.words import RunWords, share


@dataclass(frozen=True, slots=True)
class NovelWord:
    """A word, how often the run uses it, in how many images, and some of them."""

    word: str
    uses: int
    images: int
    examples: tuple[ImageId, ...]


@dataclass(frozen=True)
class NovelWords:
    """Words of a run that no reference of the benchmark has, nor any training caption if given.

    References of images that the run leaves out count too. `token_share` is the share of the run's
    words, `image_share` the share of its captions that have such a word.
    """

    is_training_given: bool
    types: int
    tokens: int
    token_share: float | None
    image_share: float
    words: tuple[NovelWord, ...]


def find_novel_words(
    corpus: Corpus,
    words: RunWords,
    training: Iterable[str] | None,
    most: int,
) -> NovelWords:
    """The novel words that a run uses most.

    Raises:
        UsageError: when the training captions are no list of texts.
    """
    is_known = words.in_benchmark
    if training is not None:
        trained = _training_words(corpus, training)
        is_trained = np.fromiter(map(trained.__contains__, words.vocabulary), np.bool_)
        is_known = is_known | is_trained
    captions = words.candidates
    places = np.flatnonzero(~is_known[captions.numbers])
    numbers, images = captions.numbers[places], captions.images[captions.caption_of_word[places]]
    counts = np.bincount(numbers, minlength=len(words.vocabulary))
    listed = [n for n in np.argsort(-counts, kind="stable")[:most].tolist() if counts[n]]
    images_of = {number: np.unique(images[numbers == number]) for number in listed}
    return NovelWords(
        is_training_given=training is not None,
        types=int(np.count_nonzero(counts)),
        tokens=len(places),
        token_share=share(len(places), len(captions.numbers)),
        image_share=len(np.unique(images)) / len(captions),
        words=tuple(
            NovelWord(
                word=words.vocabulary[number],
                uses=int(counts[number]),
                images=len(images_of[number]),
                examples=words.examples(images_of[number]),
            )
            for number in listed
        ),
    )


def _training_words(corpus: Corpus, training: Iterable[str]) -> set[str]:
    if isinstance(training, str):
        raise UsageError("training: found one text, expected a list of captions")
    captions = list(training)
    for place in unusual(captions):
        if not isinstance(captions[place], str):
            raise UsageError(f"training[{place}] is {captions[place]!r}, expected text")
    return set(" ".join(corpus.tokenizer.tokenize(captions, corpus.jobs)).split(" "))
