"""Phases: dates, limits, the reserve, and the final freeze."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cutline.server.console.forms.phase import PhaseForm
from cutline.server.models import Kind, Phase, State, Submission
from cutline.web.people.models import AuditEntry
from tests.server.console.conftest import audited
from tests.server.scored import score_all

pytestmark = pytest.mark.django_db
ADDRESS = "/host/b/made/phases/test/"


def _given(phase: Phase, **changed: Any) -> dict[str, Any]:
    shown = PhaseForm(phase)
    values = {name: shown.initial[name] for name in shown.fields}
    return {name: "" if value is None else value for name, value in {**values, **changed}.items()}


def test_dates_and_limits_are_changed_as_utc(hosts_browser: Client, phase: Phase) -> None:
    given = _given(
        phase,
        title="Final",
        opens="2026-05-01T08:00",
        closes="2026-05-31 18:30",
        per_day="3",
        per_phase="30",
        most_megabytes="8",
        ladder_step="0.002",
    )
    assert hosts_browser.post(ADDRESS, given).status_code == 302
    phase.refresh_from_db()
    assert phase.opens == datetime(2026, 5, 1, 8, 0, tzinfo=UTC)
    assert phase.closes == datetime(2026, 5, 31, 18, 30, tzinfo=UTC)
    assert (phase.per_day, phase.per_phase, phase.most_bytes) == (3, 30, 8 << 20)
    assert phase.ladder_step == 0.002
    detail = audited("phase.edit").detail
    assert detail["per_day"] == {"before": 5, "after": 3}
    assert detail["closes"] == {"before": None, "after": "2026-05-31T18:30:00+00:00"}
    assert "is_public" not in detail
    page = hosts_browser.get(ADDRESS).content.decode()
    assert 'value="2026-05-31T18:30"' in page


def test_what_is_the_same_is_not_written_down(hosts_browser: Client, phase: Phase) -> None:
    assert hosts_browser.post(ADDRESS, _given(phase)).status_code == 302
    assert not AuditEntry.objects.filter(action="phase.edit").exists()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"opens": "2026-05-02T00:00", "closes": "2026-05-01T00:00"}, "closes before it opens"),
        ({"blind_until": "2026-05-01T00:00"}, "from when it is blind"),
        (
            {"blind_from": "2026-05-02T00:00", "blind_until": "2026-05-01T00:00"},
            "ends before it begins",
        ),
        ({"opens": "soon"}, "expected one such as 2026-05-31 18:00"),
        ({"per_day": "0"}, "greater than or equal to 1"),
        ({"failing_per_day": ""}, "required"),
        ({"most_megabytes": "9", "most_unpacked_megabytes": "8"}, "expected at least 9"),
        ({"reserve_share": "0.9"}, "less than or equal to 0.5"),
        ({"reserve_share": "nan"}, "Enter a number"),
        ({"ladder_step": "-1"}, "greater than or equal to 0"),
    ],
)
def test_what_does_not_fit_together_is_told_of(
    hosts_browser: Client, phase: Phase, changed: dict[str, str], said: str
) -> None:
    answer = hosts_browser.post(ADDRESS, _given(phase, **changed))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not AuditEntry.objects.filter(action="phase.edit").exists()


def test_the_reserve_can_be_chosen_until_something_is_submitted(
    hosts_browser: Client, phase: Phase
) -> None:
    score_all()
    human = phase.submissions.get(kind=Kind.HUMAN)
    assert hosts_browser.post(ADDRESS, _given(phase, reserve_share="0.25")).status_code == 302
    phase.refresh_from_db()
    assert phase.reserve_share == 0.25
    # People are measured on the images that are left, too.
    human.refresh_from_db()
    assert (human.state, human.results.count()) == (State.QUEUED, 0)
    score_all()
    assert human.results.get().reserve


def test_the_reserve_stays_once_something_is_submitted(
    hosts_browser: Client, entry: Submission
) -> None:
    page = hosts_browser.get(ADDRESS).content.decode()
    assert "another share would put other images in reserve" in page
    hosts_browser.post(ADDRESS, _given(entry.phase, reserve_share="0.25"))
    entry.phase.refresh_from_db()
    assert entry.phase.reserve_share == 0.0


def test_a_board_is_frozen_now_and_unfrozen(hosts_browser: Client, phase: Phase) -> None:
    hosts_browser.post(f"{ADDRESS}freeze/", {"when": ""})
    phase.refresh_from_db()
    assert phase.is_frozen()
    assert "Its board is final since" in hosts_browser.get(ADDRESS).content.decode()
    hosts_browser.post(f"{ADDRESS}freeze/", {"when": ""})
    hosts_browser.post(f"{ADDRESS}unfreeze/")
    phase.refresh_from_db()
    assert phase.frozen is None
    assert audited("phase.freeze").subject == "phase:made/test"
    assert audited("phase.unfreeze").detail["was"]


def test_a_board_is_frozen_by_a_date_to_come(hosts_browser: Client, phase: Phase) -> None:
    past = (timezone.now() - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    answer = hosts_browser.post(f"{ADDRESS}freeze/", {"when": past}, follow=True)
    assert "is past: what was submitted since" in answer.content.decode()
    later = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    hosts_browser.post(f"{ADDRESS}freeze/", {"when": later})
    phase.refresh_from_db()
    assert phase.frozen is not None
    assert not phase.is_frozen()
    bad = hosts_browser.post(f"{ADDRESS}freeze/", {"when": "soon"}, follow=True)
    assert "That is no time" in bad.content.decode()
