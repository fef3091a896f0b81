"""Why images have the values they have: captions aligned as the score aligned them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from cutline.core.types import ImageId, Run
from cutline.metrics.meteor import Meteor
from cutline.metrics.meteor_alignment import Alignment, align, best_of
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


def explain(
    corpus: Corpus, metric: Meteor, run: Run, image_ids: Sequence[ImageId]
) -> list[ImageExplanation]:
    """Explanations of some images of a run that covers all images of the corpus.

    All captions are tokenized, not only those that are asked for: with the default tokenizer the
    words of a caption can depend on the next caption.

    >>> corpus = Corpus({7: ["a dog runs"], 9: ["a cat sleeps"]}, metrics="meteor")
    >>> run = Run("mine", {7: ("the dog runs",), 9: ("a cat",)})
    >>> [explained] = explain(corpus, Meteor(), run, [9])
    >>> explained.alignments[0].score == corpus.score(run)["meteor"].values[1]
    np.True_
    """
    benchmark = corpus.benchmark
    said = [run.captions[image_id][0] for image_id in benchmark.image_ids]
    candidates = corpus.tokenizer.tokenize(said, corpus.jobs)
    flat = [caption for captions in benchmark.references for caption in captions]
    references = corpus.tokenizer.tokenize(flat, corpus.jobs)
    first = list(accumulate(map(len, benchmark.references), initial=0))
    place_of = {image_id: place for place, image_id in enumerate(benchmark.image_ids)}
    return [
        ImageExplanation(
            image_id,
            tuple(align(metric, candidates[place], references[first[place] : first[place + 1]])),
        )
        for image_id in image_ids
        for place in [place_of[image_id]]
    ]
