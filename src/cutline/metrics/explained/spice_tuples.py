"""SPICE's tuples of a caption and its references, beside each other: why a score is what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline import native
from cutline.core.errors import UsageError
from cutline.core.metric import Floats
from cutline.metrics.spice import OFFICIAL, Spice, precision_recall_f
from cutline.text.meteor_tables import meteor_tables
from cutline.text.parsers import parse_captions
from cutline.text.scene_graph import SceneTuple, scenes_of


@dataclass(frozen=True, slots=True)
class MatchedTuple:
    """A tuple of the candidate, and the first one of the references that means the same.

    Parts that were merged, because they mean the same, are joined by a slash: `sofa/couch`.
    """

    candidate: SceneTuple
    reference: SceneTuple


@dataclass(frozen=True)
class TupleComparison:
    """What a candidate has in common with its references, and what only one of them has.

    `missed` are tuples of the references that nothing in the candidate means. There can be more
    or fewer of them than the statistics count, which take away one for each match: several tuples
    of the candidate may match the same one, and one may match several.
    """

    matched: tuple[MatchedTuple, ...]
    invented: tuple[SceneTuple, ...]
    missed: tuple[SceneTuple, ...]
    statistics: Floats

    @property
    def precision(self) -> float:
        """The share of the candidate's tuples that match."""
        return self._all(0)

    @property
    def recall(self) -> float:
        """Matches by the number of the references' tuples."""
        return self._all(1)

    @property
    def f(self) -> float:
        """The score."""
        return self._all(2)

    def _all(self, number: int) -> float:
        return float(precision_recall_f(self.statistics[None], "All", empty=0.0)[number][0])


def compare_tuples(
    metric: Spice,
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    jobs: int | None = None,
) -> list[TupleComparison]:
    """The tuples of candidates beside those of their references; captions are tokenized already.

    Raises:
        MissingPartError: when the parser or the synonyms are not installed.
        UsageError: for the official program, which is run as a whole.

    >>> (compared,) = compare_tuples(Spice(), ["a red couch"], [["a sofa", "a red sofa"]])
    >>> compared.matched[0]
    MatchedTuple(candidate=('couch',), reference=('sofa',))
    """
    if metric.parser == OFFICIAL:
        raise UsageError(
            "the official program's tuples are not shown here; leave parser=official out"
        )
    flat = [caption for of_image in references for caption in of_image]
    said = scenes_of(parse_captions(candidates, metric.parser, jobs), jobs)
    wanted = scenes_of(parse_captions(flat, metric.parser, jobs), jobs)
    offsets = np.cumsum([0, *map(len, references)], dtype=np.int64)
    tables = meteor_tables().tables
    places = np.arange(len(candidates), dtype=np.uint32)
    statistics = native.spice_statistics(wanted, offsets, said, places, tables, jobs or 1)
    return [
        _comparison(*native.spice_explain(wanted, first, last, said, place, tables), row)
        for place, (first, last, row) in enumerate(
            zip(offsets[:-1].tolist(), offsets[1:].tolist(), statistics, strict=True)
        )
    ]


def _comparison(
    candidate: list[tuple[SceneTuple, int]], references: list[tuple[SceneTuple, int]], row: Floats
) -> TupleComparison:
    return TupleComparison(
        tuple(MatchedTuple(said, references[at][0]) for said, at in candidate if at >= 0),
        tuple(said for said, at in candidate if at < 0),
        tuple(wanted for wanted, matches in references if not matches),
        row,
    )
