"""`cutline serve import-board`: rows of another board, from CSV."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli.serve_rescore import benchmark_named
from cutline.cli.serving.subcommand import Data, opened_site
from cutline.cli.terminal import answers, new_table, note, print_whole
from cutline.core.errors import ContentError, FileError, UsageError, near_names

if TYPE_CHECKING:
    from cutline.server.board.values import Value
    from cutline.server.board_import.read import Reading
    from cutline.server.models import Benchmark, Phase


def import_board(
    context: typer.Context,
    benchmark: Annotated[
        str, typer.Argument(help="What stands in its address.", metavar="BENCHMARK")
    ],
    file: Annotated[
        str, typer.Argument(help="A head, then a line for each row.", metavar="FILE.csv")
    ],
    phase: Annotated[
        str, typer.Option(help="Whose board they join.", show_default="the only one")
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Only say what the file holds; import nothing.")
    ] = False,
    data: Data = None,
) -> None:
    """Import the rows of another server's board, all or none.

    Columns: method, and at least one metric of the benchmark; if there are any team, date, link,
    external_data, and `METRIC low`, `METRIC high`. The rows rank, are marked as imported, and
    cannot be tested. A board that Cutline exported can be imported as it is.

    Example: cutline serve import-board pets old-board.csv --phase test --check
    """
    opened_site(context, data)
    from cutline.server.board_import.keep import import_board as keep
    from cutline.server.board_import.read import MOST_BYTES, read_board

    found = benchmark_named(benchmark)
    chosen = _phase_of(found, phase)
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileError(f"{file}: cannot be read: {error.strerror or error}") from None
    reading = read_board(content, chosen)
    for problem in reading.warnings:
        note(f"{file}: {problem}")
    if reading.errors:
        listed = "\n".join(f"{file}: {problem}" for problem in reading.errors)
        raise ContentError(f"{listed}\n{len(reading.errors)} problems; nothing was imported")
    if check:
        _show(reading)
    else:
        keep(None, chosen, content)
    done = "would join" if check else "joined"
    rows = "1 row" if len(reading.rows) == 1 else f"{len(reading.rows):,} rows"
    print(f"{rows} {done} the board of {found.slug}, {chosen.title}")


def _phase_of(benchmark: Benchmark, wanted: str) -> Phase:
    phases = {one.slug: one for one in benchmark.phases.select_related("benchmark")}
    listed = ", ".join(phases) or "none"
    if wanted and wanted not in phases:
        near = near_names(wanted, list(phases))
        raise UsageError(f"{benchmark.slug} has no phase {wanted!r}{near}; it has: {listed}")
    if not wanted and len(phases) != 1:
        raise UsageError(
            f"{benchmark.slug} has several phases, say which one with --phase: {listed}"
            if phases
            else f"{benchmark.slug} has no phase, and so no board"
        )
    return phases[wanted or next(iter(phases))]


def _show(reading: Reading) -> None:
    """The rows as they are understood, and which columns are not used."""
    table = new_table("method", "team")
    for metric in reading.metrics:
        table.add_column(metric, justify="right", no_wrap=True)
    for row in reading.rows:
        table.add_row(
            row.method, row.team, *(_cell(row.scores.get(metric)) for metric in reading.metrics)
        )
    console = answers()
    print_whole(table, console)
    console.print()
    if reading.left:
        console.print(f"not used: {', '.join(reading.left)}", markup=False, highlight=False)


def _cell(value: Value | None) -> str:
    if value is None or value.value is None:
        return "-"
    if value.low is None and value.high is None:
        return f"{value.value:g}"
    low, high = ("?" if bound is None else f"{bound:g}" for bound in (value.low, value.high))
    return f"{value.value:g} ({low} to {high})"
