"""Which pairs of concepts are good to hold out.

A pair can be held out and tested when

- enough images to evaluate on have it;
- both concepts stay frequent in training when all images of the pair are taken away;
- both are still combined with several others there, so that combining can be learnt at all;
- the cut does not take too large a part of the images of either concept.

Pairs that meet all of these stand first, and among them those that references agree on: where few
people say a pair, a captioner that leaves it out is no worse than they are.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.benchmarks.compositional.agreement import chance_of_another
from cutline.benchmarks.compositional.found_pairs import FoundPairs, Integers
from cutline.benchmarks.compositional.occurrences import mark, marks
from cutline.core.tables import Table, Tabular
from cutline.text.concepts import Concept, ConceptPair


@dataclass(frozen=True)
class Demands:
    """What is asked of a pair.

    Args:
        evaluation_images: it has more images than this to evaluate on, as in the paper.
        images_left: training images that each concept keeps, at least.
        partners: other concepts that each is still combined with in training, at least.
        partner_images: training images that such a combination has, at least.
        largest_share: the part of a concept's training images that the cut takes, at most.
    """

    evaluation_images: int = 100
    images_left: int = 1_000
    partners: int = 3
    partner_images: int = 50
    largest_share: float = 0.5


@dataclass(frozen=True)
class Candidate:
    """A pair, and what speaks for holding it out and against.

    `cut` are the training images that it takes away. The adjective or verb is `other`: `*_left` are
    the training images in which a concept is still named, `*_share` the part of them that is lost,
    and `*_partners` the concepts that it is still combined with. `agreement` is the mean number of
    references that have the pair where any has it, and `another` the probability that a second one
    has it. `against` says in words which demands are not met.
    """

    pair: ConceptPair
    is_held_out: bool
    evaluation_images: int
    cut: int
    noun_left: int
    other_left: int
    noun_share: float
    other_share: float
    noun_partners: int
    other_partners: int
    agreement: float | None
    another: float | None
    against: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        plain = {name: getattr(self, name) for name in _FIGURES}
        return {
            "pair": self.pair.name,
            "category": self.pair.category,
            "is_held_out": self.is_held_out,
            **plain,
            "against": list(self.against),
        }


_FIGURES = (
    *("evaluation_images", "cut", "noun_left", "other_left", "noun_share", "other_share"),
    *("noun_partners", "other_partners", "agreement", "another"),
)


@dataclass(frozen=True)
class Candidates(Tabular):
    """Pairs that were considered, the best to hold out first."""

    candidates: tuple[Candidate, ...]
    demands: Demands
    training: str
    evaluation: str

    def table(self) -> Table:
        """A row for each pair."""
        rows = [
            (
                *(c.pair.name, c.pair.category, c.is_held_out),
                *(getattr(c, name) for name in _FIGURES),
                "; ".join(c.against),
            )
            for c in self.candidates
        ]
        return Table.of_rows(["pair", "category", "is_held_out", *_FIGURES, "against"], rows)

    def to_dict(self) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON."""
        return {
            "training": self.training,
            "evaluation": self.evaluation,
            "demands": dict(vars(self.demands)),
            "candidates": [candidate.to_dict() for candidate in self.candidates],
        }

    def __repr__(self) -> str:
        return f"Candidates({len(self.candidates)} pairs)"


def propose(
    training: FoundPairs,
    evaluation: FoundPairs,
    demands: Demands | None = None,
    *,
    held_out: Collection[ConceptPair] = (),
    only: Collection[ConceptPair] | None = None,
) -> Candidates:
    """Pairs to hold out from training, with what speaks for them and against.

    Args:
        training: pairs of the training captions: all pairs, as partners are counted among them.
        evaluation: pairs of the captions to evaluate on; may be the same.
        demands: what is asked of a pair.
        held_out: pairs that are held out already; they are marked.
        only: pairs to look at; by default all that have enough images to evaluate on.
    """
    demands = demands or Demands()
    cuts = _Cuts(training)
    held = marks(held_out)
    candidates = []
    for pair in training.pairs if only is None else only:
        number = evaluation.number_of.get(pair)
        images, counts = (_NONE, _NONE) if number is None else evaluation.agreeing(number)
        if only is None and len(images) <= demands.evaluation_images:
            continue
        figures = cuts.of(pair, demands.partner_images) | {
            "evaluation_images": len(images),
            "agreement": float(counts.mean()) if len(counts) else None,
            "another": chance_of_another(counts, evaluation.reference_counts[images]),
        }
        against = tuple(_against(pair, figures, demands))
        candidates.append(Candidate(pair, mark(pair) in held, against=against, **figures))
    candidates.sort(key=_rank)
    return Candidates(tuple(candidates), demands, training.signature, evaluation.signature)


_NONE: Integers = np.empty(0, dtype=np.int64)


def _rank(candidate: Candidate) -> Any:
    return (
        len(candidate.against),
        -(candidate.agreement or 0),
        -candidate.evaluation_images,
        candidate.pair.name,
    )


def _against(pair: ConceptPair, figures: dict[str, Any], demands: Demands) -> list[str]:
    found = []
    if figures["evaluation_images"] <= demands.evaluation_images:
        found.append(f"only {figures['evaluation_images']:,} images to evaluate on")
    for role, concept in (("noun", pair.noun), ("other", pair.other)):
        left, share = figures[f"{role}_left"], figures[f"{role}_share"]
        partners = figures[f"{role}_partners"]
        if left < demands.images_left:
            found.append(f"{concept.name} left in only {left:,} training images")
        if share > demands.largest_share:
            found.append(f"takes {share:.0%} of the images of {concept.name}")
        if partners < demands.partners:
            noun = "partner" if partners == 1 else "partners"
            found.append(f"{concept.name} left with only {partners} {noun}")
    return found


class _Cuts:
    """What is left of training captions without the images of a pair."""

    def __init__(self, training: FoundPairs) -> None:
        self._training = training
        numbers, images = _by_image(
            [training.agreeing(number)[0] for number in range(len(training.pairs))]
        )
        self._pairs = _Lists(numbers, images, len(training.image_ids))
        order = np.argsort(training.mention_images, kind="stable")
        self._mentions = _Lists(
            training.mention_numbers[order],
            training.mention_images[order],
            len(training.image_ids),
        )
        self._pair_images = np.bincount(numbers, minlength=len(training.pairs))
        self._concept_images = np.bincount(
            training.mention_numbers, minlength=len(training.concepts)
        )
        self._others = np.array([training.concept_number_of[p.other] for p in training.pairs], int)
        self._nouns = np.array([training.concept_number_of[p.noun] for p in training.pairs], int)
        self._is_verb = np.array([pair.other.kind == "verb" for pair in training.pairs], bool)

    def of(self, pair: ConceptPair, partner_images: int) -> dict[str, Any]:
        training = self._training
        number = training.number_of.get(pair)
        images = _NONE if number is None else training.agreeing(number)[0]
        taken = np.bincount(self._pairs.of(images), minlength=len(training.pairs))
        mentions = np.bincount(self._mentions.of(images), minlength=len(training.concepts))
        is_left = self._pair_images - taken >= partner_images
        is_like = self._is_verb == (pair.other.kind == "verb")
        noun, other = self._number(pair.noun), self._number(pair.other)
        figures: dict[str, Any] = {
            "cut": len(images),
            "noun_partners": int((is_left & is_like & (self._nouns == noun)).sum()),
            "other_partners": int((is_left & (self._others == other)).sum()),
        }
        for role, concept in (("noun", noun), ("other", other)):
            before = int(self._concept_images[concept]) if concept >= 0 else 0
            gone = int(mentions[concept]) if concept >= 0 else 0
            figures[f"{role}_left"] = before - gone
            figures[f"{role}_share"] = gone / before if before else 0.0
        return figures

    def _number(self, concept: Concept) -> int:
        return self._training.concept_number_of.get(concept, -1)


class _Lists:
    """Numbers of each image, one list after another."""

    def __init__(self, numbers: Integers, images: Integers, size: int) -> None:
        self._numbers = numbers
        self._ends = np.cumsum(np.bincount(images, minlength=size))

    def of(self, images: Integers) -> Integers:
        """The numbers of these images, all in one."""
        ends = self._ends[images]
        starts = np.where(images > 0, self._ends[images - 1], 0)
        sizes = ends - starts
        offsets = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
        return self._numbers[offsets + np.arange(int(sizes.sum()))]


def _by_image(images_of_pairs: list[Integers]) -> tuple[Integers, Integers]:
    """Pairs and their images as two lists, sorted by image."""
    sizes = [len(images) for images in images_of_pairs]
    numbers = np.repeat(np.arange(len(sizes)), sizes)
    images = np.concatenate([_NONE, *images_of_pairs])
    order = np.argsort(images, kind="stable")
    return numbers[order], images[order]
