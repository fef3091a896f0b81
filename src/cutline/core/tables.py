"""Results as tables: plain columns, and data frames where pandas or polars is installed."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cutline.core.errors import MissingPartError
from cutline.core.rich_display import shown_by

#: Whole numbers from here on need more than 64 bits.
_TOO_LARGE = 2**63


@shown_by("cutline.reports.notebook:table_html")
@dataclass(frozen=True, repr=False)
class Table(Mapping[str, Sequence[Any]]):
    """Columns by name, all of one length: numbers in full precision, text and image ids as given.

    >>> table = Table({"image_id": [7, 9], "rouge-l": [0.5, 1.0]})
    >>> table["rouge-l"], len(table.rows()), table
    ([0.5, 1.0], 2, Table(2 rows: image_id, rouge-l))
    """

    columns: Mapping[str, Sequence[Any]]

    def __post_init__(self) -> None:
        lengths = {name: len(values) for name, values in self.columns.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns of one table are of one length, not {lengths}")

    @classmethod
    def of_rows(cls, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
        """The table with these columns and rows; there may be no rows.

        >>> Table.of_rows(["word", "uses"], [["dog", 3], ["cat", 1]])["uses"]
        [3, 1]
        """
        return cls({name: [row[place] for row in rows] for place, name in enumerate(names)})

    def __getitem__(self, name: str) -> Sequence[Any]:
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def rows(self) -> list[tuple[Any, ...]]:
        """The same row for row."""
        return list(zip(*self.columns.values(), strict=True))

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as plain lists, ready for JSON or any other library."""
        return {name: list(values) for name, values in self.columns.items()}

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`.

        Raises:
            MissingPartError: when pandas is not installed.
        """
        return _library("pandas").DataFrame(self.to_dict())

    def to_polars(self) -> Any:
        """A `polars.DataFrame`. Image ids of several kinds become text: columns have one type.

        Raises:
            MissingPartError: when polars is not installed.
        """
        columns = {name: _of_one_type(values) for name, values in self.columns.items()}
        return _library("polars").DataFrame(columns)

    def __repr__(self) -> str:
        return f"Table({len(self.rows())} rows: {', '.join(self.columns)})"


class Tabular(ABC):
    """A result that is a table at heart."""

    @abstractmethod
    def table(self) -> Table:
        """The figures, a row for each score."""

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`.

        Raises:
            MissingPartError: when pandas is not installed.
        """
        return self.table().to_pandas()

    def to_polars(self) -> Any:
        """The table as a `polars.DataFrame`.

        Raises:
            MissingPartError: when polars is not installed.
        """
        return self.table().to_polars()


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise MissingPartError(f"{name} is installed and cannot be loaded: {error}") from None
        raise MissingPartError(
            f"data frames of {name} need {name}, which is not installed: pip install {name}"
        ) from None
    except ImportError as error:
        raise MissingPartError(f"{name} is installed and cannot be loaded: {error}") from None


def _of_one_type(values: Sequence[Any]) -> list[Any]:
    kinds = {type(value) for value in values}
    is_mixed = str in kinds and len(kinds) > 1
    is_large = kinds == {int} and max(map(abs, values)) >= _TOO_LARGE
    return [str(value) for value in values] if is_mixed or is_large else list(values)
