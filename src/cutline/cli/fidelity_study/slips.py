"""What captions invent and miss most often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cutline.core.metric import Metric
from cutline.metrics.fidelity.judge import judge_captions
from cutline.text.object_labels import label_noun


@dataclass(frozen=True)
class Slips:
    """Nouns that name nothing seen, and objects that nobody names, the most frequent first.

    Each comes with the number of images that it happens in.
    """

    detector: str
    system: str
    invented: tuple[tuple[str, int], ...]
    missed: tuple[tuple[str, int], ...]


def find_slips(
    detector: str,
    system: str,
    captions: Sequence[str],
    labels: Sequence[Sequence[str]],
    metrics: Sequence[Metric],
    jobs: int | None = None,
) -> Slips:
    """What the captions of a system invent and miss, by what a detector saw."""
    invented: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    judged = judge_captions(captions, labels, metrics, jobs)
    for seen, found in zip(labels, judged, strict=True):
        pairs = zip(found.nouns, found.matches, strict=True)
        invented.update({noun.lemma for noun, match in pairs if match is None})
        missed.update({label_noun(seen[place]) for place in found.missed})
    return Slips(detector, system, _most_frequent(invented), _most_frequent(missed))


def _most_frequent(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
