"""Rankings from choices: simulated people whose preferences are known, and odd input."""

from __future__ import annotations

import math
import random
from itertools import combinations

import numpy as np
import pytest

from cutline.core.errors import ContentError, UsageError
from cutline.reports.statistics.bradley_terry import Choice, Outcome, Ranking, bradley_terry
from cutline.reports.statistics.resampling import Resampling

FEW = Resampling(resamples=200)
TRUE = {"A": 1.0, "B": 0.4, "C": -0.2, "D": -1.2}


def simulated(
    units: int, seed: int, tie_parameter: float = 0.6, strengths: dict[str, float] | None = None
) -> list[Choice]:
    """All pairs of systems for each item, by people with these preferences."""
    known = strengths or TRUE
    draw = random.Random(seed)
    choices = []
    for unit in range(units):
        for first, second in combinations(known, 2):
            weights = [math.exp(known[first]), math.exp(known[second])]
            weights.append(tie_parameter * math.sqrt(weights[0] * weights[1]))
            outcomes: list[Outcome] = ["first", "second", "tie"]
            (outcome,) = draw.choices(outcomes, weights)
            choices.append(Choice(first, second, outcome, unit))
    return choices


def found_strengths(ranking: Ranking) -> dict[str, float]:
    return {each.system: each.strength for each in ranking.strengths}


def restated_likelihood(
    choices: list[Choice], strengths: dict[str, float], log_ties: float, prior: float
) -> float:
    """The logarithm of the likelihood, choice by choice, with the imaginary ones."""

    def of(one: float, other: float, outcome: str, times: float) -> float:
        weights = {
            "first": math.exp(one),
            "second": math.exp(other),
            "tie": math.exp(log_ties + (one + other) / 2),
        }
        return times * math.log(weights[outcome] / sum(weights.values()))

    total = sum(of(strengths[c.first], strengths[c.second], c.outcome, 1.0) for c in choices)
    for strength in strengths.values():
        total += sum(of(strength, 0.0, way, prior / 3) for way in ("first", "second", "tie"))
    return total


def test_no_strengths_near_by_are_likelier() -> None:
    choices = simulated(40, seed=4)
    ranking = bradley_terry(choices, prior=0.5, resampling=FEW)
    strengths = found_strengths(ranking)
    log_ties = math.log(ranking.tie_parameter)
    # Strengths are told 0 on average; where they lie on the scale of the prior is found anew.
    shifts = np.linspace(-0.05, 0.05, 101)
    shifted = [{name: s + shift for name, s in strengths.items()} for shift in shifts]
    best = max(shifted, key=lambda each: restated_likelihood(choices, each, log_ties, 0.5))
    highest = restated_likelihood(choices, best, log_ties, 0.5)
    for name in best:
        for by in (-0.01, 0.01):
            moved = {**best, name: best[name] + by}
            assert restated_likelihood(choices, moved, log_ties, 0.5) < highest
    for by in (-0.01, 0.01):
        assert restated_likelihood(choices, best, log_ties + by, 0.5) < highest


def test_known_strengths_come_back() -> None:
    ranking = bradley_terry(simulated(300, seed=1), resampling=FEW)
    assert [each.system for each in ranking.strengths] == list("ABCD")
    assert [each.rank for each in ranking.strengths] == [1, 2, 3, 4]
    assert [each.letters for each in ranking.strengths] == list("abcd")
    for each in ranking.strengths:
        assert each.strength == pytest.approx(TRUE[each.system], abs=0.2)
        assert each.interval.low < TRUE[each.system] < each.interval.high
        assert each.wins + each.losses + each.ties == 900
    assert ranking.tie_parameter == pytest.approx(0.6, abs=0.1)
    assert sum(each.strength for each in ranking.strengths) == pytest.approx(0, abs=1e-9)
    assert ranking.notes == ()


def test_probabilities_are_those_of_the_model() -> None:
    ranking = bradley_terry(simulated(300, seed=1), resampling=FEW)
    wins, losses, ties = ranking.probability("A", "C")
    assert wins + losses + ties == pytest.approx(1)
    assert ranking.probability("C", "A") == pytest.approx((losses, wins, ties))
    weights = math.exp(1.0), math.exp(-0.2), 0.6 * math.exp(0.4)
    assert wins == pytest.approx(weights[0] / sum(weights), abs=0.05)
    top, *_, last = ranking.strengths
    assert top.probability > 0.5 > last.probability


def test_intervals_cover_about_as_often_as_they_say() -> None:
    covered = []
    for seed in range(40):
        ranking = bradley_terry(simulated(60, seed), resampling=Resampling(150), level=0.9)
        covered += [s.interval.low <= TRUE[s.system] <= s.interval.high for s in ranking.strengths]
    # 160 intervals at 90 %, four of each simulation together: this allows three errors and more.
    assert 0.8 < sum(covered) / len(covered) < 0.98


def test_systems_alike_share_a_letter() -> None:
    alike = {"A": 1.5, "B": 0.0, "C": 0.0}
    ranking = bradley_terry(simulated(150, seed=2, strengths=alike), resampling=FEW)
    letters = {each.system: each.letters for each in ranking.strengths}
    assert letters["B"] == letters["C"]
    assert letters["A"] == "a" != letters["B"]


def test_without_ties_it_is_the_model_of_bradley_and_terry() -> None:
    choices = [Choice("A", "B", "first", unit) for unit in range(30)]
    choices += [Choice("A", "B", "second", unit) for unit in range(30, 40)]
    ranking = bradley_terry(choices, prior=1e-6, resampling=FEW)
    assert ranking.tie_parameter == 0
    first, second = ranking.strengths
    assert first.strength - second.strength == pytest.approx(math.log(3), abs=1e-4)
    assert ranking.probability("A", "B") == pytest.approx((0.75, 0.25, 0.0), abs=1e-4)


def test_all_ties_rank_nobody_higher() -> None:
    pairs = list(combinations("ABC", 2))
    choices = [Choice(*pair, "tie", unit) for unit in range(20) for pair in pairs]
    ranking = bradley_terry(choices, resampling=FEW)
    assert [each.rank for each in ranking.strengths] == [1, 1, 1]
    assert [each.letters for each in ranking.strengths] == ["a", "a", "a"]
    assert math.isfinite(ranking.tie_parameter)
    assert ranking.probability("A", "B")[2] > 0.95


def test_who_always_wins_stays_finite_and_is_told() -> None:
    choices = [Choice("A", "B", "first", unit) for unit in range(50)]
    choices += [Choice("B", "C", ("first", "second")[unit % 2], unit) for unit in range(50)]
    small, large = (bradley_terry(choices, prior=p, resampling=FEW) for p in (0.01, 1.0))
    assert found_strengths(small)["A"] > found_strengths(large)["A"] > 1
    assert all(math.isfinite(each.strength) for each in small.strengths)
    (note,) = small.notes
    assert "went one way alone" in note
    assert note.endswith(": A; B, C")
    assert "prior=0.01" in small.signature


def test_systems_that_nothing_links_are_not_compared() -> None:
    choices = [Choice("A", "B", ("first", "tie")[unit % 2], unit) for unit in range(20)]
    choices += [
        Choice("D", "C", ("first", "second", "tie", "first")[unit % 4], unit) for unit in range(20)
    ]
    ranking = bradley_terry(choices, resampling=FEW)
    assert ranking.groups == (("A", "B"), ("C", "D"))
    assert "no choices link these groups: A, B; C, D" in ranking.notes[0]
    assert [(each.system, each.group, each.rank) for each in ranking.strengths] == [
        ("A", 0, 1),
        ("B", 0, 2),
        ("D", 1, 1),
        ("C", 1, 2),
    ]
    with pytest.raises(UsageError, match="A and C were never compared"):
        ranking.probability("A", "C")


def test_one_unit_tells_nothing_apart() -> None:
    choices = [Choice("A", "B", "first", "only")] * 100
    ranking = bradley_terry(choices, resampling=FEW)
    assert [each.letters for each in ranking.strengths] == ["a", "a"]
    assert math.isnan(ranking.strengths[0].interval.low)


def test_draws_are_those_of_the_seed_and_order_does_not_matter() -> None:
    choices = simulated(30, seed=7)
    ranking = bradley_terry(choices, resampling=FEW)
    assert bradley_terry(choices, resampling=FEW) == ranking
    turned: dict[str, Outcome] = {"first": "second", "second": "first", "tie": "tie"}
    other_way = [Choice(c.second, c.first, turned[c.outcome], c.unit) for c in choices]
    again = bradley_terry(other_way, resampling=FEW)
    assert found_strengths(again) == pytest.approx(found_strengths(ranking))
    assert ranking.to_dict()["signature"].startswith("bradley-terry(ties=davidson,prior=0.1)")


def test_many_systems_are_fitted() -> None:
    strengths = {f"S{number}": number / 6 - 2 for number in range(24)}
    ranking = bradley_terry(
        simulated(20, 3, strengths=strengths), resampling=Resampling(resamples=100)
    )
    assert (
        np.corrcoef(
            [strengths[each.system] for each in ranking.strengths],
            [each.strength for each in ranking.strengths],
        )[0, 1]
        > 0.95
    )


def test_wrong_input_is_named() -> None:
    choice = Choice("A", "B", "first", 1)
    with pytest.raises(ContentError, match="no choices"):
        bradley_terry([])
    with pytest.raises(UsageError, match="'A' is compared with itself"):
        bradley_terry([choice._replace(second="A")])
    with pytest.raises(UsageError, match="first, second, tie, not 'left'"):
        bradley_terry([choice._replace(outcome="left")])  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="prior is a number above 0, not 0"):
        bradley_terry([choice], prior=0)
    with pytest.raises(UsageError, match="no system is named 'X'"):
        bradley_terry([choice], resampling=FEW).probability("A", "X")
