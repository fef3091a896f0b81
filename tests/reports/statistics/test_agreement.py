"""Krippendorff's alpha: published examples, a slow restatement, and what is undefined."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from cutline.core.errors import UsageError
from cutline.reports.statistics.agreement import Scale, krippendorff_alpha
from cutline.reports.statistics.resampling import Resampling

FEW = Resampling(resamples=200)


def units_of(*raters: str) -> list[list[object]]:
    columns = zip(*(rater.split() for rater in raters), strict=True)
    return [[None if value == "." else _value(value) for value in unit] for unit in columns]


def _value(text: str) -> object:
    return int(text) if text.isdigit() else text


#: The examples A to C of Krippendorff (2011), with the values that he works out by hand.
BINARY = units_of("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0")
NAMES = units_of("a a b b d c c c e d d a", "b a b b b c c c e d d d")
GAPS = units_of(
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


@pytest.mark.parametrize(
    ("units", "scale", "published"),
    [
        (BINARY, "nominal", 0.095),
        (NAMES, "nominal", 0.692),
        (GAPS, "nominal", 0.743),
        (GAPS, "ordinal", 0.815),
        (GAPS, "interval", 0.849),
    ],
)
def test_published_examples(units: list[list[object]], scale: Scale, published: float) -> None:
    found = krippendorff_alpha(units, scale, FEW)  # type: ignore[arg-type]
    assert found.alpha == pytest.approx(published, abs=0.0006)
    assert found.interval is not None
    assert found.interval.low < found.alpha <= found.interval.high <= 1
    assert found.reason == ""


def test_what_cannot_be_compared_does_not_count() -> None:
    found = krippendorff_alpha(GAPS, "nominal", FEW)  # type: ignore[arg-type]
    assert (found.units, found.ratings) == (11, 40)


def slow_alpha(units: list[list[int]], scale: str) -> float:
    """One minus observed over expected disagreement, pair by pair as the definition has it."""
    paired = [unit for unit in units if len(unit) > 1]
    values = [value for unit in paired for value in unit]

    def distance(one: int, other: int) -> float:
        if scale == "nominal":
            return float(one != other)
        if scale == "interval":
            return float((one - other) ** 2)
        low, high = min(one, other), max(one, other)
        between = sum(low <= value <= high for value in values)
        return (between - (values.count(one) + values.count(other)) / 2) ** 2

    observed = sum(
        sum(distance(one, other) for one, other in permutations(unit, 2)) / (len(unit) - 1)
        for unit in paired
    ) / len(values)
    pairs = list(permutations(values, 2))
    expected = sum(distance(one, other) for one, other in pairs) / len(pairs)
    return 1 - observed / expected


@pytest.mark.parametrize("scale", ["nominal", "ordinal", "interval"])
def test_it_is_what_the_definition_says(scale: Scale) -> None:
    random.seed(11)
    for _ in range(8):
        units = [
            [random.choice([1, 2, 2, 3, 7]) for _ in range(random.randrange(5))] for _ in range(9)
        ]
        found = krippendorff_alpha(units, scale, FEW)
        assert found.alpha == pytest.approx(slow_alpha(units, scale), abs=1e-12)


def test_perfect_agreement_chance_and_worse() -> None:
    assert krippendorff_alpha([[1, 1], [2, 2, 2], [3, 3]], "ordinal", FEW).alpha == 1
    worse = krippendorff_alpha([[1, 2], [2, 1], [1, 2], [2, 1]], "nominal", FEW).alpha
    assert worse is not None
    assert worse < 0


@pytest.mark.parametrize("scale", ["nominal", "ordinal", "interval"])
def test_ratings_by_chance_agree_by_chance(scale: Scale) -> None:
    draw = random.Random(5)
    covered = 0
    for _ in range(60):
        chance = [[draw.randrange(4) for _ in range(3)] for _ in range(150)]
        found = krippendorff_alpha(chance, scale, FEW, level=0.9)
        assert found.alpha == pytest.approx(0, abs=0.2)
        assert found.interval is not None
        covered += found.interval.low <= 0 <= found.interval.high
    # 54 of 60 are expected; this allows three errors.
    assert 45 <= covered <= 60


@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ([], "nothing has two ratings or more"),
        ([[1], [2, None], []], "nothing has two ratings or more"),
        ([[4, 4], [4, 4, 4]], "all ratings are 4"),
    ],
)
def test_where_it_is_undefined_it_says_why(units: list[list[int | None]], reason: str) -> None:
    found = krippendorff_alpha(units, "interval", FEW)
    assert (found.alpha, found.interval) == (None, None)
    assert reason in found.reason


def test_one_unit_has_no_interval() -> None:
    found = krippendorff_alpha([[1, 2, 2]], "nominal", FEW)
    assert found.alpha is not None
    assert found.interval is not None
    assert found.interval.low != found.interval.low


def test_intervals_are_those_of_the_seed() -> None:
    units = [[i % 3, i % 3, (i * i) % 3] for i in range(30)]
    again = krippendorff_alpha(units, "nominal", FEW)
    assert krippendorff_alpha(units, "nominal", FEW) == again
    assert krippendorff_alpha(units, "nominal", Resampling(200, seed=2)).interval != again.interval


def test_wrong_input_is_named() -> None:
    with pytest.raises(UsageError, match="nominal, ordinal, interval, not 'ratio'"):
        krippendorff_alpha([[1, 2]], "ratio")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="ordinal ratings are numbers, not 'good'"):
        krippendorff_alpha([["good", "bad"]], "ordinal")
    with pytest.raises(UsageError, match="50 different values"):
        krippendorff_alpha([[i, i + 1] for i in range(60)], "ordinal")
