"""Captions with the objects and the fidelity that people gave them."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError
from cutline.datasets.egoshots.table import named_rows, table_header

_COLUMNS = ("Images", "Captions", "Objects", "HSF")


@dataclass(frozen=True)
class HumanFidelity:
    """Images with one caption each, what people see in them, and HSF.

    `released` are values of Semantic Fidelity that the file has beside them, NaN where it has none.
    """

    name: str
    image_ids: tuple[str, ...]
    captions: tuple[str, ...]
    objects: tuple[tuple[str, ...], ...]
    fidelity: NDArray[np.float64]
    released: NDArray[np.float64]


def is_human_table(path: str | os.PathLike[str]) -> bool:
    """Whether a file is such a table.

    Raises:
        FileError: when it cannot be read.
    """
    return set(_COLUMNS) <= set(table_header(path))


def read_human_table(path: str | os.PathLike[str]) -> HumanFidelity:
    """A table with the columns Images, Captions, Objects and HSF; SF_11 is read if it is there.

    Raises:
        FileError: when the file cannot be read or is no such table.
    """
    if not is_human_table(path):
        raise FileError(f"{path}: expected a table with the columns {', '.join(_COLUMNS)}")
    rows = list(named_rows(path))
    if not rows:
        raise FileError(f"{path}: a header and no rows")
    has_released = "SF_11" in rows[0].cells
    return HumanFidelity(
        os.fspath(path),
        tuple(row.cells["Images"].strip() for row in rows),
        # The released captions end with a quotation mark that never began.
        tuple(row.cells["Captions"].strip().removesuffix("'") for row in rows),
        tuple(row.words("Objects") for row in rows),
        np.array([row.number("HSF") for row in rows]),
        np.array([row.number("SF_11") if has_released else np.nan for row in rows]),
    )
