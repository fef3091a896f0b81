"""Metrics judged by people's ratings of captions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from cutline.core.metric import Floats, Metric
from cutline.datasets.judgments.types import Protocol, RatedCaptions
from cutline.reports.meta_evaluation.bootstrap import estimates
from cutline.reports.meta_evaluation.correlation import Correlation
from cutline.reports.meta_evaluation.figures import LEVEL, RESAMPLES, accuracy, digest, verdicts
from cutline.reports.meta_evaluation.preference import Preferences, preferences_within_images
from cutline.reports.meta_evaluation.protocol import (
    joint_ratings,
    observations,
    with_own,
    without_systems,
)
from cutline.reports.meta_evaluation.scoring import JudgedCorpus, numbered_images
from cutline.reports.meta_evaluation.verdict import Estimate, Verdicts
from cutline.reports.statistics import Resampling
from cutline.text.tokenizer import Tokenizer


def judge_ratings(
    judged: RatedCaptions,
    metrics: str | Iterable[str | Metric],
    protocol: Protocol | None = None,
    *,
    without: Collection[str] = (),
    tokenizer: str | Tokenizer = "ptb",
    jobs: int | None = None,
    resampling: Resampling | None = None,
    level: float = LEVEL,
) -> Verdicts:
    """How metrics agree with ratings: correlations, and the choice between captions of an image.

    Args:
        judged: see `cutline.datasets.judgments.read_judgments`.
        metrics: specs, such as `"bleu-4,cider-d"`.
        protocol: by default the one that figures for these judgments are published with.
        without: systems whose captions are left out.
        tokenizer: see `cutline.Corpus`.
        jobs: threads to use.
        resampling: how images are drawn for the intervals; by default 1,000 times.
        level: of the intervals.

    Raises:
        UsageError, ContentError: when the judgments cannot be used so.

    >>> judged = RatedCaptions(
    ...     name="three captions",
    ...     image_ids=(1, 1, 1),
    ...     captions=("a dog runs", "a dog", "a red bus"),
    ...     references=(("a dog runs on grass",),) * 3,
    ...     ratings=((4,), (3,), (1,)),
    ... )
    >>> judge_ratings(judged, "rouge-l")["rouge-l"].estimates["spearman"].value
    1.0
    """
    protocol, resampling = protocol or judged.published, resampling or Resampling(RESAMPLES)
    kept = with_own(without_systems(judged, without), protocol.own)
    caption_of, ratings = observations(kept, protocol.ratings)
    joint = joint_ratings(kept, protocol.ratings)
    images = numbered_images(kept.image_ids)

    def figures(values: Floats) -> tuple[Mapping[str, Estimate], Preferences]:
        within = preferences_within_images(values, joint, images)
        correlation = Correlation(values[caption_of], ratings)
        found = estimates(correlation.of, images[caption_of], resampling, level)
        return found | {"accuracy": accuracy(within, resampling, level)}, within

    corpus = JudgedCorpus(
        kept.image_ids, kept.references, metrics, protocol.documents, tokenizer, jobs
    )
    return Verdicts(
        judged.name,
        digest(kept.image_ids, kept.captions, kept.ratings),
        {
            "own": protocol.own,
            "ratings": protocol.ratings,
            "documents": protocol.documents,
            **({"without": ",".join(sorted(without))} if without else {}),
        },
        {"captions": len(kept), "observations": len(ratings), "images": int(images.max()) + 1},
        resampling,
        level,
        verdicts(corpus, kept.captions, figures),
    )
