"""Verdicts on metrics for people (a table) and for programs (JSON)."""

from __future__ import annotations

import json

from rich.console import Console

from cutline.cli.score_output import without_nan
from cutline.cli.terminal import new_table, print_whole
from cutline.reports.meta_evaluation import Verdicts
from cutline.reports.wording import interval_text, level_text, value_text

FORMAT_VERSION = 1


def show_verdicts(verdicts: Verdicts, console: Console) -> None:
    """A row for each metric, two columns for each figure; the protocol and signatures below."""
    table = new_table("metric")
    names = list(verdicts.verdicts[0].estimates)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
        table.add_column(level_text(verdicts.level), no_wrap=True, style="dim")
    table.add_column("ties", justify="right", no_wrap=True)
    table.add_column("pairs", justify="right", no_wrap=True)
    for verdict in verdicts.verdicts:
        cells = []
        for name in names:
            estimate = verdict.estimates[name]
            cells += [value_text(estimate.value), interval_text(estimate.interval)]
        table.add_row(verdict.spec, *cells, f"{verdict.ties:,}", f"{verdict.pairs:,}")
    print_whole(table, console)
    console.print()
    for line in (verdicts.protocol, *(str(v.signature) for v in verdicts.verdicts)):
        console.out(line, style="dim", highlight=False)


def as_json(verdicts: Verdicts) -> str:
    """All figures, with intervals, protocol and signatures."""
    content = {"cutline": "verdicts", "version": FORMAT_VERSION, **verdicts.to_dict()}
    return json.dumps(without_nan(content), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
