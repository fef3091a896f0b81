"""Do people who describe the same image put the same concepts together?

Nikolaus et al. (2019), footnote 6: of five references, few have a pair that any of them has.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.benchmarks.compositional.found_pairs import FoundPairs, Integers
from cutline.core.tables import Table, Tabular
from cutline.text.concepts import ConceptPair


@dataclass(frozen=True)
class PairAgreement:
    """How far references agree on one pair.

    `mean` is the number of references that have it, on average over images where any has it.
    `another` is the probability that another reference of an image has the pair, given that one
    has it, and `base_rate` the share of all references that have it. `kappa` is what the first is
    above the second, out of all that it could be; where all images have the same number of
    references, it is Fleiss' kappa. None stands where a figure is undefined.
    """

    pair: ConceptPair
    by_agreement: tuple[int, ...]
    mean: float | None
    another: float | None
    base_rate: float | None
    kappa: float | None

    @property
    def images(self) -> int:
        """The images in which any reference has the pair."""
        return sum(self.by_agreement)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "pair": self.pair.name,
            "category": self.pair.category,
            "images": self.images,
            "by_agreement": list(self.by_agreement),
            "mean": self.mean,
            "another": self.another,
            "base_rate": self.base_rate,
            "kappa": self.kappa,
        }


@dataclass(frozen=True)
class Agreement(Tabular):
    """Agreement on several pairs, and on average.

    `mean_over_pairs` gives every pair the same weight, `mean_over_images` every image of a pair.
    """

    pairs: tuple[PairAgreement, ...]
    signature: str

    @property
    def mean_over_pairs(self) -> float | None:
        """The mean of the means of all pairs that occur."""
        means = [pair.mean for pair in self.pairs if pair.mean is not None]
        return float(np.mean(means)) if means else None

    @property
    def mean_over_images(self) -> float | None:
        """The mean over all images of all pairs; an image counts once for each of its pairs."""
        images = sum(pair.images for pair in self.pairs)
        said = sum(n * i for pair in self.pairs for n, i in enumerate(pair.by_agreement, 1))
        return said / images if images else None

    @property
    def mean_kappa(self) -> float | None:
        """The mean of kappa over pairs that have one."""
        kappas = [pair.kappa for pair in self.pairs if pair.kappa is not None]
        return float(np.mean(kappas)) if kappas else None

    def table(self) -> Table:
        """A row for each pair."""
        names = ["pair", "category", "images", "mean", "another", "base_rate", "kappa"]
        rows = [
            (p.pair.name, p.pair.category, p.images, p.mean, p.another, p.base_rate, p.kappa)
            for p in self.pairs
        ]
        return Table.of_rows(names, rows)

    def to_dict(self) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON."""
        return {
            "mean_over_pairs": self.mean_over_pairs,
            "mean_over_images": self.mean_over_images,
            "mean_kappa": self.mean_kappa,
            "signature": self.signature,
            "pairs": [pair.to_dict() for pair in self.pairs],
        }

    def __repr__(self) -> str:
        return f"Agreement({len(self.pairs)} pairs)"


def agreement_on(found: FoundPairs, pairs: Collection[ConceptPair] | None = None) -> Agreement:
    """How far references agree on pairs: on these, or on all that were looked for.

    >>> from cutline.benchmarks.compositional.found_pairs import find_pairs
    >>> from cutline.core.types import Benchmark
    >>> from cutline.text.concepts import compositional_concepts
    >>> references = (["a black cat", "the cat is black"], ["two black cats", "a cat"], ["a", "b"])
    >>> pairs = [compositional_concepts().pair("black cat")]
    >>> found = find_pairs(Benchmark("mine", (1, 2, 3), references), pairs)
    >>> [pair] = agreement_on(found).pairs
    >>> pair.mean, round(pair.another, 3), pair.base_rate, round(pair.kappa, 3)
    (1.5, 0.667, 0.5, 0.333)
    """
    numbers = range(len(found.pairs)) if pairs is None else [found.number_of[p] for p in pairs]
    return Agreement(tuple(_of_pair(found, number) for number in numbers), found.signature)


def _of_pair(found: FoundPairs, number: int) -> PairAgreement:
    images, counts = found.agreeing(number)
    by_agreement = np.bincount(counts, minlength=found.most_references + 1)[1:]
    another = chance_of_another(counts, found.reference_counts[images])
    captions = int(found.reference_counts.sum())
    base_rate = int(counts.sum()) / captions if captions else None
    kappa = None
    if another is not None and base_rate is not None and base_rate < 1:
        kappa = (another - base_rate) / (1 - base_rate)
    return PairAgreement(
        found.pairs[number],
        tuple(by_agreement.tolist()),
        float(counts.mean()) if len(counts) else None,
        another,
        base_rate,
        kappa,
    )


def chance_of_another(counts: Integers, references: Integers) -> float | None:
    """The probability that another reference has what one has.

    Args:
        counts: how many references of each image have it.
        references: how many references each image has.
    """
    others = int((counts * (references - 1)).sum())
    return int((counts * (counts - 1)).sum()) / others if others else None
