"""What the evaluation server keeps of a person, and its table of rules for the pages of people."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models.signals import post_save
from django.dispatch import receiver

from cutline.server.access import may, require
from cutline.server.models import Benchmark, Host, Rescore, Submission
from cutline.server.models.benchmark import touch
from cutline.web.people.asking import answer_with
from cutline.web.people.export import moment
from cutline.web.people.holdings import Holding, register
from cutline.web.people.models import Person, Team


def _submissions(person: Person) -> list[dict[str, Any]]:
    found = Submission.objects.filter(person=person).select_related("phase__benchmark", "team")
    return [
        {
            "id": str(submission.pk),
            "benchmark": submission.phase.benchmark.slug,
            "phase": submission.phase.slug,
            "team": submission.team.name if submission.team is not None else None,
            "method": submission.method,
            "description": submission.description,
            "paper_url": submission.paper_url,
            "code_url": submission.code_url,
            "external_data": submission.external_data,
            "file_name": submission.file_name,
            "file_sha256": submission.file_digest,
            "state": submission.state,
            "reason": submission.reason,
            "disqualified_why": submission.disqualified_why,
            "created": moment(submission.created),
            "finished": moment(submission.finished),
            # A file for each: all of them in one would be too large to send.
            "captions": f"{settings.CONFIGURATION.address}/entry/{submission.pk}/captions.jsonl",
        }
        for submission in found.order_by("created")
    ]


def _let_submissions_go(person: Person) -> None:
    # A file's name was chosen by the person and may tell theirs.
    Submission.objects.filter(person=person).update(person=None, file_name="", idempotency_key="")


def _benchmarks(person: Person) -> list[dict[str, Any]]:
    owned = [
        {"slug": benchmark.slug, "title": benchmark.title, "as": "owner"}
        for benchmark in Benchmark.objects.filter(owner=person).order_by("slug")
    ]
    hosted = Host.objects.filter(person=person).select_related("benchmark")
    return owned + [
        {"slug": host.benchmark.slug, "title": host.benchmark.title, "as": "host"}
        for host in hosted.order_by("benchmark__slug")
    ]


def _owned_benchmarks(person: Person) -> list[str]:
    return [
        f"You own the benchmark “{benchmark.title}”: hand it over to another host, or delete it."
        for benchmark in Benchmark.objects.filter(owner=person).order_by("title")
    ]


def _let_benchmarks_go(person: Person) -> None:
    Host.objects.filter(person=person).delete()
    Rescore.objects.filter(started_by=person).update(started_by=None)
    Rescore.objects.filter(ended_by=person).update(ended_by=None)


@receiver(post_save, sender=Team, dispatch_uid="boards show names of teams")
def _show_new_name(instance: Team, created: bool, **_: object) -> None:
    """Boards that are kept would go on showing a team's old name."""
    if not created:
        shown = Benchmark.objects.filter(phases__submissions__team=instance).distinct()
        for benchmark_id in shown.values_list("pk", flat=True):
            touch(benchmark_id)


answer_with(may, require)
register(Holding("submissions", _submissions, lambda person: [], _let_submissions_go))
register(Holding("benchmarks", _benchmarks, _owned_benchmarks, _let_benchmarks_go))
