"""Where words go: answers to standard output, all else to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.table import Table

from cutline.core.progress import progress

# A table that is piped is for another program or a file: it must not be cut to a screen's width.
_WIDTH_WHEN_PIPED = 400


def answers() -> Console:
    """Standard output, with colour and width only where it is a screen."""
    is_screen = sys.stdout.isatty()
    return Console(
        file=sys.stdout,
        width=None if is_screen else _WIDTH_WHEN_PIPED,
        highlight=False,
        markup=False,  # a system may be named "[best]"
        emoji=False,
        soft_wrap=not is_screen,
    )


def note(message: str) -> None:
    """Say something beside the answer."""
    print(message, file=sys.stderr)


@contextmanager
def working(message: str) -> Iterator[None]:
    """Show that something is going on, where somebody is looking."""
    with progress(message):
        yield


def new_table(*first_columns: str) -> Table:
    """An empty table in the house style, its first columns for names."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in first_columns:
        table.add_column(name, no_wrap=True)
    return table


def print_whole(table: Table, console: Console) -> None:
    """Print a table; a narrow screen wraps lines, but figures are never cut short."""
    needed = console.measure(table, options=console.options.update(width=10_000)).maximum
    console.width = max(console.width, needed)
    console.print(table)
