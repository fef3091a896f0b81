"""How small a difference a benchmark of this size can show."""

from __future__ import annotations

from statistics import NormalDist


def detectable_difference(error: float, level: float = 0.95, power: float = 0.8) -> float:
    """The smallest true difference that a test at this level finds with this power.

    `error` is the standard error of the difference between two runs on the same images.

    >>> round(detectable_difference(0.01), 4)
    0.028
    """
    normal = NormalDist()
    return error * (normal.inv_cdf((1 + level) / 2) + normal.inv_cdf(power))


def images_needed(
    difference: float, error: float, images: int, level: float = 0.95, power: float = 0.8
) -> float:
    """How many images of this kind it takes to find a difference of this size; inf where it is 0.

    >>> round(images_needed(0.02, 0.01, 1_000))
    1962
    """
    if difference == 0:
        return float("inf")
    return images * (detectable_difference(error, level, power) / difference) ** 2
