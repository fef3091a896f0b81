"""Matched fidelity: which objects a caption names, which it misses and which it invents."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Batch, Floats
from cutline.core.registry import metric
from cutline.metrics.fidelity.defined import MeanOfDefined
from cutline.text.noun_choice import NounChoice, check_noun_choice

# Parsers and vectors are imported where they are used: every command loads this file.
if TYPE_CHECKING:
    from cutline.metrics.fidelity.matching import Matching
    from cutline.metrics.fidelity.pairs import PairFinder
    from cutline.text.nouns import Noun

Credit = Literal["graded", "full"]


@metric("matched-fidelity")
@dataclass(frozen=True)
class MatchedFidelity(MeanOfDefined):
    """Nouns of a caption matched with the objects of its image by the best assignment.

    Beyond the paper of Semantic Fidelity, which compares means: every noun is matched with at most
    as many objects as it speaks of ("two dogs", "dogs"), every object at most once, true pairs
    first. A pair is true where both words are the same, where WordNet has them as synonyms or one
    as a kind of the other, or where their vectors are alike. Precision is the share of nouns that
    name something seen, recall the share of objects that are named. Images without objects have no
    value; a caption without nouns has 0.

    Args:
        similarity: the word vectors: `wordllama`, `sentences`, or `spacy/MODEL`.
        nouns: `objects`, `words` or `singular`; see `semantic-fidelity`.
        credit: `graded` sums over all pairs of the assignment how alike they are, and divides by
            the number of objects, a soft recall that can be compared with Semantic Fidelity;
            `full` counts true pairs alone, and is F of precision and recall.
        wordnet: whether synonyms and kinds are told by WordNet too.
        threshold: the cosine from which on two words are alike; 0 for one that suits the vectors.
        parser: `cutline`, or `spacy/MODEL`.

    >>> import cutline
    >>> objects = {1: ["dog", "dog", "ball", "person"]}
    >>> said = {1: "two dogs and a woman near a tent"}
    >>> scores = cutline.score(said, metrics="matched-fidelity(credit=full)", objects=objects)
    >>> score = scores["matched-fidelity(credit=full)"]
    >>> round(score.parts["precision"], 3), score.parts["recall"], round(score.value, 3)
    (0.667, 0.75, 0.706)
    """

    similarity: str = "wordllama"
    nouns: NounChoice = "objects"
    credit: Credit = "graded"
    wordnet: bool = True
    threshold: float = 0.0
    parser: str = "cutline"

    columns: ClassVar[tuple[str, ...]] = (
        *("credit", "matched_nouns", "matched_objects", "nouns", "objects"),
    )
    summary: ClassVar[str] = "objects seen that a caption names, and none that are not seen"
    needs_objects: ClassVar[bool] = True
    needs_references: ClassVar[bool] = False
    is_for_all_images: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_noun_choice(self.nouns, self.name)
        if self.credit not in get_args(Credit):
            raise UsageError(f"{self.name}: credit is one of graded, full, not {self.credit!r}")
        if not 0 <= self.threshold <= 1:
            raise UsageError(f"{self.name}: threshold is from 0 to 1, not {self.threshold}")

    def missing(self) -> str | None:
        """Whether the parser, the word vectors, or WordNet's nouns are not installed."""
        from cutline.text.noun_hierarchy import missing_noun_hierarchy
        from cutline.text.parsers import missing_parser
        from cutline.text.similarity import missing_vectors

        reason = missing_parser(self.parser) or missing_vectors(self.similarity)
        if reason is None and self.wordnet and (reason := missing_noun_hierarchy()):
            return f"{reason}; or use {self.name}(wordnet=false)"
        return reason

    def data_digests(self) -> dict[str, str]:
        """The parser, the word vectors, and WordNet's nouns."""
        from cutline.text.noun_hierarchy import noun_hierarchy
        from cutline.text.parsers import parser_named
        from cutline.text.similarity import vectors_named

        digests = {
            "parser": parser_named(self.parser).digest,
            "vectors": vectors_named(self.similarity).digest,
        }
        return {**digests, "nouns-en": noun_hierarchy().digest} if self.wordnet else digests

    def statistics_key(self) -> Hashable:
        """Both kinds of credit come from the same statistics."""
        return replace(self, credit="graded")

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """Credit, nouns and objects of true pairs, and all nouns and objects, of each image.

        Raises:
            UsageError: when no image has objects.
        """
        from cutline.metrics.fidelity.words import labels_of_batch
        from cutline.text.nouns import caption_nouns

        labels = labels_of_batch(batch, self.name)
        found = caption_nouns(batch.captions, self.nouns, self.parser, batch.jobs)
        return self.rows(self.matchings(found, labels), labels)

    def matchings(
        self, nouns: Sequence[Sequence[Noun]], labels: Sequence[Sequence[str]]
    ) -> list[Matching]:
        """The nouns of captions matched with the labels of their images."""
        from cutline.metrics.fidelity.matching import best_matching
        from cutline.text.object_labels import label_noun

        finder = self._finder()
        found = []
        for said, seen in zip(nouns, labels, strict=True):
            pairs = finder.pairs([n.lemma for n in said], [label_noun(label) for label in seen])
            found.append(best_matching([noun.count for noun in said], len(seen), pairs))
        return found

    def rows(self, matchings: Sequence[Matching], labels: Sequence[Sequence[str]]) -> Floats:
        """The statistics of such matchings."""
        rows = [
            (
                found.credit,
                sum(match is not None for match in found.matches),
                len(found.named),
                len(found.matches),
                len(seen),
            )
            for found, seen in zip(matchings, labels, strict=True)
        ]
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(self.columns))

    def _finder(self) -> PairFinder:
        from cutline.metrics.fidelity.pairs import PairFinder
        from cutline.text.noun_hierarchy import noun_hierarchy
        from cutline.text.similarity import vectors_named

        source = vectors_named(self.similarity)
        hierarchy = noun_hierarchy() if self.wordnet else None
        return PairFinder(source, hierarchy, self.threshold or source.alike)

    def values(self, statistics: Floats) -> Floats:
        """Credit for each object, or F; NaN where there is no object."""
        credit, matched_nouns, matched_objects, nouns, objects = statistics.T
        values: Floats = np.full(len(statistics), np.nan)
        if self.credit == "graded":
            np.divide(credit, objects, out=values, where=objects > 0)
            return values
        precision, recall = _shares(matched_nouns, nouns), _shares(matched_objects, objects)
        both = precision + recall
        f = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
        return np.where(objects > 0, f, np.nan)

    def parts(self, statistics: Floats) -> dict[str, float]:
        """Precision and recall over all nouns and objects; how many are invented and missed."""
        if not len(statistics):
            return {}
        _, matched_nouns, matched_objects, nouns, objects = statistics.sum(axis=0)
        return {
            "precision": float(matched_nouns / nouns) if nouns else float("nan"),
            "recall": float(matched_objects / objects) if objects else float("nan"),
            "invented": float(nouns - matched_nouns),
            "missed": float(objects - matched_objects),
            "undefined": float((statistics[:, 4] == 0).sum()),
        }


def _shares(some: Floats, of_all: Floats) -> Floats:
    return np.divide(some, of_all, out=np.zeros_like(of_all), where=of_all > 0)
