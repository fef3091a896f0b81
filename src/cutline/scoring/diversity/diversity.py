"""How varied the captions of a run are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from cutline.core.garbage import no_garbage_collection
from cutline.scoring.corpus import Corpus
from cutline.scoring.diagnosis.words import words_of
from cutline.scoring.diversity.local_recall import local_recall
from cutline.scoring.diversity.result import Diversity
from cutline.scoring.diversity.sets import set_diversity
from cutline.scoring.diversity.settings import (
    SEGMENT,
    captions_per_image,
    check_segment,
    signature_of,
)
from cutline.scoring.diversity.text_figures import text_figures
from cutline.scoring.diversity.training import Novelty, training_of
from cutline.scoring.inputs import CandidatesLike, as_run
from cutline.text.parsers import missing_parser, parser_named


@no_garbage_collection()
def diversity(
    corpus: Corpus,
    run: CandidatesLike,
    *,
    training: Iterable[str] | None = None,
    segment: int = SEGMENT,
    captions: int | None = None,
    with_local_recall: bool = True,
    novelty: Novelty = "published",
) -> Diversity:
    """The diversity of a run, after van Miltenburg et al. (2018), and of its sets of captions.

    Args:
        corpus: the references; its tokenizer cuts the words.
        run: see `cutline.score`. Images that it leaves out are left out here too, with their
            references.
        training: captions that the system was trained on.
        segment: how many words, or bigrams, a segment of `ttr1` and `ttr2` has.
        captions: how many captions of each image `sets` is about, the first ones; by default as
            many as all images have. With 1 there is no `sets`.
        with_local_recall: whether to parse the references, which takes longer than all else.
        novelty: whether a space at its end makes a caption novel, as `published` figures have it,
            or not (`trimmed`).

    Raises:
        ContentError: when the run has none of the images, or fewer captions than asked for.
        UsageError: when an argument is of another kind.

    >>> corpus = Corpus({7: ["a dog runs", "the dog is running"], 9: ["a cat sleeps"]}, "cider")
    >>> run = {7: "a dog", 9: "a cat"}
    >>> found = diversity(corpus, run, training=["A dog.", "a horse"], with_local_recall=False)
    >>> found.mean_length, found.distinct1, found.novel, found.coverage
    (2.0, 0.75, 0.5, 1.0)
    """
    check_segment(segment)
    known = as_run(run, corpus.benchmark, "lenient")
    words = words_of(corpus, known)
    if len(words.image_ids) < len(corpus):
        corpus = corpus.only(words.image_ids)
    size = captions_per_image(known, words.image_ids, captions)
    said = [known.captions[image_id][:size] for image_id in words.image_ids]
    first = [of_image[0] for of_image in said]
    trained = None if training is None else training_of(corpus, training, novelty)
    missing = missing_parser() if with_local_recall else "not asked for"
    local = local_recall(corpus.benchmark.references, first, corpus.jobs) if not missing else None
    digests = {"training": trained.digest} if trained else {}
    digests |= {"parser": parser_named().digest} if local else {}
    computed = f"diversity(segment={segment},captions={size},novelty={novelty})"
    return Diversity(
        system=known.system,
        images=len(first),
        captions=len(first) * size,
        **asdict(text_figures(words, words.candidates, segment)),
        novel=trained.novel_share(first) if trained else None,
        coverage=trained.coverage(words, words.candidates) if trained else None,
        local_recall=local.recall if local else None,
        local_items=local.items if local else None,
        local_recall_missing=missing,
        sets=set_diversity(corpus, said) if size > 1 else None,
        signature=signature_of(corpus, computed, digests),
    )
