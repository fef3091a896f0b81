"""Correlations written down again from their definitions, pair by pair."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations


def correlations(values: Sequence[float], ratings: Sequence[float]) -> dict[str, float]:
    return {
        "tau-b": tau_b(values, ratings),
        "tau-c": tau_c(values, ratings),
        "spearman": pearson(ranks(values), ranks(ratings)),
        "pearson": pearson(values, ratings),
    }


def tau_b(values: Sequence[float], ratings: Sequence[float]) -> float:
    pairs = list(combinations(zip(values, ratings, strict=True), 2))
    by_value = sum(first[0] != second[0] for first, second in pairs)
    by_rating = sum(first[1] != second[1] for first, second in pairs)
    return _difference(values, ratings) / math.sqrt(by_value * by_rating)


def tau_c(values: Sequence[float], ratings: Sequence[float]) -> float:
    levels = min(len(set(values)), len(set(ratings)))
    return 2 * levels * _difference(values, ratings) / (len(values) ** 2 * (levels - 1))


def pearson(values: Sequence[float], ratings: Sequence[float]) -> float:
    centre = sum(values) / len(values), sum(ratings) / len(ratings)
    products = sum((x - centre[0]) * (y - centre[1]) for x, y in zip(values, ratings, strict=True))
    spread = sum((x - centre[0]) ** 2 for x in values) * sum((y - centre[1]) ** 2 for y in ratings)
    return products / math.sqrt(spread)


def ranks(values: Sequence[float]) -> list[float]:
    return [
        sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values
    ]


def _difference(values: Sequence[float], ratings: Sequence[float]) -> int:
    return sum(
        _sign(first[0] - second[0]) * _sign(first[1] - second[1])
        for first, second in combinations(zip(values, ratings, strict=True), 2)
    )


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
