"""Selectors by name: what is printed can be typed back in.

A name is one cue, `size`, or several joined by average rank, `bigram+position`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutline.core.errors import UsageError, near_names
from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.by_average_rank import ByAverageRank
from cutline.models.content_selection.by_bigram import ByBigram
from cutline.models.content_selection.by_learning import ByLearning
from cutline.models.content_selection.by_position import ByPosition
from cutline.models.content_selection.by_random import ByRandom
from cutline.models.content_selection.by_size import BySize
from cutline.models.content_selection.by_unigram import ByUnigram
from cutline.models.content_selection.priors import Priors
from cutline.models.content_selection.selector import Selector

#: The cues that a name can join, and what each is.
CUES: dict[str, str] = {
    "random": "any box",
    "position": "the box nearest to the centre of the picture",
    "size": "the largest box",
    "unigram": "the concept that people mention most often",
    "bigram": "the concept that most often comes first, then what most often follows",
    "learnt": "all of these weighed by logistic regression",
}
#: The baselines of the paper (Wang and Gaizauskas 2015), single cues first, and our own.
SINGLE_CUES = ("random", "position", "size", "unigram", "bigram")
COMBINATIONS = ("bigram+position", "bigram+size", "unigram+position", "unigram+size")

_COUNTED = ("unigram", "bigram", "learnt")


@dataclass(frozen=True)
class SelectorChoice:
    """A selector that was asked for by name, not yet trained."""

    cues: tuple[str, ...]

    def __str__(self) -> str:
        return "+".join(self.cues)

    @property
    def needs_priors(self) -> bool:
        """Whether it must first learn from described pictures."""
        return any(cue in _COUNTED for cue in self.cues)

    @property
    def needs_learning(self) -> bool:
        """Whether it needs the weights of the learnt selector, and not counts alone."""
        return "learnt" in self.cues

    def fit(self, images: Sequence[BoxedImage], *, seed: int = 0) -> Selector:
        """The selector, trained on these pictures if it needs to be.

        Raises:
            ContentError: when there is nothing to learn from.
        """
        if not self.needs_priors:
            return self.build(seed=seed)
        return self.build(Priors.fit(images, learnt=self.needs_learning), seed=seed)

    def build(self, priors: Priors | None = None, *, seed: int = 0) -> Selector:
        """The selector, with what was learnt before.

        Args:
            priors: not needed by cues that learn nothing.
            seed: of the random cue.

        Raises:
            UsageError: when a cue needs priors, and there are none.
        """
        parts = tuple(self._cue(cue, priors, seed) for cue in self.cues)
        return parts[0] if len(parts) == 1 else ByAverageRank(parts)

    def _cue(self, cue: str, priors: Priors | None, seed: int) -> Selector:
        if cue == "random":
            return ByRandom(seed)
        if cue == "position":
            return ByPosition()
        if cue == "size":
            return BySize()
        if priors is None:
            raise UsageError(f"{self}: {cue} learns from described images, and none were given")
        if cue == "unigram":
            return ByUnigram(priors.counts)
        if cue == "bigram":
            return ByBigram(priors.counts)
        if priors.model is None:
            raise UsageError(f"{self}: these priors have counts only, and no weights for {cue}")
        return ByLearning(priors.counts, priors.model)


def parse_selector(text: str) -> SelectorChoice:
    """The selector of this name.

    >>> choice = parse_selector("bigram + position")
    >>> str(choice), choice.needs_priors, choice.needs_learning
    ('bigram+position', True, False)

    Raises:
        UsageError: for an unknown cue.
    """
    cues = tuple(cue.strip() for cue in text.split("+"))
    for cue in cues:
        if cue not in CUES:
            within = f" in {text!r}" if len(cues) > 1 else ""
            raise UsageError(
                f"{cue!r}{within} is no way to choose boxes{near_names(cue, CUES)}; there are: "
                f"{', '.join(CUES)}, and several joined by +"
            )
    return SelectorChoice(cues)
