"""The released values of Semantic Fidelity: nouns, objects, and twenty trial formulas.

The eleventh formula is the one of the paper. The similarity s that it is made from is not released,
but the sixth is s ** (1 - #N / #O) wherever there are fewer nouns than objects, and gives it back.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError
from cutline.datasets.egoshots.table import NamedRow, named_rows, table_header

_NOUNS, _OBJECTS = "Nouns_", "Objects_"
#: The formula of the paper, and the one that s is found from.
_PAPER, _POWER = "SF_11_", "SF_6_"

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ReleasedCaptioner:
    """What is released of one captioner: the nouns of each caption, and two of the formulas."""

    name: str
    nouns: tuple[tuple[str, ...], ...]
    fidelity: Floats
    power: Floats

    def similarity(self, objects: tuple[tuple[str, ...], ...]) -> Floats:
        """s wherever it can be found: where there are fewer nouns than objects, NaN elsewhere."""
        nouns, seen = (np.array(list(map(len, of)), dtype=float) for of in (self.nouns, objects))
        is_found = (nouns < seen) & (nouns > 0) & (self.power > 0)
        exponent = np.where(is_found, 1 - nouns / np.maximum(seen, 1), 1)
        found: Floats = np.where(is_found, self.power, np.nan) ** (1 / exponent)
        return found


@dataclass(frozen=True)
class ReleasedFidelity:
    """The whole release: images, what one detector saw in them, and the captioners."""

    image_ids: tuple[str, ...]
    detector: str
    objects: tuple[tuple[str, ...], ...]
    captioners: tuple[ReleasedCaptioner, ...]


def is_metadata(path: str | os.PathLike[str]) -> bool:
    """Whether a file is such a table.

    Raises:
        FileError: when it cannot be read.
    """
    names = table_header(path)
    return "Images" in names and any(name.startswith(_OBJECTS) for name in names)


def read_metadata(path: str | os.PathLike[str]) -> ReleasedFidelity:
    """The table `Meta-data.csv`.

    Raises:
        FileError: when the file cannot be read or is no such table.
    """
    names = table_header(path)
    if not is_metadata(path):
        raise FileError(
            f"{path}: expected the columns Images, {_NOUNS}..., {_OBJECTS}... and SF_..."
        )
    column = next(name for name in names if name.startswith(_OBJECTS))
    systems = [name.removeprefix(_NOUNS) for name in names if name.startswith(_NOUNS)]
    for name in (f"{formula}{system}" for system in systems for formula in (_PAPER, _POWER)):
        if name not in names:
            raise FileError(f"{path}: has no column {name}")
    rows = list(named_rows(path))
    return ReleasedFidelity(
        tuple(row.cells["Images"].strip() for row in rows),
        column.removeprefix(_OBJECTS),
        tuple(row.words(column) for row in rows),
        tuple(_captioner(system, rows) for system in systems),
    )


def _captioner(name: str, rows: list[NamedRow]) -> ReleasedCaptioner:
    return ReleasedCaptioner(
        name,
        tuple(row.words(f"{_NOUNS}{name}") for row in rows),
        np.array([row.number(f"{_PAPER}{name}") for row in rows]),
        np.array([row.number(f"{_POWER}{name}") for row in rows]),
    )
