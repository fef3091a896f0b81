"""Captions judged one by one: their nouns, what these name, and the values of metrics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Floats, Metric
from cutline.metrics.fidelity.matching import NounMatch
from cutline.metrics.matched_fidelity import MatchedFidelity
from cutline.metrics.semantic_fidelity import SemanticFidelity
from cutline.text.nouns import Noun, caption_nouns

#: Settings that both metrics have.
_SHARED = ("similarity", "nouns", "parser")


@dataclass(frozen=True)
class JudgedCaption:
    """A caption beside the objects of its image.

    `matches` has the object that each noun names, None for nouns that name nothing seen; `missed`
    are the places of objects that nobody names. `values` are those of the metrics, None where a
    metric says nothing, and `undefined` says why.
    """

    nouns: tuple[Noun, ...]
    matches: tuple[NounMatch | None, ...]
    missed: tuple[int, ...]
    values: tuple[float | None, ...]
    undefined: str = ""


def judge_captions(
    captions: Sequence[str],
    labels: Sequence[Sequence[str]],
    metrics: Sequence[Metric],
    jobs: int | None = None,
) -> list[JudgedCaption]:
    """Captions judged by the labels of what is seen in their images.

    Args:
        captions: any texts.
        labels: of the objects of each caption's image, as often as they are there.
        metrics: of fidelity. Nouns are those of the first, and are matched as by the first that
            matches any; where none does, as `matched-fidelity` with the settings of the first.
        jobs: threads to use.

    Raises:
        UsageError: for other metrics, or when there are not as many labels as captions.
        MissingPartError: where the parser or the word vectors are not installed.

    >>> from cutline.core.spec import parse_specs
    >>> metrics = parse_specs("semantic-fidelity,matched-fidelity")
    >>> (judged,) = judge_captions(["a puppy in a tent"], [["ball", "dog"]], metrics)
    >>> [(noun.text, match and match.relation) for noun, match in zip(judged.nouns, judged.matches)]
    [('puppy', 'kind of'), ('tent', None)]
    >>> judged.missed
    (0,)
    """
    if len(captions) != len(labels):
        raise UsageError(
            f"{len(captions)} captions and {len(labels)} lists of labels: expected as many of both"
        )
    matcher = _matcher(metrics)
    nouns = caption_nouns(captions, matcher.nouns, matcher.parser, jobs)
    values = [_values(metric, captions, nouns, labels, matcher, jobs) for metric in metrics]
    judged = []
    for place, found in enumerate(matcher.matchings(nouns, labels)):
        missed = tuple(at for at in range(len(labels[place])) if at not in found.named)
        own = tuple(None if np.isnan(of[place]) else float(of[place]) for of in values)
        reason = _reason(nouns[place], labels[place]) if None in own else ""
        judged.append(JudgedCaption(nouns[place], found.matches, missed, own, reason))
    return judged


def _matcher(metrics: Sequence[Metric]) -> MatchedFidelity:
    for metric in metrics:
        if not isinstance(metric, SemanticFidelity | MatchedFidelity):
            raise UsageError(
                f"{metric} does not compare captions with objects; expected semantic-fidelity or "
                f"matched-fidelity"
            )
    for metric in metrics:
        if isinstance(metric, MatchedFidelity):
            return metric
    first = metrics[0] if metrics else SemanticFidelity()
    return MatchedFidelity(**{name: first.settings[name] for name in _SHARED})


def _values(
    metric: Metric,
    captions: Sequence[str],
    nouns: Sequence[Sequence[Noun]],
    labels: Sequence[Sequence[str]],
    matcher: MatchedFidelity,
    jobs: int | None,
) -> Floats:
    settings = metric.settings
    if (settings["nouns"], settings["parser"]) != (matcher.nouns, matcher.parser):
        nouns = caption_nouns(captions, settings["nouns"], settings["parser"], jobs)
    if isinstance(metric, MatchedFidelity):
        return metric.values(metric.rows(metric.matchings(nouns, labels), labels))
    semantic = cast(SemanticFidelity, metric)
    lemmas = [[noun.lemma for noun in said] for said in nouns]
    return semantic.values(semantic.rows(lemmas, labels))


def _reason(nouns: Sequence[Noun], labels: Sequence[str]) -> str:
    if not labels:
        return "nothing is seen in the image"
    return "the words are unknown" if nouns else "the caption has no noun"
