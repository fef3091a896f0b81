"""The console in a browser: what axe finds, phones that fit, and reviews by keys alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cutline.collect.models import Annotator, Project, Task
from cutline.collect.quality.figures import renew
from tests.server.pages.driven import DESK, PHONE, OpenSite
from tests.server.pages.test_pages_accessible import violations

pytestmark = pytest.mark.django_db(transaction=True)

OF = "/collect/some-animals/"
PAGES = ("", "settings/", "images/", "people/", "review/", "audit/", "delete/")


@pytest.mark.parametrize(
    ("theme", "viewport"), [("light", DESK), ("dark", PHONE)], ids=["light-desk", "dark-phone"]
)
def test_axe_finds_nothing_and_pages_fit(
    open_site: OpenSite,
    project: Project,
    writer: Annotator,
    attention: None,
    theme: str,
    viewport: dict[str, Any],
) -> None:
    later = [task.pk for task in Task.objects.filter(annotator=writer)][3:]
    Task.objects.filter(pk__in=later).update(finished="2026-01-01T00:00Z")
    renew(project)
    page = open_site("hanna", color_scheme=theme, viewport=viewport)
    found = []
    addresses = ["/collect/", "/collect/create/", f"{OF}people/{writer.pk}/"]
    for address in [*addresses, *(f"{OF}{name}" for name in PAGES)]:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200
        if folder := os.environ.get("CUTLINE_SCREENSHOTS"):
            name = address.strip("/").replace("/", "-") or "home"
            page.screenshot(path=Path(folder) / f"{theme}-{name}.png", full_page=True)
        found += [f"{address}: {violation}" for violation in violations(page)]
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > viewport["width"]:
            found.append(f"{address}: is {width} pixels wide")
    assert found == []


def test_reviews_go_by_keys_alone(open_site: OpenSite, project: Project, flagged: Task) -> None:
    page = open_site("hanna")
    page.goto(f"{OF}review/")
    expect(page.locator(".look-at")).to_contain_text(flagged.text)
    page.keyboard.press("a")
    expect(page.locator(".messages")).to_contain_text("Accepted.")
    flagged.refresh_from_db()
    assert flagged.verdict == "accepted"
    page.keyboard.press("f")
    expect(page.locator("#text")).to_be_focused()
    page.locator("#text").fill("A small animal stands below a tall tree in a park.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".messages")).to_contain_text("Put right")
    assert Task.objects.filter(verdict="fixed").count() == 1
    page.keyboard.press("r")
    page.keyboard.type("It says what is not there.")
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Rejected")
    rejected = Task.objects.get(verdict="rejected")
    assert (rejected.state, rejected.verdict_why) == ("discarded", "It says what is not there.")
    before = page.url
    page.keyboard.press("n")
    page.wait_for_url(lambda url: url != before)


def test_a_project_is_reviewed_without_javascript(
    open_site: OpenSite, project: Project, flagged: Task
) -> None:
    page = open_site("hanna", java_script_enabled=False)
    page.goto(f"{OF}review/")
    page.get_by_role("button", name="Reject").click()
    expect(page.locator(".messages")).to_contain_text("Rejected")
    flagged.refresh_from_db()
    assert flagged.verdict_why == "It does not describe the image."
