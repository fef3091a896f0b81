"""What a study trained, as a table on the terminal and on its page."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Protocol

from rich.console import Console

from cutline.cli.terminal import new_table, print_whole
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe

_HEADS = ("scenes", "weights", "words", "loss of words", "CPU seconds")


class Training(Protocol):
    """What is known of one training."""

    @property
    def scenes(self) -> int:
        """How many it learnt from."""

    @property
    def weights(self) -> int:
        """How many numbers the model has."""

    @property
    def words(self) -> int:
        """How many words it knows."""

    @property
    def loss(self) -> float:
        """The last epoch's mean cross-entropy of words."""

    @property
    def seconds(self) -> float:
        """Of one core."""


def show_training(trained: Iterable[tuple[str, Training]], console: Console) -> None:
    """A row for each model, the means over seeds."""
    shown = new_table("trained")
    for head in _HEADS:
        shown.add_column(head, justify="right", no_wrap=True)
    for name, cells in _cells(trained).items():
        shown.add_row(name, *cells)
    print_whole(shown, console)


def training_table(trained: Iterable[tuple[str, Training]]) -> str:
    """The same as HTML."""
    columns = [Column("model"), *(Column(head, "right") for head in _HEADS)]
    cells = [[safe(name), *of] for name, of in _cells(trained).items()]
    return table("What was trained, means over seeds", columns, cells)


def _cells(trained: Iterable[tuple[str, Training]]) -> dict[str, list[str]]:
    by_name: dict[str, list[Training]] = {}
    for name, training in trained:
        by_name.setdefault(name, []).append(training)
    return {
        name: [
            f"{fmean(one.scenes for one in of):,.0f}",
            f"{fmean(one.weights for one in of):,.0f}",
            f"{fmean(one.words for one in of):,.0f}",
            f"{fmean(one.loss for one in of):.3f}",
            f"{fmean(one.seconds for one in of):.0f}",
        ]
        for name, of in by_name.items()
    }
