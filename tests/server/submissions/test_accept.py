"""What is taken, and what is refused with nothing kept of it."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from cutline.server.models import (
    Benchmark,
    BenchmarkState,
    Blob,
    FailedAttempt,
    JobState,
    Phase,
    ScoringJob,
    State,
    Submission,
)
from cutline.server.submissions.accept import require_open
from cutline.server.submissions.details import Details
from cutline.server.uploads.check import check
from cutline.server.uploads.refused import Refused
from tests.server import made
from tests.server.submissions.conftest import World
from tests.server.submissions.sending import BROKEN, results, send


def _refused(world: World, data: bytes | None = None, **given: str) -> Refused:
    """The refusal of an upload, of which nothing is kept."""
    before = Submission.objects.count(), Blob.objects.count(), ScoringJob.objects.count()
    with pytest.raises(Refused) as caught:
        send(world.ann, world.team, world.phase, data, **given)  # type: ignore[arg-type]
    after = Submission.objects.count(), Blob.objects.count(), ScoringJob.objects.count()
    assert after == before
    return caught.value


def test_a_file_that_is_fine(world: World) -> None:
    said = Details("  A method ", "Line\r\nline", "https://example.org/p", external_data="COCO")
    made_one = send(world.ann, world.team, world.phase, details=said)
    kept = Submission.objects.get(pk=made_one.pk)
    assert (kept.state, kept.counts, kept.on_board) == (State.QUEUED, True, False)
    assert (kept.method, kept.description) == ("A method", "Line\nline")
    assert kept.file_digest == hashlib.sha256(results()).hexdigest()
    assert kept.file_name == "run.json"
    assert kept.run is not None
    assert b"a dog runs near the park" in kept.run.data()
    assert kept.jobs.get().state == JobState.QUEUED


def test_warnings_are_kept(world: World) -> None:
    kept = send(world.ann, world.team, world.phase, results(caption=""))
    assert [warning["kind"] for warning in kept.warnings] == ["empty-caption"]


def test_a_file_with_problems_costs_no_submission(world: World) -> None:
    refusal = _refused(world, BROKEN)
    assert (refusal.status, refusal.code) == (422, "invalid_file")
    assert "not JSON" in refusal.message
    attempt = FailedAttempt.objects.get(team=world.team, phase=world.phase)
    assert attempt.reason == refusal.message


def test_a_file_that_is_too_large(world: World) -> None:
    Phase.objects.filter(pk=world.phase.pk).update(most_bytes=100)
    world.phase.refresh_from_db()
    refusal = _refused(world)
    assert (refusal.status, refusal.code) == (413, "too_large")
    assert "expected at most 100 bytes" in refusal.message
    assert FailedAttempt.objects.count() == 1


def test_an_e_mail_that_is_not_confirmed(world: World) -> None:
    carl = made.person("carl", confirmed=False)
    with pytest.raises(Refused) as caught:
        send(carl, made.team("Carl", carl), world.phase)
    assert (caught.value.status, caught.value.code) == (403, "email_not_confirmed")


def test_the_team_of_others(world: World) -> None:
    carl = made.person("carl")
    with pytest.raises(PermissionDenied):
        send(carl, world.team, world.phase)


def test_a_benchmark_that_is_not_published(world: World) -> None:
    draft = made.benchmark(world.host, "draft", published=False)
    with pytest.raises(Http404):
        send(world.ann, world.team, made.phase(draft))


@pytest.mark.parametrize(
    ("changed", "code", "says"),
    [
        ({"opens": timedelta(hours=1)}, "not_open_yet", "opens at"),
        ({"closes": timedelta(hours=-1)}, "closed", "closed at"),
        ({"frozen": timedelta(hours=-1)}, "frozen", "its board is final"),
    ],
)
def test_a_phase_that_takes_none(
    world: World, changed: dict[str, timedelta], code: str, says: str
) -> None:
    when = {field: timezone.now() + by for field, by in changed.items()}
    Phase.objects.filter(pk=world.phase.pk).update(**when)
    world.phase.refresh_from_db()
    refusal = _refused(world)
    assert (refusal.status, refusal.code) == (409, code)
    assert says in refusal.message
    assert not FailedAttempt.objects.exists()


def test_a_phase_is_open_from_and_until_the_minute(world: World) -> None:
    noon = datetime(2026, 5, 4, 12, tzinfo=UTC)
    world.phase.opens, world.phase.closes = noon, noon + timedelta(hours=1)
    require_open(world.phase, noon)
    require_open(world.phase, noon + timedelta(minutes=59, seconds=59))
    for now in (noon - timedelta(seconds=1), noon + timedelta(hours=1)):
        with pytest.raises(Refused):
            require_open(world.phase, now)


def test_a_benchmark_that_is_archived(world: World) -> None:
    Benchmark.objects.update(state=BenchmarkState.ARCHIVED)
    world.phase.benchmark.refresh_from_db()
    assert _refused(world).code == "archived"


def test_a_phase_that_closes_while_a_file_is_checked(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cutline.server.submissions import accept

    def slow(*given: object) -> object:
        Phase.objects.update(closes=timezone.now() - timedelta(seconds=1))
        return check(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(accept, "check", slow)
    assert _refused(world).code == "closed"


@pytest.mark.parametrize(
    ("details", "field"),
    [
        (Details(""), "method"),
        (Details("\u200b"), "method"),
        (Details("a" * 81), "method"),
        (Details("a\u202eb"), "method"),
        (Details("a\x00b"), "method"),
        (Details("a", paper_url="javascript:alert(1)"), "paper_url"),
        (Details("a", code_url="https://" + "a" * 200), "code_url"),
        (Details("a", description="a" * 4001), "description"),
        (Details("a", external_data="two\nlines"), "external_data"),
    ],
)
def test_details_that_cannot_be_said(world: World, details: Details, field: str) -> None:
    with pytest.raises(Refused) as caught:
        send(world.ann, world.team, world.phase, details=details)
    assert (caught.value.status, caught.value.code) == (422, "invalid_details")
    assert [problem["field"] for problem in caught.value.problems] == [field]


def test_the_same_key_is_the_same_submission(world: World) -> None:
    first = send(world.ann, world.team, world.phase, key="a key")
    assert send(world.ann, world.team, world.phase, key="a key") == first
    assert Submission.objects.filter(team=world.team).count() == 1
    # The key is of one person: another may have had the same idea.
    assert send(world.ben, world.team, world.phase, key="a key") != first


def test_the_same_key_after_the_limit_and_the_end(world: World) -> None:
    Phase.objects.update(per_day=1)
    world.phase.refresh_from_db()
    first = send(world.ann, world.team, world.phase, key="a key")
    assert send(world.ann, world.team, world.phase, key="a key") == first
    Phase.objects.update(closes=timezone.now() - timedelta(seconds=1))
    world.phase.refresh_from_db()
    assert send(world.ann, world.team, world.phase, key="a key") == first


def test_a_key_is_for_one_file_team_and_phase(world: World) -> None:
    send(world.ann, world.team, world.phase, key="a key")
    other = made.team("Other", world.ann)
    dev = made.phase(world.benchmark, "dev")
    for team, phase, data in (
        (world.team, world.phase, results(caption="something else")),
        (other, world.phase, results()),
        (world.team, dev, results()),
    ):
        with pytest.raises(Refused) as caught:
            send(world.ann, team, phase, data, key="a key")
        assert (caught.value.status, caught.value.code) == (409, "key_used")


def test_a_key_of_a_file_with_problems_is_free(world: World) -> None:
    assert _refused(world, BROKEN, key="a key").code == "invalid_file"
    assert send(world.ann, world.team, world.phase, key="a key").pk


@pytest.mark.parametrize("key", ["a" * 81, "ä", "a\nb"])
def test_a_key_that_is_none(world: World, key: str) -> None:
    assert _refused(world, key=key).code == "invalid_key"


def test_no_reference_is_told(world: World) -> None:
    """Whatever is wrong with a file, what it is compared with is not said."""
    for data in (BROKEN, results(image_id=99), results(image_id=2), results(caption=None)):
        refusal = _refused(world, data)
        told = refusal.message + str(refusal.problems)
        assert not any(word in told for word in made.CANARIES)
        assert "near the park." not in told
