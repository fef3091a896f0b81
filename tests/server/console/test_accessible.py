"""The console in a browser: what axe finds, phones that fit, and a host's way by mouse and keys."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from cutline.server.board_import.keep import import_board
from cutline.server.models import JobState, ScoringJob, State, Submission
from cutline.server.operation.presence import say_here
from cutline.server.rescoring.start import start
from cutline.server.submissions.changes import disqualify
from cutline.web.people.models import Person
from tests.server import made
from tests.server.pages.driven import DESK, PHONE, OpenSite
from tests.server.pages.test_pages_accessible import violations
from tests.server.scored import score_all, submission

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def addresses(admin: Person, entry: Submission) -> list[str]:
    """Every page of the console, with something on it."""
    phase, benchmark = entry.phase, entry.phase.benchmark
    failed = submission(phase, made.team("Unlucky ones", made.person("uli")), method="Unlucky")
    Submission.objects.filter(pk=failed.pk).update(state=State.FAILED, reason="Out of memory.")
    ScoringJob.objects.filter(submission=failed).update(state=JobState.FAILED, fault="Memory.")
    import_board(admin, phase, b"method,team,rouge-l\nFormer best,Others,0.4\n")
    disqualify(admin, entry, "It was trained on the test pictures.")
    rescore = start(admin, benchmark, metrics=["bleu-4", "cider-d"])
    score_all()
    say_here("machine:1:abc")
    of = "/host/b/made/"
    tabs = ("", "edit/", "delete/", "hosts/", "phases/test/", "scoring/", "submissions/", "import/")
    entries = [f"{of}submissions/{one.pk}/" for one in (entry, failed)]
    site = ["/host/", "/host/create/", "/host/queue/", "/host/people/", "/host/audit/"]
    person = f"/host/people/{made.person('paul').pk}/"
    return [
        *site,
        person,
        *(f"{of}{tab}" for tab in tabs),
        f"{of}rescore/{rescore.pk}/",
        f"{of}audit/",
        *entries,
    ]


@pytest.mark.parametrize(
    ("theme", "viewport"), [("light", DESK), ("dark", PHONE)], ids=["light-desk", "dark-phone"]
)
def test_axe_finds_nothing_and_pages_fit(
    open_site: OpenSite, addresses: list[str], theme: str, viewport: dict[str, Any]
) -> None:
    page = open_site("ada", color_scheme=theme, viewport=viewport)
    found = []
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        found += violations(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], address
    assert found == []


def test_a_problem_takes_the_focus_and_nothing_typed_is_lost(
    open_site: OpenSite, entry: Submission
) -> None:
    page = open_site("hanna")
    page.goto("/host/b/made/phases/test/")
    page.get_by_label("Opens (UTC)").fill("2026-05-02T10:00")
    page.get_by_label("Closes (UTC)").fill("2026-05-01T10:00")
    page.get_by_role("button", name="Save").click()
    summary = page.locator(".error-summary")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("It closes before it opens")
    expect(page.get_by_label("Closes (UTC)")).to_have_value("2026-05-01T10:00")


def test_a_host_disqualifies_without_scripts(open_site: OpenSite, entry: Submission) -> None:
    page = open_site("hanna", java_script_enabled=False)
    page.goto("/host/")
    page.get_by_role("link", name="Alpha").click()
    page.get_by_label("Reason").fill("It was trained on the test pictures.")
    page.get_by_role("button", name="Disqualify").click()
    expect(page.get_by_role("status")).to_contain_text("It is disqualified.")
    page.get_by_role("button", name="Let it rank again").click()
    expect(page.get_by_role("status")).to_contain_text("It ranks again.")
