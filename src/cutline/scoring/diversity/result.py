"""What there is to say of a run's diversity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from cutline.core.signature import Signature
from cutline.core.tables import Table, Tabular
from cutline.scoring.diversity.sets import SetDiversity

_NO_FIGURES = ("system", "local_recall_missing", "signature")


@dataclass(frozen=True)
class Diversity(Tabular):
    """How varied captions are.

    All figures but `sets` are about the first caption of each image, in the order of the
    benchmark's images. `captions` counts all that were looked at, those of `sets` too. None stands
    where there is nothing to compute a figure from.

    `mean_length` and `length_deviation` are in words. `ttr1` and `ttr2` are the mean ratios of
    types to tokens in segments of words and bigrams; `distinct1` and `distinct2` are those of the
    whole text. `novel` is the share of captions that are no training caption, `unique` the share of
    different captions, `coverage` the share of the words of both training captions and references
    that are used. `local_recall[n - 1]` is the recall of content words that exactly `n` references
    of an image have, `local_items[n - 1]` the number of those words; where there is no recall,
    `local_recall_missing` says why.
    """

    system: str
    images: int
    captions: int
    mean_length: float
    length_deviation: float
    types: float
    tokens: float
    ttr1: float | None
    ttr2: float | None
    distinct1: float | None
    distinct2: float | None
    novel: float | None
    unique: float
    coverage: float | None
    local_recall: tuple[float | None, ...] | None
    local_items: tuple[int, ...] | None
    local_recall_missing: str | None
    sets: SetDiversity | None
    signature: Signature

    def to_dict(self) -> dict[str, Any]:
        """The machine's form: plain values, ready for JSON; those of single images left out."""
        plain = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return plain | {
            "sets": self.sets.to_dict() if self.sets else None,
            "signature": str(self.signature),
        }

    def table(self) -> Table:
        """A row for each figure: its name, value and signature."""
        signature = str(self.signature)
        rows = [(name, value, signature) for name, value in self._figures()]
        return Table.of_rows(["figure", "value", "signature"], rows)

    def _figures(self) -> Iterator[tuple[str, Any]]:
        plain = self.to_dict()
        of_sets = plain.pop("sets") or {}
        for name, value in plain.items():
            if name not in _NO_FIGURES:
                yield from _named(name, value)
        for name, value in of_sets.items():
            yield from _named(f"sets.{name}", value)

    def __repr__(self) -> str:
        of = f" of {self.system}" if self.system else ""
        return f"Diversity({self.captions} captions{of}, {self.images} images)"


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _named(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, list):
        yield name, value
        return
    for number, part in enumerate(value, 1):
        yield f"{name}_{number}", part
