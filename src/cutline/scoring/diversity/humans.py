"""How varied people's own captions are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from cutline.core.garbage import no_garbage_collection
from cutline.core.types import Run
from cutline.scoring.corpus import Corpus
from cutline.scoring.diagnosis.words import Captions, Numbers, words_of
from cutline.scoring.diversity.result import Diversity
from cutline.scoring.diversity.sets import set_diversity
from cutline.scoring.diversity.settings import SEGMENT, check_segment, signature_of
from cutline.scoring.diversity.text_figures import text_figures
from cutline.scoring.diversity.training import Novelty, training_of

PEOPLE = "people"
_NO_LOCAL_RECALL = "references are not compared with themselves"


@no_garbage_collection()
def human_diversity(
    corpus: Corpus,
    *,
    training: Iterable[str] | None = None,
    segment: int = SEGMENT,
    novelty: Novelty = "published",
) -> Diversity:
    """The diversity of the references: what a run's figures are to be compared with.

    The first references of all images are taken for a run, then the second ones, as far as all
    images have them. Figures are means over these runs, so `types` and `tokens` need not be whole
    numbers; `sets` is about the references of each image together.

    Args:
        corpus: the references; its tokenizer cuts the words.
        training: captions that systems are trained on.
        segment: how many words, or bigrams, a segment of `ttr1` and `ttr2` has.
        novelty: see `diversity`.

    Raises:
        ContentError: when no image has a reference.
        UsageError: when an argument is of another kind.

    >>> corpus = Corpus({7: ["a dog runs", "the dog is running"], 9: ["a cat sleeps", "cats"]})
    >>> found = human_diversity(corpus, training=["A cat sleeps."])
    >>> found.mean_length, found.types, found.novel
    (2.75, 5.0, 0.75)
    """
    check_segment(segment)
    pairs = zip(corpus.benchmark.image_ids, corpus.benchmark.references, strict=True)
    written = {image_id: captions for image_id, captions in pairs if captions}
    words = words_of(corpus, Run(PEOPLE, written))
    if len(written) < len(corpus):
        corpus = corpus.only(written)
    size = min(map(len, written.values()))
    trained = None if training is None else training_of(corpus, training, novelty)
    rank = _rank_in_image(words.references)
    figures = []
    for position in range(size):
        captions = words.references.only(rank == position)
        texts = [of_image[position] for of_image in written.values()]
        of_position = asdict(text_figures(words, captions, segment))
        of_position["novel"] = trained.novel_share(texts) if trained else None
        of_position["coverage"] = trained.coverage(words, captions) if trained else None
        figures.append(of_position)
    digests = {"training": trained.digest} if trained else {}
    sets = [captions[:size] for captions in written.values()]
    return Diversity(
        system=PEOPLE,
        images=len(written),
        captions=len(written) * size,
        **_means(figures),
        local_recall=None,
        local_items=None,
        local_recall_missing=_NO_LOCAL_RECALL,
        sets=set_diversity(corpus, sets) if size > 1 else None,
        signature=signature_of(
            corpus, f"human-diversity(segment={segment},captions={size},novelty={novelty})", digests
        ),
    )


def _rank_in_image(references: Captions) -> Numbers:
    """The place of each reference among those of its image; they stand together."""
    first = np.searchsorted(references.images, references.images)
    return np.arange(len(references)) - first


def _means(figures: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The mean of each figure; None where a text lacks it, or it would be one of other texts."""
    columns = {name: [of_text[name] for of_text in figures] for name in figures[0]}
    return {
        name: None if None in column else sum(column) / len(column)
        for name, column in columns.items()
    }
