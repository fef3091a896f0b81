"""Reading the rows of another board from CSV, with every problem by its line and column."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from django.utils import timezone

from cutline.server.board.values import Value
from cutline.server.board_import.columns import Columns, columns_of
from cutline.server.models import Kind, Phase
from cutline.server.submissions.details import Details

MOST_BYTES = 512 << 10
MOST_ROWS = 2000
MOST_TEAM = 60
#: What a spreadsheet takes for a formula.
_FORMULA = ("=", "+", "-", "@")
#: Scores of ours are fractions; CIDEr alone goes up to ten.
_LARGE = 10.0


@dataclass(frozen=True)
class Problem:
    """What is wrong, and where. A warning is not in the way."""

    line: int
    column: str
    message: str
    is_warning: bool = False

    def __str__(self) -> str:
        where = f"line {self.line}" + (f", {self.column}" if self.column else "")
        return f"{where}: {self.message}"


@dataclass(frozen=True)
class ImportedRow:
    """A row of another board."""

    line: int
    method: str
    team: str
    date: datetime
    link: str
    external_data: str
    scores: dict[str, Value]


@dataclass
class Reading:
    """What a file holds."""

    metrics: tuple[str, ...] = ()
    #: Columns that are computed anew, or speak of the site that the file comes from.
    left: tuple[str, ...] = ()
    rows: list[ImportedRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def errors(self) -> list[Problem]:
        """What keeps it from being imported."""
        return [problem for problem in self.problems if not problem.is_warning]

    @property
    def warnings(self) -> list[Problem]:
        """What is odd and not in the way."""
        return [problem for problem in self.problems if problem.is_warning]


def read_board(data: bytes, phase: Phase) -> Reading:
    """Read the rows of another board for a phase. Nothing is written."""
    reading = Reading()
    text = _text(data, reading)
    if text is None:
        return reading
    try:
        lines = list(_lines(text))
    except csv.Error as error:
        reading.problems.append(Problem(1, "", f"is no CSV: {error}"))
        return reading
    if not lines:
        reading.problems.append(Problem(1, "", "the file is empty, expected a head and rows"))
        return reading
    number, head = lines[0]
    columns, faults = columns_of(head, phase.benchmark.metrics)
    reading.problems += [Problem(number, "", fault) for fault in faults]
    reading.metrics = tuple(
        metric for metric in phase.benchmark.metrics if metric in columns.metrics
    )
    reading.left = tuple(columns.left)
    if not faults:
        _read_rows(lines[1:], len(head), columns, phase, reading)
    return reading


def _text(data: bytes, reading: Reading) -> str | None:
    if len(data) > MOST_BYTES:
        said = f"the file has {len(data):,} bytes, expected at most {MOST_BYTES:,}"
        reading.problems.append(Problem(1, "", said))
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        reading.problems.append(Problem(line, "", "is not UTF-8: save the file as CSV in UTF-8"))
        return None
    if "\0" in text:
        reading.problems.append(Problem(1, "", "has a zero byte, expected text"))
        return None
    return text


def _lines(text: str) -> Iterable[tuple[int, list[str]]]:
    first = text.split("\n", 1)[0]
    # Spreadsheets of many countries write semicolons.
    mark = max((",", ";", "\t"), key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, row


def _read_rows(
    lines: Sequence[tuple[int, list[str]]],
    width: int,
    columns: Columns,
    phase: Phase,
    reading: Reading,
) -> None:
    if not lines:
        reading.problems.append(Problem(2, "", "there are no rows after the head"))
    if len(lines) > MOST_ROWS:
        said = f"there are {len(lines):,} rows, expected at most {MOST_ROWS:,}"
        reading.problems.append(Problem(lines[MOST_ROWS][0], "", said))
        return
    known = {
        (row.method.casefold(), row.team_name.casefold()): "is on the board already, imported"
        for row in phase.submissions.filter(kind=Kind.IMPORTED)
    }
    for number, cells in lines:
        if len(cells) != width:
            said = f"has {len(cells)} cells, expected {width} as in the head"
            reading.problems.append(Problem(number, "", said))
            continue
        if _is_human(cells, columns):
            said = "is what people wrote on the other board, and is left out: it is no entry"
            reading.problems.append(Problem(number, "kind", said, is_warning=True))
            continue
        row = _row(number, cells, columns, reading.problems)
        key = (row.method.casefold(), row.team.casefold())
        if key in known:
            said = f"{row.method[:40]!r} of {row.team[:40] or 'no team'!r} {known[key]}"
            reading.problems.append(Problem(number, "method", said))
        known[key] = f"stands on line {number} already"
        reading.rows.append(row)


def _is_human(cells: Sequence[str], columns: Columns) -> bool:
    place = columns.fields.get("kind")
    return place is not None and cells[place].strip().casefold() == Kind.HUMAN


def _unguarded(text: str) -> str:
    """A cell without the mark that our export puts before what looks like a formula."""
    rest = text[1:].lstrip()
    return rest if text.startswith("'") and rest.startswith(_FORMULA) else text


def _row(
    number: int, cells: Sequence[str], columns: Columns, problems: list[Problem]
) -> ImportedRow:
    texts = {name: cells[place].strip() for name, place in columns.fields.items()}
    for name, text in texts.items():
        if text.startswith(_FORMULA):
            said = f"starts with {text[0]!r}, which spreadsheets run as a formula"
            problems.append(Problem(number, name, f"{said}, expected plain text"))
    texts = {name: _unguarded(text) for name, text in texts.items()}
    details = Details(
        method=texts.get("method", ""),
        paper_url=texts.get("link", ""),
        external_data=texts.get("external_data", ""),
    )
    called = {"paper_url": "link"}
    for name, fault in details.problems().items():
        problems.append(Problem(number, called.get(name, name), fault))
    team = texts.get("team", "")
    team_fault = Details(method=team or "-").problems().get("method", "")
    if team_fault or len(team) > MOST_TEAM:
        long = f"is {len(team):,} characters long, expected at most {MOST_TEAM}"
        problems.append(Problem(number, "team", team_fault if len(team) <= MOST_TEAM else long))
    scores = _scores(number, cells, columns.metrics, problems)
    return ImportedRow(
        line=number,
        method=details.method,
        team=team,
        date=_date(number, texts.get("date", ""), problems),
        link=details.paper_url,
        external_data=details.external_data,
        scores=scores,
    )


def _scores(
    number: int,
    cells: Sequence[str],
    metrics: Mapping[str, Mapping[str, int]],
    problems: list[Problem],
) -> dict[str, Value]:
    found: dict[str, Value] = {}
    faults = len(problems)
    for metric, places in metrics.items():
        parts = {
            part: _number(
                number, metric if part == "value" else f"{metric} {part}", cells[place], problems
            )
            for part, place in places.items()
        }
        value = Value(parts.get("value"), parts.get("low"), parts.get("high"))
        if value.value is None:
            continue
        found[metric] = value
        if abs(value.value) > _LARGE:
            said = f"{value.value:g} is large: scores here are fractions, such as 0.352"
            problems.append(Problem(number, metric, said, is_warning=True))
        if _is_outside(value):
            said = f"{value.value:g} is outside its interval from {value.low} to {value.high}"
            problems.append(Problem(number, metric, said))
    if not found and len(problems) == faults:
        problems.append(Problem(number, "", "has no score, expected at least one"))
    return found


def _is_outside(value: Value) -> bool:
    bounds = (value.low, value.high)
    at = value.value
    return at is not None and (
        (bounds[0] is not None and at < bounds[0]) or (bounds[1] is not None and at > bounds[1])
    )


def _number(line: int, column: str, cell: str, problems: list[Problem]) -> float | None:
    text = cell.strip()
    if not text or text in ("-", "–"):
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in text:
        said = f"{text[:40]!r} is no number, expected one such as 0.352"
        problems.append(Problem(line, column, said))
        return None
    return value


def _date(line: int, text: str, problems: list[Problem]) -> datetime:
    now = timezone.now()
    if not text:
        return now
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        said = f"{text[:40]!r} is no date, expected one such as {date(2024, 5, 31)}"
        problems.append(Problem(line, "date", said))
        return now
    if found.tzinfo is None:
        found = found.replace(tzinfo=UTC)
    if found > now or found.year < 1900:
        problems.append(Problem(line, "date", f"{text[:40]!r} is not a day that has been"))
    return found
