"""Diversity as tables on the terminal and on a page, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rich.console import Console

from cutline.cli.diversity_study import SET_FIGURES, TEXT_FIGURES, DiversityStudy, Figure, shown
from cutline.cli.score_output import without_nan
from cutline.cli.terminal import new_table, print_whole
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe
from cutline.scoring.diversity import Diversity

FORMAT_VERSION = 1

#: What tables of sets leave unsaid.
SETS_NOTE = "Sets of different numbers of captions cannot be compared with each other."


def show_study(found: DiversityStudy, console: Console) -> None:
    """All tables, and the signatures below."""
    show_diversity(found, console)
    console.print()
    for signature in dict.fromkeys(str(each.signature) for each in found.found):
        console.out(signature, style="dim", highlight=False)


def show_diversity(found: DiversityStudy, console: Console) -> None:
    """One caption an image, then sets of captions where there are any."""
    _show("first caption", shown(TEXT_FIGURES, found.found), found.found, console)
    if found.has_sets:
        console.print()
        with_sets = [each for each in found.found if each.sets]
        _show("all captions of an image", SET_FIGURES, with_sets, console)
        if _differ(with_sets):
            console.print(SETS_NOTE)
    for reason in _missing(found):
        console.print(f"no local recall: {reason}")


def diversity_tables(found: DiversityStudy) -> str:
    """The same as HTML."""
    parts = [_table("First captions", shown(TEXT_FIGURES, found.found), found.found)]
    if found.has_sets:
        with_sets = [each for each in found.found if each.sets]
        parts.append(_table("Sets of captions of an image", SET_FIGURES, with_sets))
        if _differ(with_sets):
            parts.append(f'<p class="muted">{SETS_NOTE}</p>')
    parts += [f'<p class="muted">No local recall: {safe(text)}</p>' for text in _missing(found)]
    return "\n".join(parts)


def as_json(found: DiversityStudy) -> str:
    """Every figure."""
    content = {
        "cutline": "study",
        "version": FORMAT_VERSION,
        "study": "diversity",
        "runs": [each.to_dict() for each in found.found[:-1]],
        "people": found.found[-1].to_dict(),
    }
    return json.dumps(without_nan(content), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _differ(with_sets: Sequence[Diversity]) -> bool:
    return len({each.sets.captions_per_image for each in with_sets if each.sets}) > 1


def _missing(found: DiversityStudy) -> list[str]:
    reasons = (each.local_recall_missing for each in found.found[:-1])
    return list(dict.fromkeys(reason for reason in reasons if reason))


def _show(
    head: str, figures: Sequence[Figure], found: Sequence[Diversity], console: Console
) -> None:
    rows = new_table(head)
    for figure in figures:
        rows.add_column(figure.label, justify="right", no_wrap=True)
    for each in found:
        rows.add_row(each.system, *(figure.text(each) for figure in figures))
    print_whole(rows, console)


def _table(caption: str, figures: Sequence[Figure], found: Sequence[Diversity]) -> str:
    columns = [Column("captions of")]
    columns += [Column(figure.label, "right", help=figure.help) for figure in figures]
    cells = [
        [safe(each.system), *(figure.text(each) or "–" for figure in figures)] for each in found
    ]
    keys: list[list[SortValue]] = [
        [each.system, *(figure.value(each) for figure in figures)] for each in found
    ]
    return table(caption, columns, cells, sort_values=keys)
