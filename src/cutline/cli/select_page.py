"""A selection as a page: class balance before and after, drawn and in tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cutline.benchmarks.selection import Selection
from cutline.benchmarks.selection.result import ALL, CANDIDATES, RANDOM, SELECTED
from cutline.cli.page_parts import command_line_text, copyable, study_page
from cutline.cli.select_tables import (
    balance_rows,
    grouped_sizes,
    parts_text,
    size_heads,
    size_rows,
)
from cutline.reports.html_report.section import Section
from cutline.reports.theme.charts import BarSeries, Chart, figure, grouped_bars, line_chart
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe

#: Points of a line: more cannot be told apart on a page.
_MOST_POINTS = 120


def as_page(selection: Selection, annotations: str) -> str:
    """The charts with the figures behind them, and all classes."""
    name = "standard input" if annotations == "-" else Path(annotations).name
    sections = [
        Section("balance", "Class balance", _balance(selection)),
        Section("images", "Images", _images(selection)),
        Section("classes", "All classes", _classes(selection)),
        Section("reproduce", "Reproduce", _reproduce(selection)),
    ]
    chance, after = selection.balance[RANDOM], selection.balance[SELECTED]
    return study_page(
        f"{len(selection):,} images selected from {name}",
        sections,
        (
            f"Classes as varied as {after.perplexity:.0f} equally frequent ones; in as many random "
            f"images, as {chance.perplexity:.0f}."
        ),
    )


def _balance(selection: Selection) -> str:
    heads, rows = balance_rows(selection)
    text = (
        "Entropy is in bits. Perplexity is two to its power: so many classes, all equally "
        "frequent, would be as varied. Gini is 0 where all classes are equally frequent. Random "
        "images are candidates, as many as were selected; their figures are means of ten draws."
    )
    charts = figure(
        _frequencies(selection),
        "Each class is a point, from the most frequent to the rarest. The flatter, the more even. "
        "A step of one is ten times as many.",
    ) + figure(_entropies(selection), "Over classes, after each image.")
    return (
        f"<p>{safe(text)}</p>{_table('How even classes are', heads, rows)}"
        f'<div class="charts">{charts}</div>'
    )


def _frequencies(selection: Selection) -> Chart:
    unit = "images" if selection.procedure.count == "images" else "objects"
    series = {}
    ranks: list[int] = []
    for name in (CANDIDATES, RANDOM, SELECTED):
        counts = sorted(selection.class_counts[name].values(), reverse=True)
        ranks = _spread_out(len(counts))
        shares = [1000 * counts[rank] / selection.balance[name].images for rank in ranks]
        series[name] = [math.log10(share) if share else math.nan for share in shares]
    return line_chart(
        "How frequent each class is",
        [rank + 1 for rank in ranks],
        series,
        "rank of the class",
        f"{unit} for 1,000 images, as a power of ten",
        decimals=2,
    )


def _entropies(selection: Selection) -> Chart:
    places = _spread_out(len(selection))
    entropies = selection.entropies
    series = {
        "selected": [entropies[place] for place in places],
        "random": [selection.balance[RANDOM].entropy] * len(places),
    }
    numbers = [place + 1 for place in places]
    return line_chart("Entropy along the selection", numbers, series, "images", "bits")


def _spread_out(count: int) -> list[int]:
    """Places from the first to the last, evenly, and no more than can be drawn."""
    spread = np.linspace(0, count - 1, min(count, _MOST_POINTS)).round().tolist()
    return list(dict.fromkeys(map(int, spread)))


def _images(selection: Selection) -> str:
    counted = [
        _table(title, ["reason", "images"], [[what, f"{n:,}"] for what, n in counts.items()])
        for title, counts in (
            ("Images that are left out", selection.dropped),
            ("Images that are selected", selection.taken()),
        )
    ]
    sets = (ALL, CANDIDATES, SELECTED)
    series = [
        BarSeries(name, [100 * images / sum(grouped) for images in grouped])
        for name in sets
        for grouped in [grouped_sizes(selection, name)]
    ]
    heads = [f"{head} class{'' if head == '1' else 'es'}" for head in size_heads(selection)]
    chart = grouped_bars(
        "Shares of images by how many classes they have",
        heads,
        series,
        "percent of images",
        decimals=1,
    )
    return (
        "".join(counted)
        + figure(chart)
        + _table("Images by how many classes they have", *size_rows(selection))
    )


def _classes(selection: Selection) -> str:
    whole = selection.class_table()
    unit = "images" if selection.procedure.count == "images" else "objects"
    parts = f"<p>{safe(parts_text(selection))}</p>" if selection.part_counts else ""
    text = f"How many {unit} each class has; of random images, those of the first draw."
    return f"<p>{text}</p>{parts}" + _table(
        f"{unit.capitalize()} of each class",
        list(whole),
        [[str(row[0]), *(f"{n:,}" for n in row[1:])] for row in whole.rows()],
    )


def _reproduce(selection: Selection) -> str:
    return (
        f"<p>This command wrote this page:</p>{copyable(command_line_text())}"
        f"<p>The same signature means the same images.</p>{copyable(selection.signature)}"
    )


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    columns = [Column(head, "left" if place == 0 else "right") for place, head in enumerate(heads)]
    keys: list[list[SortValue]] = [[row[0], *map(_number, row[1:])] for row in rows]
    return table(caption, columns, [list(map(safe, row)) for row in rows], sort_values=keys)


def _number(cell: str) -> float:
    return float(cell.partition(" ")[0].replace(",", "").rstrip("%"))
