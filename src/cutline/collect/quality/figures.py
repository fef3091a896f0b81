"""Agreement and class coverage of a project: computed in one go, kept, and renewed by a worker."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from statistics import fmean
from typing import Any

from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import Count, Max, Q
from django.utils import timezone
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from cutline.collect.models import Figures, Item, Mode, Project, Role, Task, TaskState
from cutline.collect.quality.agreement import agreement, usable_metrics
from cutline.collect.quality.known_answers import names_all

_logger = logging.getLogger(__name__)
#: A worker scores submissions first.
PRIORITY = -10
#: So many captions are looked at in less than a second: a page does it itself.
AT_ONCE = 400
#: While people write, what was computed is out of date at once; it is renewed this often.
_AGAIN_SECONDS = 60
_DECIMALS = 5


def figures_of(project: Project) -> Figures | None:
    """What is known of a project, renewed if that is quick; else a worker is asked to.

    None where nothing has been computed yet. A page never fails because of it.
    """
    kept = Figures.objects.filter(project=project).first()
    basis = basis_of(project)
    if kept is not None and kept.basis == basis:
        return kept
    if not cache.add(f"collect-figures-{project.pk}", True, _AGAIN_SECONDS if kept else 5):
        return kept
    if _standing(project).count() <= AT_ONCE:
        return renew(project)
    try:
        ask_for_figures(project)
    except DatabaseError as error:
        _logger.warning("figures of project %s could not be asked for: %s", project.pk, error)
    return kept


def basis_of(project: Project) -> str:
    """What tells one state of a project's answers from another."""
    found = Task.objects.filter(item__project=project).aggregate(
        done=Count("pk", filter=Q(state=TaskState.DONE)),
        discarded=Count("pk", filter=Q(state=TaskState.DISCARDED)),
        finished=Max("finished"),
        reviewed=Max("reviewed"),
    )
    return "|".join(str(value) for value in found.values())


def renew(project: Project) -> Figures:
    """Compute all figures of a project now."""
    basis = basis_of(project)
    items = list(
        Item.objects.filter(project=project, role=Role.COLLECT).values_list("pk", "labels")
    )
    rows = list(_standing(project).values_list("item_id", "pk", "text", "finished"))
    metrics: tuple[str, ...] = ()
    agreed: dict[int, tuple[float, ...]] = {}
    if project.mode == Mode.CAPTIONS:
        metrics = usable_metrics(project.language)
        captions: dict[int, list[tuple[int, str]]] = {}
        for item, number, text, _ in rows:
            captions.setdefault(item, []).append((number, text))
        agreed = agreement(captions, metrics)
    values: dict[str, Any] = {
        "basis": basis,
        "computed": timezone.now(),
        "metrics": list(metrics),
        "agreement": {
            str(number): [round(value, _DECIMALS) for value in found]
            for number, found in agreed.items()
        },
        "coverage": _coverage(project, items, [(item, text) for item, _, text, _ in rows]),
        "by_hour": _by_hour(agreed, {number: finished for _, number, _, finished in rows}),
    }
    return Figures.objects.update_or_create(project=project, defaults=values)[0]


@task(priority=PRIORITY)
def renew_figures(project_id: int) -> None:
    """What the queue calls in a worker."""
    project = Project.objects.filter(pk=project_id).first()
    if project is not None:
        renew(project)


def ask_for_figures(project: Project) -> None:
    """Have a worker renew figures; where one will do so already, nothing is added."""
    with transaction.atomic():
        waiting = DBTaskResult.objects.ready().filter(
            task_path=renew_figures.module_path, args_kwargs__args__0=project.pk
        )
        if waiting.get_locked() is None:
            renew_figures.enqueue(project.pk)


def _standing(project: Project) -> Any:
    return Task.objects.filter(
        item__project=project, item__role=Role.COLLECT, state=TaskState.DONE
    ).order_by("pk")


def _by_hour(
    agreed: Mapping[int, tuple[float, ...]], finished: Mapping[int, datetime | None]
) -> list[list[Any]]:
    hours: dict[str, list[float]] = {}
    for number, values in agreed.items():
        if (moment := finished[number]) is not None:
            hour = moment.replace(minute=0, second=0, microsecond=0).isoformat()
            hours.setdefault(hour, []).append(values[0])
    return [
        [hour, round(fmean(values), _DECIMALS), len(values)]
        for hour, values in sorted(hours.items())
    ]


def _coverage(
    project: Project, items: Iterable[tuple[int, list[str]]], captions: Iterable[tuple[int, str]]
) -> list[dict[str, Any]]:
    """Of each label that is shown to people: how often it is in images, and in captions of them."""
    hidden = {str(label).casefold() for label in project.hidden_labels}
    labels = {item: [label for label in of if label.casefold() not in hidden] for item, of in items}
    images = Counter(label for of in labels.values() for label in of)
    named: Counter[str] = Counter()
    named_in: dict[str, set[int]] = {}
    for item, text in captions:
        for label in labels.get(item, ()):
            if names_all(text, [[label]], project.language):
                named[label] += 1
                named_in.setdefault(label, set()).add(item)
    return [
        {
            "label": label,
            "images": count,
            "named_images": len(named_in.get(label, ())),
            "captions": named[label],
        }
        for label, count in sorted(images.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
