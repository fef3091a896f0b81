"""The one function most users need."""

from __future__ import annotations

from collections.abc import Iterable

from cutline.core.garbage import no_garbage_collection
from cutline.core.metric import Metric
from cutline.core.score import Scores
from cutline.datasets.checks import Policy
from cutline.scoring.corpus import Corpus
from cutline.scoring.inputs import CandidatesLike, ReferencesLike
from cutline.scoring.seen_objects import ObjectsLike
from cutline.text.tokenizer import Tokenizer


@no_garbage_collection()
def score(
    candidates: CandidatesLike,
    references: ReferencesLike | None = None,
    metrics: str | Iterable[str | Metric] | None = None,
    *,
    objects: ObjectsLike | None = None,
    tokenizer: str | Tokenizer = "ptb",
    jobs: int | None = None,
    policy: Policy = "default",
) -> Scores:
    """Score captions against references.

    Args:
        candidates: a path, `{image id: caption}`, a list of captions in the references' order, a
            list of `{"image_id", "caption"}`, or a `Run`.
        references: a path, `{image id: [captions]}`, a list of lists of captions, or a
            `Benchmark`. Some metrics need none.
        metrics: specs, such as `"bleu-4,cider-d(sigma=6)"`; by default `coco`, the COCO
            evaluation's set, with a warning where a part of it is not installed.
        objects: what is seen in each image, for metrics that compare captions with it: a path, or
            `{image id: [labels]}`.
        tokenizer: `ptb` as the COCO evaluation runs it, `ptb(context=none)` for each caption by
            itself, or `none` for text that is tokenized already.
        jobs: threads to use.
        policy: `strict` stops at warnings too, `lenient` leaves out or repairs what it can.

    Returns:
        The scores by spec, each with per-image values and its signature.

    Raises:
        FileError: a file cannot be read or is not what it says.
        ContentError: captions are missing, unknown or unusable; the text lists them.
        UsageError: an unknown metric, or inputs that do not fit together.
        MissingPartError: a metric was asked for whose data are not installed.

    >>> scores = score({1: "a dog runs"}, {1: ["a dog runs home", "the dog is running"]})
    >>> round(scores["bleu-1"].value, 4), round(scores["rouge-l"].value, 4)
    (0.7165, 0.8356)
    """
    corpus = Corpus(
        references, metrics, objects=objects, tokenizer=tokenizer, jobs=jobs, policy=policy
    )
    return corpus.score(candidates, policy=policy)
