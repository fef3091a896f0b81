"""Arms compared image by image: intervals from resamples, tests by swapping arms within images."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from cutline.core.jobs import default_jobs
from cutline.core.metric import Floats
from cutline.core.progress import progress
from cutline.core.spec import format_spec
from cutline.core.version import __version__
from cutline.datasets.collected import Collected
from cutline.reports.priming.result import (
    ArmDifference,
    ArmSize,
    ArmValue,
    ComparedFigure,
    PrimingStudy,
)
from cutline.reports.statistics.holm import holm
from cutline.reports.statistics.intervals import Interval, check_level, interval_of
from cutline.reports.statistics.paired import randomisation_p
from cutline.reports.statistics.resampling import Resampling
from cutline.scoring.diversity.settings import SEGMENT, check_segment
from cutline.scoring.priming import (
    SAMPLE_FIGURES,
    ArmCaptions,
    ImageFigure,
    arm_captions,
    image_figures,
    sample_figures,
)
from cutline.scoring.priming.agreement import METRIC
from cutline.scoring.priming.arms import TOKENIZER
from cutline.scoring.priming.figures import ratio
from cutline.scoring.priming.mentions import LabelMatcher

#: Figures of samples are computed anew in each trial, so that there are fewer trials.
MOST_TRIALS = 500


@dataclass(frozen=True)
class _Settings:
    resampling: Resampling
    level: float
    images: int


def priming_study(
    collected: Collected,
    *,
    vocabulary: Collection[str] | None = None,
    segment: int = SEGMENT,
    resampling: Resampling | None = None,
    level: float = 0.95,
    jobs: int | None = None,
) -> PrimingStudy:
    """Compare the arms of a collection.

    Args:
        collected: captions with their arms.
        vocabulary: words that are nothing new, in lower case.
        segment: words of a segment of type-token ratios.
        resampling: how many resamples and trials, and their seed.
        level: of intervals.
        jobs: threads to use.

    Raises:
        ContentError: when there are fewer than two arms.
        UsageError: when an argument makes no sense.

    >>> from cutline.scoring.priming.example import simulated
    >>> study = priming_study(simulated(), resampling=Resampling(200))
    >>> [difference] = study.figure("labels named").differences
    >>> difference.second, round(difference.value, 2), difference.p < 0.05
    ('primed', 0.35, True)
    """
    check_level(level)
    check_segment(segment)
    jobs = jobs or default_jobs()
    arms = arm_captions(collected, jobs)
    matcher = LabelMatcher(collected.language)
    settings = _Settings(resampling or Resampling(), level, len(arms.image_ids))
    of_images = image_figures(arms, matcher, vocabulary, jobs)
    figures = list(_compared_images(arms, of_images, settings))
    figures[1:1] = _compared_samples(arms, segment, settings)
    computed = f"labels={matcher.matching},agreement={format_spec(METRIC)},segment={segment}"
    if vocabulary is not None:
        computed += f",vocabulary={_digest(sorted(vocabulary))}"
    return PrimingStudy(
        collected.project,
        tuple(_sizes(arms)),
        tuple(figures),
        level,
        _signature(computed, arms, settings),
        tuple(_notes(arms, matcher, segment, figures)),
    )


def _signature(computed: str, arms: ArmCaptions, settings: _Settings) -> str:
    written = (f"{c.image_id!r} {c.arm!r} {c.labels!r} {c.caption}" for c in arms.captions)
    drawn = f"resamples:{settings.resampling.resamples}|seed:{settings.resampling.seed}"
    return (
        f"priming({computed})|tok:{TOKENIZER}|captions:{len(arms.captions)}"
        f"|images:{settings.images}|data:{_digest(written)}|level:{settings.level:g}|{drawn}"
        f"|cutline:{__version__}"
    )


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _sizes(arms: ArmCaptions) -> Iterator[ArmSize]:
    for place, arm in enumerate(arms.arms):
        own = [c for c, of in zip(arms.captions, arms.arm_of, strict=True) if of == place]
        seconds = [caption.seconds for caption in own if caption.seconds is not None]
        yield ArmSize(
            arm,
            own[0].primed,
            len(own),
            len({caption.image_id for caption in own}),
            len({caption.annotator for caption in own}),
            float(np.median(seconds)) if seconds else None,
        )


def _notes(
    arms: ArmCaptions, matcher: LabelMatcher, segment: int, figures: Sequence[ComparedFigure]
) -> Iterator[str]:
    names = {figure.name for figure in figures}
    if "labels named" not in names:
        yield "no image has labels, so that there is nothing to name"
    elif matcher.missing:
        yield f"labels are matched word for word: {matcher.missing}"
    if "ttr1" not in names:
        yield f"no type-token ratios: an arm has not {segment:,} words; a smaller segment has them"
    if len(set(np.bincount(arms.arm_of).tolist())) > 1:
        size = int(np.bincount(arms.arm_of).min())
        yield f"types and novel words are those of {size:,} captions of each arm, drawn at random"


def _compared_images(
    arms: ArmCaptions, figures: Sequence[ImageFigure], settings: _Settings
) -> Iterator[ComparedFigure]:
    """Figures that add up, all from the same resamples and swaps."""
    count = len(arms.arms)
    matrix = np.concatenate([np.hstack([f.values, f.counts]) for f in figures], axis=1)
    resampling = settings.resampling
    drawn = np.concatenate([block @ matrix for block in resampling.weights(settings.images)])
    swapped = np.concatenate([block @ matrix for block in resampling.swaps(settings.images)])
    for number, figure in enumerate(figures):
        columns = slice(2 * count * number, 2 * count * (number + 1))
        of_draws = ratio(*np.split(drawn[:, columns], 2, axis=1))
        moved = np.split(swapped[:, columns], 2, axis=1)
        values = figure.of_arms()
        found = []
        for one, other in combinations(range(count), 2):
            difference = float(values[other] - values[one])
            interval = _interval(difference, of_draws[:, other] - of_draws[:, one], settings)
            chance = _swapped_differences(figure, moved, one, other)
            p = _p(difference, chance)
            both = int(np.count_nonzero((figure.counts[:, [one, other]] > 0).all(axis=1)))
            names = arms.arms[one], arms.arms[other]
            found.append(ArmDifference(*names, difference, interval, p, p, both))
        yield ComparedFigure(
            figure.name,
            figure.help,
            figure.decimals,
            tuple(
                ArmValue(arm, float(value), _interval(float(value), of_draws[:, place], settings))
                for place, (arm, value) in enumerate(zip(arms.arms, values, strict=True))
            ),
            _corrected(found),
        )


def _swapped_differences(
    figure: ImageFigure, moved: Sequence[Floats], one: int, other: int
) -> Floats:
    """What the second arm would have more, had the arms of some images been the other way round."""
    totals = figure.values.sum(axis=0), figure.counts.sum(axis=0)
    ratios = []
    for own, others in ((one, other), (other, one)):
        sums = [
            total[own] + sums[:, others] - sums[:, own]
            for total, sums in zip(totals, moved, strict=True)
        ]
        ratios.append(ratio(sums[0], sums[1]))
    found: Floats = ratios[1] - ratios[0]
    return found


def _compared_samples(
    arms: ArmCaptions, segment: int, settings: _Settings
) -> Iterator[ComparedFigure]:
    """Figures of equal samples, computed anew after each swap of arms within images."""
    resampling = settings.resampling
    trials = min(MOST_TRIALS, resampling.resamples)
    values = sample_figures(arms, arms.arm_of, segment, np.random.default_rng(resampling.seed))
    pairs = list(combinations(range(len(arms.arms)), 2))
    chance = np.empty((len(pairs), trials, len(SAMPLE_FIGURES)))
    with progress("Swapping arms") as step:
        for trial in range(trials):
            step(trial / trials)
            random = np.random.default_rng([resampling.seed, trial])
            for number, (one, other) in enumerate(pairs):
                is_swapped = random.random(settings.images)[arms.image_of] < 0.5
                turned = np.select([arms.arm_of == one, arms.arm_of == other], [other, one], -1)
                arm_of = np.where(is_swapped & (turned >= 0), turned, arms.arm_of)
                found = sample_figures(arms, arm_of, segment, random)
                chance[number, trial] = found[:, other] - found[:, one]
    both = _images_of_both(arms, pairs)
    for row, about in enumerate(SAMPLE_FIGURES):
        if np.isnan(values[row]).any():
            continue
        differences = []
        for number, (one, other) in enumerate(pairs):
            difference = float(values[row, other] - values[row, one])
            p = _p(difference, chance[number, :, row])
            names = arms.arms[one], arms.arms[other]
            differences.append(ArmDifference(*names, difference, None, p, p, both[number]))
        of_arms = zip(arms.arms, values[row].tolist(), strict=True)
        yield ComparedFigure(
            *about,
            tuple(ArmValue(arm, value, None) for arm, value in of_arms),
            _corrected(differences),
        )


def _images_of_both(arms: ArmCaptions, pairs: Sequence[tuple[int, int]]) -> list[int]:
    images = [set(arms.image_of[arms.arm_of == arm].tolist()) for arm in range(len(arms.arms))]
    return [len(images[one] & images[other]) for one, other in pairs]


def _interval(value: float, drawn: Floats, settings: _Settings) -> Interval:
    return interval_of(
        value,
        drawn,
        None,
        images=settings.images,
        resampling=settings.resampling,
        level=settings.level,
    )


def _p(difference: float, chance: Floats) -> float:
    known = chance[~np.isnan(chance)]
    return (
        randomisation_p(difference, known) if len(known) and difference == difference else math.nan
    )


def _corrected(differences: Sequence[ArmDifference]) -> tuple[ArmDifference, ...]:
    corrected = holm([difference.p for difference in differences])
    return tuple(replace(d, corrected_p=p) for d, p in zip(differences, corrected, strict=True))
