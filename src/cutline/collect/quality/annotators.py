"""What is known of each person in a project, and who stands out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Literal

from cutline.collect.models import Annotator, Figures, Project, Role, Task, TaskState, Verdict
from cutline.collect.quality.outliers import outliers

#: Of who has written fewer, nothing is said.
FEWEST_ANSWERS = 10
_FEWEST_KNOWN = 3
_LEAST_RIGHT = 0.6
_FIELDS = (
    "annotator_id",
    "pk",
    "state",
    "seconds",
    "flags",
    "text",
    "is_right",
    "verdict",
    "item__role",
)


@dataclass
class AnnotatorRow:
    """Somebody, in figures. None stands for what is not known."""

    annotator: Annotator
    done: int = 0
    discarded: int = 0
    skipped: int = 0
    in_hand: int = 0
    flagged: int = 0
    pasted: int = 0
    reviewed: int = 0
    rejected: int = 0
    known: int = 0
    right: int = 0
    seconds: float | None = None
    words: float | None = None
    agreement: tuple[float, ...] = ()
    #: Why somebody should look at them: a suggestion, and nothing more.
    marks: list[str] = field(default_factory=list)
    _times: list[float] = field(default_factory=list)
    _lengths: list[int] = field(default_factory=list)
    _agreed: list[list[float]] = field(default_factory=list)

    @property
    def answers(self) -> int:
        """All that they gave, whether it stands or not."""
        return self.done + self.discarded

    @property
    def pasted_share(self) -> float | None:
        """Of answers that stand."""
        return self.pasted / self.done if self.done else None

    @property
    def attention(self) -> float | None:
        """The share of items with a known answer that they got right."""
        return self.right / self.known if self.known else None

    @property
    def rejected_share(self) -> float | None:
        """Of answers that were looked at."""
        return self.rejected / self.reviewed if self.reviewed else None


def annotator_rows(project: Project, figures: Figures | None) -> list[AnnotatorRow]:
    """Everybody in a project, by number."""
    rows = {
        annotator.pk: AnnotatorRow(annotator)
        for annotator in Annotator.objects.filter(project=project).select_related("person")
    }
    agreed = figures.agreement if figures is not None else {}
    tasks = Task.objects.filter(item__project=project).values_list(*_FIELDS)
    for of, number, state, seconds, flags, text, is_right, verdict, role in tasks.iterator():
        row = rows.get(of)
        if row is None:  # joined a moment ago
            continue
        if role != Role.COLLECT:
            if is_right is not None and role == Role.ATTENTION:
                row.known += 1
                row.right += is_right
            continue
        _count(row, state, verdict)
        if state == TaskState.DONE:
            row.flagged += bool(flags)
            row.pasted += "pasted" in flags
            row._times.append(seconds)
            row._lengths.append(len(text.split()))
            row._agreed += [agreed[str(number)]] if str(number) in agreed else []
    for row in rows.values():
        _summarise(row)
    found = list(rows.values())
    _mark(found)
    return found


def _count(row: AnnotatorRow, state: str, verdict: str) -> None:
    row.done += state == TaskState.DONE
    row.discarded += state == TaskState.DISCARDED
    row.skipped += state == TaskState.SKIPPED
    row.in_hand += state == TaskState.LOCKED
    row.reviewed += bool(verdict)
    row.rejected += verdict == Verdict.REJECTED


def _summarise(row: AnnotatorRow) -> None:
    row.seconds = median(row._times) if row._times else None
    row.words = fmean(row._lengths) if row._lengths else None
    row.agreement = tuple(map(fmean, zip(*row._agreed, strict=True))) if row._agreed else ()


def _mark(rows: list[AnnotatorRow]) -> None:
    for row, said in _marks(rows):
        row.marks.append(said)


def _marks(rows: list[AnnotatorRow]) -> Iterator[tuple[AnnotatorRow, str]]:
    """Whom to look at, and why. Nobody is judged by what they did a few times."""
    known = {row.annotator.pk: row for row in rows if row.done >= FEWEST_ANSWERS}
    measures: tuple[tuple[str, Literal["low", "high"], dict[int, float | None]], ...] = (
        ("agrees little", "low", {k: next(iter(r.agreement), None) for k, r in known.items()}),
        ("is fast", "low", {k: r.seconds for k, r in known.items()}),
        ("pastes", "high", {k: r.pasted_share for k, r in known.items()}),
        ("is rejected often", "high", {k: r.rejected_share for k, r in known.items()}),
    )
    for said, side, values in measures:
        given = {key: value for key, value in values.items() if value is not None}
        for key in outliers(given, side):
            yield known[key], said
    for row in rows:
        share = row.attention
        if row.known >= _FEWEST_KNOWN and share is not None and share < _LEAST_RIGHT:
            yield row, "fails attention"
