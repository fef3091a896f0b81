"""A ranking of systems from pairwise choices with ties, with intervals and tie groups."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Literal, NamedTuple

import numpy as np

from cutline.core.errors import ContentError, UsageError
from cutline.core.metric import Floats
from cutline.reports.statistics.comparability import compared_groups, separated
from cutline.reports.statistics.davidson import Fitted, Places, fit, probabilities
from cutline.reports.statistics.holm import holm
from cutline.reports.statistics.intervals import Interval, check_level, interval_of
from cutline.reports.statistics.letters import tie_letters
from cutline.reports.statistics.paired import bootstrap_p
from cutline.reports.statistics.resampling import Resampling

Outcome = Literal["first", "second", "tie"]
OUTCOMES: tuple[Outcome, ...] = ("first", "second", "tie")

#: Strengths that differ by less are equal but for rounding.
_SAME = 1e-6
#: Resamples are fitted so many counts at a time, which keeps memory small with many systems.
_COUNTS_AT_ONCE = 400_000


class Choice(NamedTuple):
    """What somebody preferred.

    `unit` is what is drawn again for intervals: the item that was shown, or whoever chose. Choices
    of one unit are not independent.
    """

    first: str
    second: str
    outcome: Outcome
    unit: Hashable


@dataclass(frozen=True)
class Strength:
    """A system's place.

    `strength` is on the log scale, 0 on average over its group; `probability` is that of being
    preferred to a system of strength 0, ties counted half. Ranks and letters are those within the
    group: systems that share a letter cannot be told apart.
    """

    system: str
    group: int
    rank: int
    strength: float
    interval: Interval
    probability: float
    letters: str
    wins: int
    losses: int
    ties: int


@dataclass(frozen=True)
class Ranking:
    """Systems by strength, group for group.

    `tie_parameter` is 0 where there are no ties. Systems of different `groups` were never compared,
    not even by way of others. `notes` say so, and where the prior alone keeps a strength finite.
    """

    strengths: tuple[Strength, ...]
    tie_parameter: float
    groups: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    choices: int
    units: int
    prior: float
    level: float
    resampling: Resampling

    @property
    def signature(self) -> str:
        """What the figures depend on, in one line."""
        return (
            f"bradley-terry(ties=davidson,prior={self.prior:g})|choices:{self.choices}"
            f"|units:{self.units}|level:{self.level:g}|resamples:{self.resampling.resamples}"
            f"|seed:{self.resampling.seed}"
        )

    def probability(self, first: str, second: str) -> tuple[float, float, float]:
        """How likely the first is preferred, the second is, and a tie.

        Raises:
            UsageError: for a system that there is not, or two that cannot be compared.
        """
        found = {each.system: each for each in self.strengths}
        for name in (first, second):
            if name not in found:
                raise UsageError(f"no system is named {name!r}; there are: {', '.join(found)}")
        one, other = found[first], found[second]
        if one.group != other.group:
            raise UsageError(f"{first} and {second} were never compared, not even through others")
        ties = math.log(self.tie_parameter) if self.tie_parameter else -math.inf
        chance = probabilities(
            np.array(one.strength), np.array(other.strength), np.array(ties)
        ).tolist()
        return chance[0], chance[1], chance[2]

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "signature": self.signature,
            "systems": [
                {**asdict(each), "interval": each.interval.to_dict()} for each in self.strengths
            ],
            "tie_parameter": self.tie_parameter,
            "groups": [list(group) for group in self.groups],
            "notes": list(self.notes),
        }


def bradley_terry(
    choices: Iterable[Choice],
    *,
    prior: float = 0.1,
    resampling: Resampling | None = None,
    level: float = 0.95,
) -> Ranking:
    """Rank systems by what people preferred.

    (Bradley and Terry 1952, with the ties of Davidson 1970.)

    Args:
        choices: each between two systems.
        prior: so many imaginary comparisons of each system with one of average strength, with all
            outcomes alike often. It keeps strengths finite where a system always wins.
        resampling: how many resamples of units, and their seed.
        level: of intervals, and of the tests behind tie groups, which are corrected for being many.

    Raises:
        ContentError: when there are no choices.
        UsageError: for a prior that is not above 0, an outcome that there is not, or a system that
            is compared with itself.

    >>> said = [("A", "B", "first"), ("B", "C", "first"), ("A", "C", "tie"), ("A", "B", "first")]
    >>> found = bradley_terry(Choice(*each, unit) for unit, each in enumerate(said))
    >>> [(each.system, each.rank, each.letters) for each in found.strengths]
    [('A', 1, 'a'), ('B', 2, 'a'), ('C', 3, 'a')]
    """
    check_level(level)
    if not (prior > 0 and math.isfinite(prior)):
        raise UsageError(f"the prior is a number above 0, not {prior}")
    counted = _Counted.of(choices)
    resampling = resampling or Resampling()
    groups = counted.groups()
    of_all = counted.fitted(np.ones((1, counted.units)), prior, groups)
    blocks = resampling.weights(counted.units)
    drawn = np.concatenate([counted.fitted(block, prior, groups).strengths for block in blocks])
    strengths = [
        strength
        for number, group in enumerate(groups)
        for strength in _strengths(counted, number, group, of_all, drawn, resampling, level)
    ]
    return Ranking(
        tuple(strengths),
        float(np.exp(of_all.log_ties[0])),
        tuple(tuple(counted.systems[place] for place in group) for group in groups),
        tuple(_notes(counted, groups)),
        int(counted.counts.sum()),
        counted.units,
        prior,
        level,
        resampling,
    )


@dataclass(frozen=True)
class _Counted:
    """Choices by unit, pair of systems and outcome."""

    systems: Sequence[str]
    pairs: Places
    counts: Floats

    @classmethod
    def of(cls, choices: Iterable[Choice]) -> _Counted:
        known = [_checked(choice) for choice in choices]
        if not known:
            raise ContentError("there are no choices to rank systems by")
        systems = sorted({name for choice in known for name in (choice.first, choice.second)})
        place_of = {name: place for place, name in enumerate(systems)}
        unit_of = {unit: place for place, unit in enumerate(dict.fromkeys(c.unit for c in known))}
        rows = []
        for choice in known:
            one, other = place_of[choice.first], place_of[choice.second]
            outcome = OUTCOMES.index(choice.outcome)
            if one > other:
                one, other, outcome = other, one, (1, 0, 2)[outcome]
            rows.append((unit_of[choice.unit], one, other, outcome))
        pairs = sorted({(one, other) for _, one, other, _ in rows})
        pair_of = {pair: place for place, pair in enumerate(pairs)}
        counts = np.zeros((len(unit_of), len(pairs), len(OUTCOMES)))
        for unit, one, other, outcome in rows:
            counts[unit, pair_of[one, other], outcome] += 1
        return cls(systems, np.array(pairs, dtype=np.intp), counts)

    @property
    def units(self) -> int:
        return len(self.counts)

    def groups(self) -> list[list[int]]:
        compared = np.zeros((len(self.systems), len(self.systems)), dtype=bool)
        compared[self.pairs[:, 0], self.pairs[:, 1]] = True
        return compared_groups(compared)

    def fitted(self, weights: Floats, prior: float, groups: Sequence[Sequence[int]]) -> Fitted:
        """Strengths for each row of weights of units, 0 on average over each group."""
        flat = self.counts.reshape(self.units, -1)
        rows = max(1, _COUNTS_AT_ONCE // (len(self.pairs) + len(self.systems) ** 2))
        parts = []
        for first in range(0, len(weights), rows):
            counts = weights[first : first + rows] @ flat
            shaped = counts.reshape(len(counts), len(self.pairs), len(OUTCOMES))
            parts.append(fit(self.pairs, shaped, len(self.systems), prior))
        strengths = np.concatenate([part.strengths for part in parts])
        for group in groups:
            strengths[:, group] -= strengths[:, group].mean(axis=1, keepdims=True)
        return Fitted(strengths, np.concatenate([part.log_ties for part in parts]))

    def record(self, place: int) -> tuple[int, int, int]:
        """Wins, losses and ties of a system."""
        totals = self.counts.sum(axis=0)
        as_first = totals[self.pairs[:, 0] == place].sum(axis=0)
        as_second = totals[self.pairs[:, 1] == place].sum(axis=0)
        wins, losses = as_first[0] + as_second[1], as_first[1] + as_second[0]
        return int(wins), int(losses), int(as_first[2] + as_second[2])


def _checked(choice: Choice) -> Choice:
    if choice.outcome not in OUTCOMES:
        raise UsageError(f"an outcome is {', '.join(OUTCOMES)}, not {choice.outcome!r}")
    if choice.first == choice.second:
        raise UsageError(f"{choice.first!r} is compared with itself")
    return choice


def _strengths(
    counted: _Counted,
    number: int,
    group: Sequence[int],
    fitted: Fitted,
    drawn: Floats,
    resampling: Resampling,
    level: float,
) -> list[Strength]:
    """The systems of one group, the strongest first."""
    values = fitted.strengths[0, group]
    letters = _letters(values, drawn[:, group], counted.units, level)
    chance = probabilities(values, np.zeros(len(group)), fitted.log_ties[0])
    found = []
    for place, system in enumerate(group):
        value = float(values[place])
        interval = interval_of(
            value,
            drawn[:, system],
            None,
            images=counted.units,
            resampling=resampling,
            level=level,
        )
        found.append(
            Strength(
                counted.systems[system],
                number,
                1 + int(np.count_nonzero(values > value + _SAME)),
                value,
                interval,
                float(chance[place, 0] + chance[place, 2] / 2),
                letters[place],
                *counted.record(system),
            )
        )
    return sorted(found, key=lambda each: (each.rank, each.system))


def _letters(values: Floats, drawn: Floats, units: int, level: float) -> list[str]:
    pairs = list(combinations(range(len(values)), 2))
    # One unit says nothing of others: no two systems can be told apart.
    tested = [
        bootstrap_p(float(values[one] - values[other]), drawn[:, one] - drawn[:, other])
        if units > 1
        else math.nan
        for one, other in pairs
    ]
    corrected = holm(tested)
    differing = {pair for pair, p in zip(pairs, corrected, strict=True) if p < 1 - level}
    return tie_letters(values.tolist(), differing)


def _notes(counted: _Counted, groups: Sequence[Sequence[int]]) -> Iterable[str]:
    if len(groups) > 1:
        listed = "; ".join(", ".join(counted.systems[place] for place in group) for group in groups)
        yield f"not all systems can be compared: no choices link these groups: {listed}"
    totals = counted.counts.sum(axis=0)
    lost_to = np.zeros((len(counted.systems), len(counted.systems)), dtype=bool)
    for (one, other), (first, second, ties) in zip(counted.pairs, totals, strict=True):
        lost_to[one, other] |= second + ties > 0
        lost_to[other, one] |= first + ties > 0
    for group in groups:
        parts = separated(group, lost_to)
        if len(parts) > 1:
            listed = "; ".join(", ".join(counted.systems[p] for p in part) for part in parts)
            yield (
                f"choices between these went one way alone, so that the prior decides how far "
                f"they are apart: {listed}"
            )
