"""A benchmark from a bundle, with its phases and its human row."""

from __future__ import annotations

import pytest

from cutline.server.hosting.bundles import bundle_of, image_ids
from cutline.server.models import Blob, JobState, Kind
from cutline.web.people.models import AuditEntry, Role
from tests.server import made

pytestmark = pytest.mark.django_db


def test_a_bundle_becomes_a_benchmark_with_a_phase_for_each_split() -> None:
    host = made.person("hanna", Role.HOST)
    benchmark = made.benchmark(host)
    dev, test = benchmark.phases.all()
    assert (dev.slug, dev.is_public, dev.per_day) == ("dev", True, None)
    assert (test.slug, test.is_public, test.per_day) == ("test", False, 5)
    assert image_ids(benchmark, "test") == tuple(range(1, 9))
    references, _ = bundle_of(benchmark).references("test")
    assert made.CANARIES[0] in references.references[0][1]
    assert benchmark.scorer.startswith("cutline-")
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert actions == {"benchmark.create", "benchmark.publish"}


def test_publishing_queues_the_human_rows_once() -> None:
    host = made.person("hanna", Role.HOST)
    benchmark = made.benchmark(host)
    rows = [phase.submissions.get(kind=Kind.HUMAN) for phase in benchmark.phases.all()]
    assert [row.jobs.get().state for row in rows] == [JobState.QUEUED] * 2


def test_equal_bytes_are_kept_once() -> None:
    first, second = Blob.keep(b"a dog runs"), Blob.keep(b"a dog runs")
    assert first.pk == second.pk
    assert Blob.objects.get(pk=first.pk).data() == b"a dog runs"
