"""What hosts change of a phase: dates, limits, what is shown of scores, and the final freeze."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from cutline.core.errors import UsageError
from cutline.server.hosting.edit import change
from cutline.server.models import Kind, Phase
from cutline.server.models.benchmark import touch
from cutline.server.rescoring.jobs import queue_anew
from cutline.web.people.models import Person
from cutline.web.people.models.audit import record

WHY_RESERVE_STAYS = (
    "Captions have been submitted: another share would put other images in reserve, and scores "
    "from before and after could not be compared."
)


def can_change_reserve(phase: Phase) -> bool:
    """Whether the reserve may still be chosen: nobody but the server itself was scored yet."""
    return not phase.submissions.exclude(kind=Kind.HUMAN).exists()


def edit_phase(actor: Person, phase: Phase, values: Mapping[str, Any]) -> list[str]:
    """Change fields of a phase; returns those that differ from before.

    Raises:
        UsageError: when the reserve would change although captions have been submitted.
    """
    with transaction.atomic():
        found = Phase.objects.select_for_update(of=("self",), no_key=True).select_related(
            "benchmark"
        )
        phase = found.get(pk=phase.pk)
        before = {name: getattr(phase, name) for name in values}
        changed = [name for name, value in values.items() if before[name] != value]
        if not changed:
            return []
        if "reserve_share" in changed and not can_change_reserve(phase):
            raise UsageError(WHY_RESERVE_STAYS)
        for name in changed:
            setattr(phase, name, values[name])
        phase.save(update_fields=changed)
        if "reserve_share" in changed:
            _score_people_again(phase)
        touch(phase.benchmark_id)
        told = {name: change(_told(before[name]), _told(values[name])) for name in changed}
        _note(actor, "phase.edit", phase, **told)
    return changed


def freeze(actor: Person, phase: Phase, when: datetime | None = None) -> datetime:
    """Make a board final, now or at a time to come.

    Raises:
        UsageError: when it is final already, or the time is past: what came since would fall off.
    """
    now = timezone.now()
    with transaction.atomic():
        phase = Phase.objects.select_for_update(of=("self",), no_key=True).get(pk=phase.pk)
        if phase.is_frozen(now):
            raise UsageError(f"The phase {phase.title} is frozen already.")
        if when is not None and when < now:
            raise UsageError(
                f"{when:%Y-%m-%d %H:%M} UTC is past: what was submitted since would fall off the "
                f"board. Take a time to come, or freeze it now."
            )
        phase.frozen = when or now
        phase.save(update_fields=["frozen"])
        touch(phase.benchmark_id)
        _note(actor, "phase.freeze", phase, frozen=_told(phase.frozen))
    return phase.frozen


def unfreeze(actor: Person, phase: Phase) -> None:
    """Let a board change again.

    Raises:
        UsageError: when no freeze is set.
    """
    with transaction.atomic():
        phase = Phase.objects.select_for_update(of=("self",), no_key=True).get(pk=phase.pk)
        if phase.frozen is None:
            raise UsageError(f"The phase {phase.title} is not frozen.")
        was, phase.frozen = phase.frozen, None
        phase.save(update_fields=["frozen"])
        touch(phase.benchmark_id)
        _note(actor, "phase.unfreeze", phase, was=_told(was))


def _score_people_again(phase: Phase) -> None:
    """The human baseline goes by the images that are not in reserve, too."""
    row = phase.submissions.filter(kind=Kind.HUMAN).select_related("phase").first()
    if row is None:
        return
    row.results.all().delete()
    row.jobs.all().delete()  # a worker that is at it finds its job gone
    row.state, row.progress, row.finished = "queued", 0.0, None
    row.save(update_fields=["state", "progress", "finished"])
    queue_anew(row, phase.benchmark.scorer)


def _told(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _note(actor: Person, action: str, phase: Phase, **detail: Any) -> None:
    slug = phase.benchmark.slug
    record(
        actor,
        action,
        f"phase:{slug}/{phase.slug}",
        described=phase.title,
        scope=slug,
        **detail,
    )
