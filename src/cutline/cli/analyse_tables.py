"""An analysis of captions as tables on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from cutline.benchmarks.dataset_analysis import Analysis
from cutline.cli.analyse_figures import (
    CAPTION_FIGURES,
    PER,
    Figure,
    class_note,
    ngram_rows,
    object_figures,
    overlap_rows,
    part_heads,
    part_rows,
    part_text,
    sample_text,
    signatures,
    typical_rows,
)
from cutline.cli.terminal import new_table, print_whole


def show(found: Analysis, console: Console) -> None:
    """All figures of the sets side by side, then what they share."""
    names = [one.name for one in found.sets]
    is_pair = len(names) == 2
    heads = [*names, *(["difference"] if is_pair else [])]
    _show_figures("", heads, found, CAPTION_FIGURES, console)
    if figures := object_figures(found):
        console.print()
        _show_figures("objects", heads, found, figures, console)
        for text in class_note(found):
            console.print(text)
    console.print(f"\ndifferent n-grams in samples of {sample_text(found)}")
    spread = [head for name in names for head in (name, "±")]
    _show("", [*spread, *heads[len(names) :]], ngram_rows(found), console)
    if rows := part_rows(found):
        console.print(f"\nparts of speech, {part_text(found)}")
        _show("", part_heads(found), rows, console)
    if found.shared is not None:
        console.print()
        _show("different words", ["all captions", "samples"], overlap_rows(found), console)
        _show_typical(found, console)
    console.print()
    for text in signatures(found):
        console.out(text, style="dim", highlight=False)


def _show_figures(
    name: str, heads: Sequence[str], found: Analysis, figures: Sequence[Figure], console: Console
) -> None:
    rows = [
        [figure.label, *map(figure.text, found.sets), figure.difference(found)][: len(heads) + 1]
        for figure in figures
    ]
    _show(name, heads, rows, console)


def _show_typical(found: Analysis, console: Console) -> None:
    if found.shared is None:
        return
    names = [one.name for one in found.sets]
    typical = found.shared.typical
    for name, words in zip(names, (typical.first, typical.second), strict=True):
        console.print()
        if not words:
            console.print(f"no word is typical of {name}")
            continue
        heads = [f"{of} per {PER:,} words" for of in names]
        _show(f"typical of {name}", [*heads, "z"], typical_rows(found, words), console)


def _show(name: str, heads: Sequence[str], rows: Sequence[Sequence[str]], console: Console) -> None:
    table = new_table(name)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    print_whole(table, console)
