"""How the best score of a board has grown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from cutline.reports.theme.charts import Chart, line_chart
from cutline.reports.theme.numbers import number_text
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe
from cutline.server.board.rows import Board, Row

_DAY = 24 * 60 * 60


@dataclass(frozen=True)
class Step:
    """An entry that was the best when it came."""

    when: datetime
    method: str
    team: str
    value: float


def best_over_time(board: Board) -> list[Step]:
    """The entries of a board that beat all before them, in the order in which they came.

    Entries alone that stand on the board today: what a team tried and did not choose is theirs.
    """
    steps: list[Step] = []
    for row, value in _values(board):
        if not steps or value > steps[-1].value:
            steps.append(Step(row.submitted, row.method, row.team, value))
    return steps


def history_chart(board: Board, decimals: int) -> Chart:
    """The same as a line that climbs in steps, beside that of people where there is one."""
    steps = best_over_time(board)
    last = max((row.submitted for row, _ in _values(board)), default=None)
    title = f"The best {board.metric} over time"
    beside = _table(title, steps, board.metric, decimals)
    if last is None:
        empty = line_chart(title, [], {board.metric: []}, "days", board.metric)
        return replace(empty, table=beside)
    start = steps[0].when
    xs, ys = _corners(steps, start, last)
    series: dict[str, Sequence[float]] = {"best": ys}
    human = next((row.values[board.metric].value for row in board.rows if row.is_human), None)
    if human is not None:
        series["human"] = [human] * len(xs)
    since = f"days since {start:%-d %B %Y}"
    drawn = line_chart(title, xs, series, since, board.metric, decimals=decimals)
    return replace(drawn, table=beside)


def _values(board: Board) -> list[tuple[Row, float]]:
    """Ranked rows with their values, oldest first."""
    rows = sorted(board.rows, key=lambda row: row.submitted)
    found = [(row, row.values[board.metric].value) for row in rows if row.rank is not None]
    return [(row, value) for row, value in found if value is not None]


def _corners(
    steps: Sequence[Step], start: datetime, last: datetime
) -> tuple[list[float], list[float]]:
    xs: list[float] = []
    ys: list[float] = []
    for step in steps:
        day = (step.when - start).total_seconds() / _DAY
        if ys:
            xs.append(day)
            ys.append(ys[-1])
        xs.append(day)
        ys.append(step.value)
    end = (last - start).total_seconds() / _DAY
    # A single entry is drawn as a line too: a point has no length to be seen.
    xs.append(max(end, xs[-1] + 0.1) if len(steps) == 1 else end)
    ys.append(ys[-1])
    return xs, ys


def _table(title: str, steps: Sequence[Step], metric: str, decimals: int) -> str:
    columns = [
        Column("Day"),
        Column("Method"),
        Column("Team"),
        Column(metric, "right"),
    ]
    cells = [
        [
            f"{step.when:%Y-%m-%d}",
            safe(step.method),
            safe(step.team),
            number_text(step.value, decimals),
        ]
        for step in steps
    ]
    return table(title, columns, cells)
