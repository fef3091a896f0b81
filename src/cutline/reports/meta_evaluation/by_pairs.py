"""Metrics judged by people's choices between two captions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from cutline.core.errors import ContentError
from cutline.core.metric import Floats, Metric
from cutline.datasets.judgments.types import CaptionPairs
from cutline.reports.meta_evaluation.figures import LEVEL, RESAMPLES, accuracy, digest, verdicts
from cutline.reports.meta_evaluation.preference import Preferences, preferences_of_pairs
from cutline.reports.meta_evaluation.scoring import JudgedCorpus, numbered_images
from cutline.reports.meta_evaluation.verdict import Estimate, Verdicts
from cutline.reports.statistics import Resampling
from cutline.text.tokenizer import Tokenizer


def judge_pairs(
    judged: CaptionPairs,
    metrics: str | Iterable[str | Metric],
    *,
    tokenizer: str | Tokenizer = "ptb",
    jobs: int | None = None,
    resampling: Resampling | None = None,
    level: float = LEVEL,
) -> Verdicts:
    """How often metrics prefer, of two captions, the one that most people prefer.

    Pairs that people do not decide are left out; a pair that the metric does not decide counts
    half. Arguments are those of `judge_ratings`.

    Raises:
        ContentError: when people decide none of the pairs.

    >>> judged = CaptionPairs(
    ...     name="one pair",
    ...     image_ids=(1,),
    ...     captions=(("a dog runs", "a red bus"),),
    ...     references=(("a dog runs on grass",),),
    ...     votes=((2, 1),),
    ...     categories=("",),
    ... )
    >>> judge_pairs(judged, "rouge-l")["rouge-l"].estimates["accuracy"].value
    1.0
    """
    resampling = resampling or Resampling(RESAMPLES)
    people = np.array([first - second for first, second in judged.votes])
    undecided = int((people == 0).sum())
    if undecided == len(judged):
        raise ContentError(f"{judged.name}: people prefer neither caption in any of the pairs")
    images = numbered_images(judged.image_ids)
    count = int(images.max()) + 1

    def figures(values: Floats) -> tuple[Mapping[str, Estimate], Preferences]:
        differences = values[0::2] - values[1::2]
        parts = {
            name: preferences_of_pairs(differences, votes, images, count)
            for name, votes in _by_category(judged, people).items()
        }
        found = {name: accuracy(part, resampling, level) for name, part in parts.items()}
        return found, parts["accuracy"]

    corpus = JudgedCorpus(
        [image_id for image_id in judged.image_ids for _ in range(2)],
        [references for references in judged.references for _ in range(2)],
        metrics,
        tokenizer=tokenizer,
        jobs=jobs,
    )
    return Verdicts(
        judged.name,
        digest(judged.image_ids, judged.captions, judged.votes),
        {"metric-ties": "half", "human-ties": "leave-out"},
        {"pairs": len(judged) - undecided, "undecided": undecided, "images": count},
        resampling,
        level,
        verdicts(corpus, [caption for pair in judged.captions for caption in pair], figures),
    )


def _by_category(judged: CaptionPairs, people: Floats) -> dict[str, Floats]:
    """What people say of all pairs, and of those of each category; 0 for the others."""
    categories = np.array(judged.categories)
    found = {"accuracy": people}
    for category in sorted(set(judged.categories) - {""}):
        found[f"accuracy of {category}"] = np.where(categories == category, people, 0.0)
    return found
