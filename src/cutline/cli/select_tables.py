"""A selection as tables on the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console

from cutline.benchmarks.selection import Balance, Selection
from cutline.benchmarks.selection.balance import MOST_FREQUENT
from cutline.benchmarks.selection.result import ALL
from cutline.cli.terminal import new_table, print_whole
from cutline.datasets.wording import printable

#: Parts that are named where they are listed apart.
_PARTS_SHOWN = 8


def show_selection(selection: Selection, console: Console) -> None:
    """What was dropped and taken, how even classes are, and how many classes images have."""
    counts = (selection.images, "image"), (selection.candidates, "candidate")
    told = ", ".join(f"{n:,} {noun}{'' if n == 1 else 's'}" for n, noun in counts)
    console.print(f"{told}, {len(selection):,} selected\n")
    if selection.dropped:
        _show_counts("left out", selection.dropped, console)
    _show_counts("selected", selection.taken(), console)
    heads, rows = balance_rows(selection)
    _show(heads, rows, console)
    heads, rows = size_rows(selection)
    _show(heads, rows, console)
    if selection.part_counts:
        console.print(f"{parts_text(selection)}\n")
    console.out(selection.signature, style="dim", highlight=False)


def balance_rows(selection: Selection) -> tuple[list[str], list[list[str]]]:
    """Figures on the balance of classes, a row for each set of images."""
    heads = ["classes of", "images", "entropy", "perplexity", "Gini", "covered"]
    heads.append(f"{MOST_FREQUENT} most frequent")
    return heads, [[name, *_figures(one)] for name, one in selection.balance.items()]


def _figures(one: Balance) -> list[str]:
    return [
        f"{one.images:,.0f}",
        f"{one.entropy:.3f}",
        f"{one.perplexity:.1f}",
        f"{one.gini:.3f}",
        f"{one.covered:.0f} of {one.classes}",
        f"{one.top_share:.1%}",
    ]


def size_columns(selection: Selection) -> list[int]:
    """Numbers of classes that have a column of their own; all larger ones share the last."""
    all_sizes = {size for sizes in selection.by_size.values() for size in sizes}
    most = selection.procedure.all_above + 1
    return sorted({min(size, most) for size in all_sizes})


def grouped_sizes(selection: Selection, name: str) -> list[float]:
    """Images of a set under each of these columns."""
    columns = size_columns(selection)
    grouped = dict.fromkeys(columns, 0.0)
    for size, images in selection.by_size[name].items():
        grouped[min(size, selection.procedure.all_above + 1)] += images
    return [grouped[size] for size in columns]


def size_heads(selection: Selection) -> list[str]:
    """What these columns are called."""
    last = selection.procedure.all_above + 1
    return [f"{size}+" if size == last else str(size) for size in size_columns(selection)]


def size_rows(selection: Selection) -> tuple[list[str], list[list[str]]]:
    """Images by how many classes they have, a row for each set of images."""
    rows = [
        [name, *(f"{images:,.0f}" for images in grouped_sizes(selection, name))]
        for name in selection.by_size
    ]
    return ["images by classes", *size_heads(selection)], rows


def parts_text(selection: Selection) -> str:
    """Which parts are listed apart, the most frequent first."""
    before = selection.part_counts[ALL]
    ordered = sorted(before, key=lambda label: (-before[label], label))
    named = ", ".join(f"{printable(label)} {before[label]:,}" for label in ordered[:_PARTS_SHOWN])
    rest = len(ordered) - _PARTS_SHOWN
    more = f" and {rest} more" if rest > 0 else ""
    return f"parts, listed apart, with their images: {named}{more}"


def _show_counts(title: str, counts: Mapping[str, int], console: Console) -> None:
    _show([title, "images"], [[name, f"{n:,}"] for name, n in counts.items()], console)


def _show(heads: list[str], rows: list[list[str]], console: Console) -> None:
    table = new_table(heads[0])
    for head in heads[1:]:
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    print_whole(table, console)
    console.print()
