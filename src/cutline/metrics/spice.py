"""SPICE: the objects, attributes and relations that a caption and its references have in common."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cutline import native
from cutline.core.metric import Batch, Floats, Metric
from cutline.core.registry import metric
from cutline.text.meteor_data import METEOR_ENGLISH
from cutline.text.meteor_tables import meteor_tables

# Parsers and the official program are imported where they are used: every command loads this file,
# and few of them parse.
if TYPE_CHECKING:
    from numpy.typing import NDArray

#: All tuples, then kinds of tuples, then kinds of attributes; the official program's names.
CATEGORIES = ("All", "Object", "Attribute", "Relation", "Color", "Cardinality", "Size")
COUNTS = ("tp", "fp", "fn")

OFFICIAL = "official"


@dataclass(frozen=True, eq=False)
class PreparedReferences:
    """The references' texts, and unless the official program reads them, their tuples."""

    texts: Sequence[str]
    offsets: NDArray[np.int64]
    scenes: native.Scenes | None


@metric("spice")
@dataclass(frozen=True)
class Spice(Metric):
    """SPICE 1.0: tuples of scene graphs, compared as sets; F of precision and recall.

    (Anderson et al. 2016.) Captions are parsed, their dependencies turned into objects, attributes
    and relations, the graphs of an image's references merged into one, and tuples matched by word
    or WordNet synset. All of it follows the official program, rule for rule; the parser is
    Cutline's own, trained to agree with the official one, so values are close to the official ones
    and not equal to them. The corpus value is the mean over images.

    Args:
        parser: `cutline`, the parser that comes with Cutline; the name of a spaCy model that is
            installed, such as `spacy/en_core_web_sm`; or `official`, which runs the official
            program with its own parser, where Java and its models are installed.

    >>> import cutline
    >>> references = [["a brown dog lies on a red couch", "a dog sleeps on the sofa"]]
    >>> score = cutline.score(["a dog on a couch"], references, metrics="spice")["spice"]
    >>> score.statistics[0, :3].tolist(), score.value
    ([2.0, 1.0, 4.0], 0.4444444444444444)
    """

    parser: str = "cutline"

    columns: ClassVar[tuple[str, ...]] = tuple(
        f"{category.lower()}_{count}" for category in CATEGORIES for count in COUNTS
    )
    summary: ClassVar[str] = "objects, attributes and relations that references have too"

    def missing(self) -> str | None:
        """Whether the parser, or the synonyms, are not installed."""
        if self.parser == OFFICIAL:
            from cutline.metrics.official.spice_program import missing_official_spice

            return missing_official_spice()
        from cutline.text.parsers import missing_parser

        return missing_parser(self.parser) or METEOR_ENGLISH.missing()

    def data_digests(self) -> dict[str, str]:
        """The parser, and the synonyms."""
        if self.parser == OFFICIAL:
            from cutline.metrics.official.spice_program import official_digest

            return {"spice-1.0": official_digest()}
        from cutline.text.parsers import parser_named

        digests = {"parser": parser_named(self.parser).digest}
        return {**digests, METEOR_ENGLISH.name: meteor_tables().digest}

    def preparation_key(self) -> Hashable:
        """References are parsed once for each parser."""
        return self

    def prepare(self, references: Any, jobs: int = 1) -> PreparedReferences:
        """The tuples of all references."""
        texts = native.reference_texts(references)
        offsets = np.array(native.image_offsets(references), dtype=np.int64)
        scenes = None if self.parser == OFFICIAL else self._scenes(texts, jobs)
        return PreparedReferences(texts, offsets, scenes)

    def statistics(self, batch: Batch, prepared: PreparedReferences) -> Floats:
        """Matched, invented and missed tuples of each category."""
        texts = native.candidate_texts(batch.references, batch.candidates)
        if prepared.scenes is None:
            from cutline.metrics.official.spice_program import official_statistics

            starts, ends = prepared.offsets[batch.places], prepared.offsets[batch.places + 1]
            references = [prepared.texts[a:b] for a, b in zip(starts, ends, strict=True)]
            return official_statistics(references, texts, batch.jobs)
        return native.spice_statistics(
            prepared.scenes,
            prepared.offsets,
            self._scenes(texts, batch.jobs),
            batch.places,
            meteor_tables().tables,
            batch.jobs,
        )

    def _scenes(self, texts: Sequence[str], jobs: int) -> native.Scenes:
        from cutline.text.parsers import parse_captions
        from cutline.text.scene_graph import scenes_of

        return scenes_of(parse_captions(texts, self.parser, jobs), jobs)

    def values(self, statistics: Floats) -> Floats:
        """F of all tuples; 0 where there is nothing in common."""
        return precision_recall_f(statistics, "All", empty=0.0)[2]

    def parts(self, statistics: Floats) -> dict[str, float]:
        """Mean precision and recall, and the mean F of each category.

        As in the official program, images whose references have no tuple of a category do not
        count for it; where that is all of them, it has no value.
        """
        precision, recall, _ = precision_recall_f(statistics, "All", empty=0.0)
        parts = {"precision": _mean(precision), "recall": _mean(recall)}
        for category in CATEGORIES[1:]:
            *_, f = precision_recall_f(statistics, category, empty=np.nan)
            parts[category.lower()] = _mean(f)
        return parts


def precision_recall_f(
    statistics: Floats, category: str, empty: float
) -> tuple[Floats, Floats, Floats]:
    """Of each row's tuples of one category; where the references have none, a value instead."""
    matched, invented, missed = _counts(statistics, category)
    said, wanted = matched + invented, matched + missed
    precision = np.divide(matched, said, out=np.zeros_like(said), where=said > 0)
    recall = np.divide(matched, wanted, out=np.zeros_like(wanted), where=wanted > 0)
    both = precision + recall
    f = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
    is_wanted = wanted > 0
    first, second, third = (np.where(is_wanted, each, empty) for each in (precision, recall, f))
    return first, second, third


def _counts(statistics: Floats, category: str) -> tuple[Floats, Floats, Floats]:
    first = len(COUNTS) * CATEGORIES.index(category)
    matched, invented, missed = statistics[:, first : first + len(COUNTS)].T
    return matched, invented, missed


def _mean(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(np.mean(known)) if len(known) else float("nan")
