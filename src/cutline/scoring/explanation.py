"""Why images have the values they have: captions aligned or compared as the score did it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from cutline.core.types import ImageId, Run
from cutline.metrics.explained.meteor_alignment import Alignment, align, best_alignments, best_of
from cutline.metrics.explained.spice_tuples import TupleComparison, compare_tuples
from cutline.metrics.meteor import Meteor
from cutline.metrics.spice import Spice
from cutline.scoring.corpus import Corpus


@dataclass(frozen=True)
class ImageExplanation:
    """One image's caption beside each of its references, in the order of the references."""

    image_id: ImageId
    alignments: tuple[Alignment, ...]

    @property
    def best(self) -> int:
        """The place of the reference that the score comes from."""
        return best_of(self.alignments)


@dataclass(frozen=True)
class ImageComparison:
    """One image's caption, and its tuples beside those of all its references."""

    image_id: ImageId
    candidate: str
    compared: TupleComparison


def explain(
    corpus: Corpus, metric: Meteor, run: Run, image_ids: Sequence[ImageId]
) -> list[ImageExplanation]:
    """METEOR's alignments of some images of a run that covers all images of the corpus.

    >>> corpus = Corpus({7: ["a dog runs"], 9: ["a cat sleeps"]}, metrics="meteor")
    >>> run = Run("mine", {7: ("the dog runs",), 9: ("a cat",)})
    >>> [explained] = explain(corpus, Meteor(), run, [9])
    >>> explained.alignments[0].score == corpus.score(run)["meteor"].values[1]
    np.True_
    """
    return [
        ImageExplanation(image_id, tuple(align(metric, candidate, references)))
        for image_id, candidate, references in _tokenized(corpus, run, image_ids)
    ]


def explain_best(
    corpus: Corpus, metric: Meteor, run: Run, image_ids: Sequence[ImageId]
) -> list[Alignment]:
    """METEOR's alignments with the references that count, one an image."""
    images = _tokenized(corpus, run, image_ids)
    return list(best_alignments(metric, (image[1:] for image in images)))


def explain_tuples(
    corpus: Corpus, metric: Spice, run: Run, image_ids: Sequence[ImageId]
) -> list[ImageComparison]:
    """SPICE's tuples of some images of a run that covers all images of the corpus."""
    images = _tokenized(corpus, run, image_ids)
    candidates = [candidate for _, candidate, _ in images]
    references = [captions for _, _, captions in images]
    compared = compare_tuples(metric, candidates, references, corpus.jobs)
    return [
        ImageComparison(image_id, candidate, of_image)
        for (image_id, candidate, _), of_image in zip(images, compared, strict=True)
    ]


def _tokenized(
    corpus: Corpus, run: Run, image_ids: Sequence[ImageId]
) -> list[tuple[ImageId, str, list[str]]]:
    """Image id, candidate and references.

    All captions are tokenized, not only those that are asked for: with the default tokenizer the
    words of a caption can depend on the next caption.
    """
    benchmark = corpus.benchmark
    said = [run.captions[image_id][0] for image_id in benchmark.image_ids]
    candidates = corpus.tokenizer.tokenize(said, corpus.jobs)
    flat = [caption for captions in benchmark.references for caption in captions]
    references = corpus.tokenizer.tokenize(flat, corpus.jobs)
    first = list(accumulate(map(len, benchmark.references), initial=0))
    place_of = {image_id: place for place, image_id in enumerate(benchmark.image_ids)}
    places = [place_of[image_id] for image_id in image_ids]
    return [
        (image_id, candidates[place], references[first[place] : first[place + 1]])
        for image_id, place in zip(image_ids, places, strict=True)
    ]
