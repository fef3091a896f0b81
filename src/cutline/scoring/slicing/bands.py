"""Bands of whole numbers: of about equal size, and named for what they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def even_cuts(values: NDArray[np.intp], bands: int) -> list[int]:
    """The last number of each band but the highest, for bands as even as whole numbers allow.

    Equal values are never parted, so there may be fewer bands than were asked for.

    >>> even_cuts(np.array([8, 9, 9, 10, 10, 11, 12, 19]), 4)
    [8, 9, 11]
    >>> even_cuts(np.array([8, 8, 8, 8, 9]), 4)
    [8]
    """
    numbers, counts = np.unique(values, return_counts=True)
    shares = np.cumsum(counts)[:-1] / max(1, len(values))  # the last number ends no band
    if not len(shares):
        return []
    nearest = {int(np.abs(shares - wanted / bands).argmin()) for wanted in range(1, bands)}
    return [int(numbers[place]) for place in sorted(nearest)]


def ranges(
    cuts: Sequence[int], lowest: int, highest: int, written: Callable[[int], str] = str
) -> list[str]:
    """What each band holds, in words.

    >>> ranges([9, 10, 12], lowest=4, highest=20)
    ['up to 9', '10', '11 to 12', '13 or more']
    >>> ranges([], lowest=4, highest=20), ranges([0], lowest=0, highest=5)
    (['4 to 20'], ['0', '1 or more'])
    """
    if not cuts:
        return [_range(lowest, highest, written)]
    first = written(lowest) if cuts[0] == lowest else f"up to {written(cuts[0])}"
    middle = [_range(before + 1, last, written) for before, last in pairwise(cuts)]
    return [first, *middle, f"{written(cuts[-1] + 1)} or more"]


def _range(first: int, last: int, written: Callable[[int], str]) -> str:
    return written(first) if first == last else f"{written(first)} to {written(last)}"


def counted(amount: str, noun: str) -> str:
    """An amount of things.

    >>> counted("up to 1", "word"), counted("3 to 4", "object")
    ('up to 1 word', '3 to 4 objects')
    """
    return f"{amount} {noun}" if amount in ("1", "up to 1") else f"{amount} {noun}s"


def bands_at(
    cuts: Sequence[int], values: NDArray[np.intp], is_known: NDArray[np.bool_]
) -> list[NDArray[np.intp]]:
    """The places of the known values of each band."""
    band_of = np.searchsorted(np.array(cuts, dtype=np.intp), values)
    return [np.flatnonzero(is_known & (band_of == band)) for band in range(len(cuts) + 1)]


def even_bands(
    values: NDArray[np.intp],
    is_known: NDArray[np.bool_],
    bands: int,
    written: Callable[[int], str] = str,
) -> dict[str, NDArray[np.intp]]:
    """What each of so many even bands holds in words, and the places of its known values."""
    known = values[is_known]
    if not len(known):
        return {}
    cuts = even_cuts(known, bands)
    names = ranges(cuts, int(known.min()), int(known.max()), written)
    return dict(zip(names, bands_at(cuts, values, is_known), strict=True))
