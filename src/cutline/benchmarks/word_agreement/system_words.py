"""The words that a system gives images: those of its captions, or words with scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.benchmarks.word_agreement.caption_words import Integers, lemmas_in, tokens_in
from cutline.benchmarks.word_agreement.word_use import WordUse
from cutline.core.errors import ContentError
from cutline.core.types import Run
from cutline.datasets.word_scores import WordScores
from cutline.text.tokenizer import parse_tokenizer


@dataclass(frozen=True, eq=False)
class SystemWords:
    """Scores of words in images, those of word `w` from `starts[w]` to `starts[w + 1]`.

    Words are those of a `WordUse`, and images are its images by their place. `covered` marks the
    images that the system had anything to say of; an image without a word has no score for it.
    """

    system: str
    covered: NDArray[np.bool_]
    starts: Integers
    images: NDArray[np.int32]
    scores: NDArray[np.float64]

    def only_images(self, kept: NDArray[np.bool_]) -> SystemWords:
        """The words of some of the images, which are numbered among these from then on."""
        entries = kept[self.images]
        place = np.cumsum(kept) - 1
        before = np.concatenate([[0], np.cumsum(entries)])
        return SystemWords(
            self.system,
            self.covered[kept],
            before[self.starts],
            place[self.images[entries]].astype(np.int32),
            self.scores[entries],
        )


def words_of_run(run: Run, use: WordUse, jobs: int | None = None) -> SystemWords:
    """The words of captions, cut as those of people were.

    The score of a word is the share of the image's captions that have it: 1 where there is one
    caption.

    Raises:
        ContentError: when the run has no image of the references.

    >>> from cutline.benchmarks.word_agreement.word_use import count_words
    >>> from cutline.core.types import Benchmark
    >>> use = count_words(Benchmark("mine", (7, 9), (["a dog"], ["a cat"])), ["dog", "cat"])
    >>> found = words_of_run(Run("mine", {7: ["A dog.", "dogs"], 9: ["a dog"]}), use)
    >>> found.starts.tolist(), found.images.tolist(), found.scores.tolist()
    ([0, 2, 2], [0, 1], [0.5, 1.0])
    """
    place_of = {image_id: place for place, image_id in enumerate(use.image_ids)}
    said = {place_of[i]: texts for i, texts in run.captions.items() if i in place_of and texts}
    captions = [text for texts in said.values() for text in texts]
    if use.unit == "lemma":
        found = lemmas_in(captions, use.parser, jobs)
    else:
        found = tokens_in(parse_tokenizer(use.tokenizer).tokenize(captions, jobs))
    sizes = np.array([len(texts) for texts in said.values()], dtype=np.int64)
    image_of = np.repeat(np.fromiter(said, np.int64, len(said)), sizes)
    size_of = np.repeat(sizes, sizes)
    numbers = [use.number_of.get(word, -1) for word in found.vocabulary]
    words = np.array(numbers, dtype=np.int64)[found.numbers]
    kept = words >= 0
    size = max(len(use.image_ids), 1)
    keys = words[kept] * size + image_of[found.captions[kept]]
    unique, of_entry = np.unique(keys, return_inverse=True)
    added = np.bincount(of_entry, weights=1 / size_of[found.captions[kept]], minlength=len(unique))
    # Thirds that are added up are not quite one.
    shares: NDArray[np.float64] = np.round(added, 12)
    return _system_words(run.system, use, set(said), unique // size, unique % size, shares)


def words_of_scores(scores: WordScores, use: WordUse) -> SystemWords:
    """The words of a file of scores; those that are not looked at are left out.

    Raises:
        ContentError: when the file has no image of the references.
    """
    place_of = {image_id: place for place, image_id in enumerate(use.image_ids)}
    places = np.array([place_of.get(i, -1) for i in scores.image_ids], dtype=np.int64)
    numbers = np.array([use.number_of.get(word, -1) for word in scores.words], dtype=np.int64)
    words, images = numbers[scores.numbers], places[scores.images]
    kept = (words >= 0) & (images >= 0)
    words, images, values = words[kept], images[kept], scores.scores[kept]
    # Numbers of 16 bits are sorted much faster, and there are tens of millions of them.
    small = words.astype(np.uint16) if len(use) < 1 << 16 else words
    order = np.argsort(small, kind="stable")
    said = set(places[places >= 0].tolist())
    return _system_words(scores.system, use, said, words[order], images[order], values[order])


def _system_words(
    system: str,
    use: WordUse,
    said: set[int],
    words: Integers,
    images: Integers,
    scores: NDArray[np.float64],
) -> SystemWords:
    if not said:
        raise ContentError(f"{system}: has no image of {use.name}")
    covered = np.zeros(len(use.image_ids), dtype=np.bool_)
    covered[list(said)] = True
    starts = np.searchsorted(words, np.arange(len(use) + 1)).astype(np.int64)
    return SystemWords(system, covered, starts, images.astype(np.int32), scores)
