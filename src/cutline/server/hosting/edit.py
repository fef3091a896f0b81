"""What hosts change of a benchmark: its words, its state, and whether it is there at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q

from cutline.core.errors import UsageError
from cutline.server.hosting.bundles import forget_copy
from cutline.server.hosting.locks import hold, hold_board
from cutline.server.models import (
    Benchmark,
    BenchmarkState,
    Blob,
    Kind,
    Rescore,
    Result,
    Submission,
)
from cutline.server.models.benchmark import touch
from cutline.web.people.models import Person
from cutline.web.people.models.audit import record

#: Texts of pages: the record says that they changed, and does not repeat them.
_LONG = ("description", "rules")
#: How many rows go at a time: databases have a limit.
_MOST_AT_ONCE = 500


def edit_benchmark(actor: Person, benchmark: Benchmark, values: Mapping[str, Any]) -> list[str]:
    """Change fields of a benchmark; returns those that differ from before."""
    with transaction.atomic():
        found = hold(benchmark.pk)
        before = {name: getattr(found, name) for name in values}
        changed = [name for name, value in values.items() if before[name] != value]
        if not changed:
            return []
        for name in changed:
            setattr(found, name, values[name])
        found.save(update_fields=changed)
        touch(found.pk)
        told = {
            name: "changed" if name in _LONG else change(before[name], values[name])
            for name in changed
        }
        note(actor, "benchmark.edit", found, **told)
    return changed


def order_metrics(actor: Person, benchmark: Benchmark, metrics: Sequence[str]) -> None:
    """Give a board's columns another order; the first ranks it.

    Raises:
        UsageError: when they are not the same metrics, which takes a rescore.
    """
    if sorted(metrics) != sorted(benchmark.metrics):
        raise UsageError("these are other metrics than the board is scored by: rescore it")
    edit_benchmark(actor, benchmark, {"metrics": list(metrics)})


def archive(actor: Person, benchmark: Benchmark) -> None:
    """Take no more submissions; everything stays to be read.

    Raises:
        UsageError: when it is not published.
    """
    _change_state(actor, benchmark, BenchmarkState.PUBLISHED, BenchmarkState.ARCHIVED, "archive")


def reopen(actor: Person, benchmark: Benchmark) -> None:
    """Take submissions again.

    Raises:
        UsageError: when it is not archived.
    """
    _change_state(actor, benchmark, BenchmarkState.ARCHIVED, BenchmarkState.PUBLISHED, "reopen")


def delete_benchmark(actor: Person, benchmark: Benchmark) -> None:
    """Remove a benchmark with all that was submitted to it, and every file that only it had."""
    with transaction.atomic():
        hold_board(benchmark.pk)
        files = _files_of(benchmark)
        entries = Submission.objects.filter(phase__benchmark=benchmark, kind=Kind.SYSTEM)
        note(actor, "benchmark.delete", benchmark, submissions=entries.count())
        benchmark.delete()
        for start in range(0, len(files), _MOST_AT_ONCE):
            _remove_unused(files[start : start + _MOST_AT_ONCE])
        left = set(Blob.objects.filter(pk__in=files[:_MOST_AT_ONCE]).values_list("pk", flat=True))
    if benchmark.bundle_id not in left:
        forget_copy(benchmark.bundle_id)


def change(before: Any, after: Any) -> dict[str, Any]:
    """A change, as the record has it."""
    return {"before": before, "after": after}


def note(actor: Person | None, action: str, benchmark: Benchmark, **detail: Any) -> None:
    """Write down what was done to a benchmark."""
    record(
        actor,
        action,
        f"benchmark:{benchmark.slug}",
        described=benchmark.title,
        scope=benchmark.slug,
        **detail,
    )


def _change_state(
    actor: Person, benchmark: Benchmark, before: BenchmarkState, after: BenchmarkState, verb: str
) -> None:
    with transaction.atomic():
        found = hold(benchmark.pk)
        if found.state != before:
            raise UsageError(f"{found.title} is {found.state}, expected one that is {before}")
        found.state = after
        found.save(update_fields=["state"])
        touch(found.pk)
        note(actor, f"benchmark.{verb}", found)


def _files_of(benchmark: Benchmark) -> list[str]:
    """The bundle first, then captions and statistics."""
    runs = Submission.objects.filter(phase__benchmark=benchmark).values_list("run_id", flat=True)
    results = Result.objects.filter(submission__phase__benchmark=benchmark)
    rescores = Rescore.objects.filter(benchmark=benchmark).values_list("bundle_id", flat=True)
    found = [*rescores, *runs, *results.values_list("statistics_id", flat=True)]
    return list(dict.fromkeys([benchmark.bundle_id, *filter(None, found)]))


def _remove_unused(files: Sequence[str]) -> None:
    """Remove those that nothing else has: equal files are kept once."""
    used: set[str | None] = set()
    for model, field in (
        (Benchmark, "bundle_id"),
        (Rescore, "bundle_id"),
        (Submission, "run_id"),
        (Result, "statistics_id"),
    ):
        held = model._default_manager.filter(Q((f"{field}__in", files)))
        used |= set(held.values_list(field, flat=True))
    Blob.objects.filter(pk__in=[file for file in files if file not in used]).delete()
