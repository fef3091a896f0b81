"""Submissions as hosts see them, and what hosts do with them."""

from __future__ import annotations

import pytest
from django.test import Client

from cutline.server.jobs.ending import NOT_YOUR_FAULT
from cutline.server.models import JobState, Kind, Phase, ScoringJob, State, Submission
from cutline.web.people.models import AuditEntry
from tests.server import made
from tests.server.console.conftest import audited
from tests.server.scored import score_all, submission

pytestmark = pytest.mark.django_db
ADDRESS = "/host/b/made/submissions/"


def _page(browser: Client, address: str = ADDRESS) -> str:
    return browser.get(address).content.decode()


def test_raw_scores_and_faults_are_listed(hosts_browser: Client, entry: Submission) -> None:
    value = entry.results.get().scores[""]["rouge-l"]["value"]
    page = _page(hosts_browser)
    assert f"{value:.4f}" in page
    assert "Alphas" in page
    assert "people" in page


@pytest.mark.parametrize(
    ("query", "is_listed"),
    [
        ("text=alph", True),
        ("text=nothing", False),
        ("team=ALPHAS", True),
        ("team=beta", False),
        ("state=done", True),
        ("state=failed", False),
        ("state=on_board", True),
        ("state=disqualified", False),
        ("phase=test", True),
        ("phase=dev", False),
        ("phase=none&state=odd", True),
        ("page=99", True),
    ],
)
def test_the_list_is_narrowed(
    hosts_browser: Client, entry: Submission, query: str, is_listed: bool
) -> None:
    assert (str(entry.pk) in _page(hosts_browser, f"{ADDRESS}?{query}")) is is_listed


def test_the_gap_to_the_reserve_is_shown(hosts_browser: Client, phase: Phase) -> None:
    Phase.objects.filter(pk=phase.pk).update(reserve_share=0.25)
    phase.refresh_from_db()
    new = submission(phase, made.team("Alphas", made.person("pia")), made.run("Alpha", good=6))
    score_all()
    result = new.results.get()
    gap = result.scores[""]["rouge-l"]["value"] - result.reserve["rouge-l"]["value"]
    text = f"{gap:.4f}".replace("-", "−")
    assert "Gap" in _page(hosts_browser)
    assert text in _page(hosts_browser)
    assert text in _page(hosts_browser, f"{ADDRESS}{new.pk}/")


def test_a_submission_is_disqualified_for_a_reason_and_reinstated(
    hosts_browser: Client, entry: Submission
) -> None:
    of = f"{ADDRESS}{entry.pk}/"
    assert hosts_browser.post(f"{of}disqualify/", {"why": " "}).status_code == 422
    hosts_browser.post(f"{of}disqualify/", {"why": "It used <i>the</i> test pictures."})
    assert Submission.objects.get(pk=entry.pk).disqualified is not None
    page = _page(hosts_browser, of)
    assert "It used &lt;i&gt;the&lt;/i&gt; test pictures." in page
    assert audited("submission.disqualify").detail["why"].startswith("It used")
    again = hosts_browser.post(f"{of}disqualify/", {"why": "twice"}, follow=True)
    assert "disqualified already" in again.content.decode()
    hosts_browser.post(f"{of}reinstate/")
    assert Submission.objects.get(pk=entry.pk).disqualified is None
    assert audited("submission.reinstate").scope == "made"


def _fail(entry: Submission, fault: str) -> None:
    ScoringJob.objects.filter(submission=entry).update(
        state=JobState.FAILED, attempts=3, fault=fault
    )
    Submission.objects.filter(pk=entry.pk).update(
        state=State.FAILED, reason=NOT_YOUR_FAULT, counts=False, on_board=False
    )
    entry.results.all().delete()


def test_what_the_platform_failed_at_is_scored_again(
    hosts_browser: Client, entry: Submission
) -> None:
    of = f"{ADDRESS}{entry.pk}/"
    assert hosts_browser.post(f"{of}again/").status_code == 403
    _fail(entry, "took longer than 900 s")
    page = _page(hosts_browser, of)
    assert "took longer than 900 s" in page
    assert "Score it again" in page
    hosts_browser.post(f"{of}again/")
    entry.refresh_from_db()
    assert (entry.state, entry.counts) == (State.QUEUED, False)
    score_all()
    entry.refresh_from_db()
    assert (entry.state, entry.on_board) == (State.DONE, True)
    assert audited("submission.score_again").subject == f"submission:{entry.pk}"


def test_captions_that_are_at_fault_are_not_scored_again(
    hosts_browser: Client, entry: Submission
) -> None:
    _fail(entry, "the captions cannot be scored")
    of = f"{ADDRESS}{entry.pk}/"
    assert "Score it again" not in _page(hosts_browser, of)
    answer = hosts_browser.post(f"{of}again/", follow=True)
    assert "however often one tries" in answer.content.decode()
    entry.refresh_from_db()
    assert entry.state == State.FAILED
    assert not AuditEntry.objects.filter(action="submission.score_again").exists()


def test_only_imported_rows_are_removed(hosts_browser: Client, entry: Submission) -> None:
    assert hosts_browser.post(f"{ADDRESS}{entry.pk}/remove/").status_code == 403
    row = Submission.objects.create(
        phase=entry.phase, kind=Kind.IMPORTED, method="Old", state=State.DONE
    )
    hosts_browser.post(f"{ADDRESS}{row.pk}/remove/")
    assert not Submission.objects.filter(pk=row.pk).exists()
    assert audited("board.remove_imported").described == "Old"


def test_a_submission_is_not_there_under_another_benchmark(
    hosts_browser: Client, entry: Submission
) -> None:
    other = made.benchmark(entry.phase.benchmark.owner, "other")
    assert hosts_browser.get(f"/host/b/{other.slug}/submissions/{entry.pk}/").status_code == 404
