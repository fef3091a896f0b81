"""How likely concepts are to be mentioned, from counts that are often small."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, log1p

from cutline.models.content_selection.concept_counts import ConceptCounts, PairCounts

# In boxes: a label counts as if so many more of it had been seen, mentioned as boxes are at large.
_BOXES_BEFORE_ANY = 2.0
# The same for a label beside another, of which there are fewer.
_BOXES_BEFORE_ANY_PAIR = 3.0


@dataclass(frozen=True)
class MentionRates:
    """Rates of mention by label, smoothed towards the rate of all boxes.

    `left_out` are counts of a picture that is among those counted. It is left out of all rates, as
    if it had never been seen: a picture that helps to learn must not tell its own answer.
    """

    counts: ConceptCounts
    left_out: ConceptCounts = field(default_factory=ConceptCounts)

    def mention(self, label: str) -> float:
        """The share of descriptions that mention a box with this label."""
        return self._rate(self._mentioned(label), self._shown(label), self._of_all)

    def first(self, label: str) -> float:
        """The share of descriptions that mention a box with this label first."""
        of_all = (self._descriptions + 1) / (self._all_shown + 2)
        first = self.counts.first.get(label, 0) - self.left_out.first.get(label, 0)
        return self._rate(first, self._shown(label), of_all)

    def log_count(self, label: str) -> float:
        """The logarithm of how often the label is mentioned, one added."""
        return log1p(self._mentioned(label))

    def shift_beside(self, label: str, other: str) -> float:
        """How the log odds of being mentioned move where the other label is in the picture too."""
        alone = self.mention(label)
        shown = _pair(self.counts.shown_beside, label, other)
        shown -= _pair(self.left_out.shown_beside, label, other)
        mentioned = _pair(self.counts.mentioned_beside, label, other)
        mentioned -= _pair(self.left_out.mentioned_beside, label, other)
        strength = _BOXES_BEFORE_ANY_PAIR * self._descriptions_of_a_box
        return log_odds((mentioned + strength * alone) / (shown + strength)) - log_odds(alone)

    def _rate(self, times: int, shown: int, of_all: float) -> float:
        strength = _BOXES_BEFORE_ANY * self._descriptions_of_a_box
        return (times + strength * of_all) / (shown + strength)

    def _mentioned(self, label: str) -> int:
        return self.counts.mentioned.get(label, 0) - self.left_out.mentioned.get(label, 0)

    def _shown(self, label: str) -> int:
        return self.counts.shown.get(label, 0) - self.left_out.shown.get(label, 0)

    @property
    def _all_shown(self) -> int:
        return self.counts.all_shown - self.left_out.all_shown

    @property
    def _of_all(self) -> float:
        return (self.counts.all_mentioned - self.left_out.all_mentioned + 1) / (self._all_shown + 2)

    @property
    def _descriptions(self) -> int:
        return self.counts.descriptions - self.left_out.descriptions

    @property
    def _descriptions_of_a_box(self) -> float:
        images = self.counts.images - self.left_out.images
        return self._descriptions / images if images else 1.0


def log_odds(rate: float) -> float:
    """The logarithm of a rate's odds.

    >>> log_odds(0.5)
    0.0
    """
    return log(rate / (1 - rate))


def _pair(counts: PairCounts, label: str, other: str) -> int:
    return counts.get(label, {}).get(other, 0)
