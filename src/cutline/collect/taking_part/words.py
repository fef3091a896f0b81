"""Words and figures that pages of those who take part show."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count

from cutline.collect.models import Annotator, Project, Role, TaskState


@dataclass(frozen=True)
class Part:
    """Lines of instructions that belong together: rules of a list, or paragraphs."""

    is_list: bool
    lines: tuple[str, ...]


def instruction_parts(text: str) -> list[Part]:
    """Instructions, as a page shows them: a line that starts with "- " is a rule.

    >>> [(part.is_list, part.lines) for part in instruction_parts("Look.\\n\\n- One\\n- Two")]
    [(False, ('Look.',)), (True, ('One', 'Two'))]
    """
    lines = [line.strip() for line in text.splitlines()]
    grouped = groupby((line for line in lines if line), key=lambda line: line.startswith("- "))
    return [
        Part(is_list, tuple(line.removeprefix("- ").strip() if is_list else line for line in group))
        for is_list, group in grouped
    ]


def money(hundredths: int, currency: str) -> str:
    """An amount.

    >>> money(1205, "USD")
    'USD 12.05'
    """
    return f"{currency} {hundredths // 100}.{hundredths % 100:02d}"


@dataclass(frozen=True)
class Standing:
    """How far somebody has come. What has a known answer counts as all else: it must not show."""

    done: int
    #: How many there will be; None for as many as there are.
    of: int | None
    #: An amount; empty where nothing is paid.
    earned: str


def standing_of(annotator: Annotator) -> Standing:
    """How far somebody has come in a project."""
    project = annotator.project
    done = annotator.tasks.filter(state=TaskState.DONE).order_by()
    counted = dict(done.values_list("item__role").annotate(answers=Count("pk")))
    tested = counted.get(Role.QUALIFICATION, 0)
    answers = sum(counted.values())
    earned = money((answers - tested) * project.pay, project.currency) if project.pay else ""
    return Standing(answers, _expected(project, tested), earned)


def _expected(project: Project, tested: int) -> int | None:
    if project.tasks_each is None:
        return None
    checks, every = 0, project.attention_every
    if every is not None:
        there = project.items.filter(role=Role.ATTENTION).count()
        checks = min(there, max(0, project.tasks_each - 1) // (every - 1))
    if project.pass_mark is not None:
        tested = max(tested, project.items.filter(role=Role.QUALIFICATION).count())
    return project.tasks_each + checks + tested
