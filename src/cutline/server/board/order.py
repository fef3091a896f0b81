"""The order of a board by one metric on one slice, and the tests that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from cutline.server.board.entries import Entry
from cutline.server.board.shown import Showing, Standing
from cutline.server.models import Kind, PairTest, Result

#: Two results, whichever is the better one.
Pair = frozenset[int]


@dataclass(frozen=True)
class Placed:
    """An entry at its place."""

    entry: Entry
    standing: Standing

    @property
    def score(self) -> float | None:
        """What it is placed by."""
        return self.standing.value.value

    @property
    def is_ranked(self) -> bool:
        """Whether it has a rank: people have none, nor has what has no score here."""
        return self.score is not None and self.entry.submission.kind != Kind.HUMAN


def placed(
    entries: Iterable[Entry], showing: Showing, metric: str, slice_label: str
) -> list[Placed]:
    """Entries by what is shown of them, the best first; of equal ones the one that came first.

    The order is that of rounded scores where rounded scores are shown: an order by raw ones would
    tell what rounding hides.
    """
    found = [Placed(entry, showing.standing(entry, metric, slice_label)) for entry in entries]
    return sorted(found, key=_key)


def pair_of(one: Placed, other: Placed) -> Pair:
    """What a test between two entries is kept under."""
    return frozenset((one.standing.result.pk, other.standing.result.pk))


def can_be_tested(one: Placed, other: Placed) -> bool:
    """Whether both have statistics of each image; imported rows have none."""
    results = one.standing.result, other.standing.result
    return all(result.statistics_id is not None for result in results)


def are_equal(one: Placed, other: Placed) -> bool:
    """Whether both are shown with the same score, which then needs no test to be a tie."""
    return one.score == other.score


def tests_between(results: Sequence[Result], metric: str, slice_label: str) -> dict[Pair, float]:
    """The tests that were made between some results, by pair."""
    ids = [result.pk for result in results]
    found = PairTest.objects.filter(
        Q(better__in=ids), Q(worse__in=ids), metric=metric, slice_label=slice_label
    )
    rows = found.values_list("better_id", "worse_id", "p")
    return {frozenset((better, worse)): p for better, worse, p in rows}


def _key(one: Placed) -> tuple[bool, float, float, str]:
    submission = one.entry.submission
    score = 0.0 if one.score is None else one.score
    return one.score is None, -score, submission.created.timestamp(), str(submission.pk)
