"""What reviewers look at next: what is odd first, then something of everybody."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db.models import Count, Q, QuerySet

from cutline.collect.models import (
    AnnotatorState,
    Figures,
    Project,
    Role,
    Task,
    TaskState,
)
from cutline.collect.quality.outliers import outliers

#: So many answers of everybody are looked at.
OF_EACH = 5
_MOST = 50
SAMPLE = "a sample of everybody"

#: What is said of an answer on the page, by its flags.
WORDS = {
    "pasted": "pasted",
    "fast": "written very fast",
    "templated": "much like others of the same person",
    "attention": "failed attention",
}


@dataclass(frozen=True)
class ToReview:
    """An answer, and why it is looked at."""

    task: Task
    reasons: tuple[str, ...] = field(default=())


def to_review(
    project: Project, figures: Figures | None, of_each: int = OF_EACH, most: int = _MOST
) -> list[ToReview]:
    """Answers that nobody has judged, those that most need it first.

    Flagged ones; then those by people who failed an item with a known answer; then those that
    agree far less with others' than is usual; then, by chance, as many of everybody as it takes to
    have seen `of_each` of them.
    """
    chosen: dict[int, list[str]] = {}
    for number, reason in _reasons(project, figures, of_each, most):
        if number in chosen or len(chosen) < most:
            chosen.setdefault(number, [])
            # Drawn by chance is no reason to be told where there is another.
            if reason not in chosen[number] and (reason != SAMPLE or not chosen[number]):
                chosen[number].append(reason)
    tasks = (
        Task.objects.filter(pk__in=chosen).select_related("item__project", "annotator").in_bulk()
    )
    return [ToReview(tasks[pk], tuple(reasons)) for pk, reasons in chosen.items() if pk in tasks]


def waiting(project: Project) -> QuerySet[Task]:
    """Answers that stand and that nobody has judged."""
    return Task.objects.filter(
        item__project=project, item__role=Role.COLLECT, state=TaskState.DONE, verdict=""
    ).exclude(annotator__state=AnnotatorState.BLOCKED)


def _reasons(
    project: Project, figures: Figures | None, of_each: int, most: int
) -> Iterator[tuple[int, str]]:
    unseen = waiting(project).order_by("pk")
    for number, flags in unseen.exclude(flags=[]).values_list("pk", "flags")[:most]:
        for flag in flags:
            yield number, WORDS.get(flag, flag)
    failed = (
        Task.objects.filter(item__project=project, item__role=Role.ATTENTION, is_right=False)
        .values_list("annotator_id", flat=True)
        .distinct()
    )
    seen_of: Counter[int] = Counter()
    by_them = unseen.filter(annotator_id__in=list(failed))
    for number, annotator in by_them.values_list("pk", "annotator_id")[: most * of_each]:
        seen_of[annotator] += 1
        if seen_of[annotator] <= of_each:
            yield number, WORDS["attention"]
    low = _low(figures)
    for number in unseen.filter(pk__in=low[: 4 * most]).values_list("pk", flat=True)[:most]:
        yield number, "agrees little with others"
    yield from _of_everybody(project, of_each, most)


def _low(figures: Figures | None) -> list[int]:
    """Answers that agree far less than others do, the least first."""
    if figures is None or not figures.agreement:
        return []
    # Values of CIDEr have a long tail upwards, which a root shortens.
    values = {int(task): max(0.0, found[0]) ** 0.5 for task, found in figures.agreement.items()}
    far = outliers(values, "low")
    nothing = [task for task, value in values.items() if value == 0.0]
    return list(dict.fromkeys([*sorted(far, key=far.__getitem__), *nothing]))


def _of_everybody(project: Project, of_each: int, most: int) -> Iterator[tuple[int, str]]:
    judged = Q(tasks__item__role=Role.COLLECT) & ~Q(tasks__verdict="")
    people = (
        project.annotators.exclude(state=AnnotatorState.BLOCKED)
        .annotate(seen=Count("tasks", filter=judged))
        .filter(seen__lt=of_each)
        .order_by("seen", "pk")
        .values_list("pk", "seen")[:most]
    )
    unseen: dict[int, list[int]] = {}
    missing = dict(people)
    rows = waiting(project).filter(annotator_id__in=missing).values_list("pk", "annotator_id")
    for number, annotator in rows:
        unseen.setdefault(annotator, []).append(number)
    for annotator, seen in missing.items():
        drawn = sorted(unseen.get(annotator, ()), key=lambda pk: _chance(project.seed, pk))
        for number in drawn[: of_each - seen]:
            yield number, SAMPLE


def _chance(seed: int, number: int) -> bytes:
    # The same for every reviewer and every page, and unknown to those who write.
    return hashlib.sha256(f"{seed}:{number}".encode()).digest()
