"""The study of priming as tables on the terminal and on a page, and as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from rich.console import Console

from cutline.cli.score_output import without_nan
from cutline.cli.terminal import new_table, print_whole
from cutline.reports.priming.result import ArmDifference, ComparedFigure, PrimingStudy
from cutline.reports.statistics.intervals import Interval
from cutline.reports.theme.numbers import number_text, range_text
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe

FORMAT_VERSION = 1

#: What the table of differences leaves unsaid.
TEST_NOTE = (
    "p: how often chance alone gives such a difference, by swapping the arms of images; corrected "
    "for all pairs of arms."
)


def show_study(found: PrimingStudy, console: Console) -> None:
    """The arms, their figures, the differences, and the signature below."""
    arms = new_table("arm", "labels shown")
    for head in ("captions", "images", "people", "median seconds"):
        arms.add_column(head, justify="right", no_wrap=True)
    for arm in found.arms:
        seconds = "" if arm.median_seconds is None else f"{arm.median_seconds:.1f}"
        counts = [f"{count:,}" for count in (arm.captions, arm.images, arm.annotators)]
        arms.add_row(arm.arm, "yes" if arm.primed else "no", *counts, seconds)
    print_whole(arms, console)
    console.print()
    _show_figures(found, console)
    console.print()
    console.out(found.signature, style="dim", highlight=False)


def _show_figures(found: PrimingStudy, console: Console) -> None:
    rows = new_table("figure")
    for arm in found.arms:
        rows.add_column(arm.arm, justify="right", no_wrap=True)
    has_pairs = len(found.arms) > 2
    if has_pairs:
        rows.add_column("compared", no_wrap=True)
    for head in ("difference", f"{found.level:.0%} interval", "p"):
        rows.add_column(head, justify="right", no_wrap=True)
    for figure in found.figures:
        values = [number_text(arm.value, figure.decimals) for arm in figure.arms]
        for number, each in enumerate(figure.differences):
            named = [figure.name, *values] if number == 0 else [""] * (len(values) + 1)
            pair = [_pair(each)] if has_pairs else []
            rows.add_row(*named, *pair, *_difference(figure, each))
    print_whole(rows, console)


def priming_tables(found: PrimingStudy) -> str:
    """The same as HTML."""
    columns = [Column("arm"), Column("labels shown")]
    columns += [
        Column(head, "right") for head in ("captions", "images", "people", "median seconds")
    ]
    cells = [
        [
            safe(arm.arm),
            "yes" if arm.primed else "no",
            *(f"{count:,}" for count in (arm.captions, arm.images, arm.annotators)),
            "–" if arm.median_seconds is None else f"{arm.median_seconds:.1f}",
        ]
        for arm in found.arms
    ]
    sizes = table("Arms", columns, cells)
    notes = "".join(f'<p class="muted">{safe(note)}</p>' for note in found.notes)
    return f'{sizes}\n{_figure_table(found)}\n<p class="muted">{safe(TEST_NOTE)}</p>{notes}'


def _figure_table(found: PrimingStudy) -> str:
    columns = [Column("figure")]
    columns += [Column(arm.arm, "right") for arm in found.arms]
    columns += [
        Column("compared"),
        Column("difference", "right", help="What the second arm has more than the first."),
        Column(f"{found.level:.0%} interval", "right", help="By resampling images."),
        Column("p", "right", help=TEST_NOTE),
    ]
    cells, keys = [], []
    for figure in found.figures:
        values = [number_text(arm.value, figure.decimals) for arm in figure.arms]
        for each in figure.differences:
            named = f'<span title="{safe(figure.help)}">{safe(figure.name)}</span>'
            cells.append([named, *values, safe(_pair(each)), *_difference(figure, each)])
            low = each.interval.low if each.interval else None
            sort: list[SortValue] = [figure.name, *(arm.value for arm in figure.arms), _pair(each)]
            keys.append([*sort, each.value, low, each.corrected_p])
    return table("Figures of arms", columns, cells, sort_values=_plain(keys))


def as_json(found: PrimingStudy) -> str:
    """Every figure."""
    head = {"cutline": "study", "version": FORMAT_VERSION, "study": "priming"}
    content = without_nan({**head, **found.to_dict()})
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _pair(difference: ArmDifference) -> str:
    return f"{difference.second} - {difference.first}"


def _difference(figure: ComparedFigure, each: ArmDifference) -> list[str]:
    return [
        _signed(each.value, figure.decimals),
        _range(each.interval, figure.decimals),
        _p_text(each.corrected_p),
    ]


def _signed(value: float, decimals: int) -> str:
    if math.isnan(value):
        return ""
    # What rounds to nothing has no sign.
    rounded = round(value, decimals) + 0.0
    return ("+" if rounded > 0 else "") + number_text(rounded, decimals)


def _range(interval: Interval | None, decimals: int) -> str:
    if interval is None or math.isnan(interval.low):
        return ""
    return range_text(interval.low, interval.high, decimals)


def _p_text(p: float) -> str:
    if math.isnan(p):
        return ""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _plain(keys: Sequence[Sequence[SortValue]]) -> list[list[SortValue]]:
    """What is undefined sorts last."""
    return [
        [None if isinstance(key, float) and math.isnan(key) else key for key in row] for row in keys
    ]
