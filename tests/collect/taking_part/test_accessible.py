"""What axe finds on every page, in both themes, on a desk and on a phone; and that phones fit."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from cutline.collect.models import Annotator, Item, Mode, Project, Task, TaskState
from cutline.collect.rating.questions import COCO_QUESTIONS
from tests.collect.taking_part.acting import GOOD
from tests.collect.taking_part.test_in_browser import begin
from tests.collect.taking_part.test_ratings import CONTENT
from tests.server.pages.driven import DESK, PHONE, OpenSite
from tests.server.pages.test_pages_accessible import violations

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("theme", "viewport"), [("light", DESK), ("dark", PHONE)], ids=["light-desk", "dark-phone"]
)
def test_axe_finds_nothing(
    open_site: OpenSite, project: Project, theme: str, viewport: dict[str, Any]
) -> None:
    found: list[str] = []

    def look(page: Page, address: str = "") -> None:
        if address:
            page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        found.extend(violations(page))
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"], page.url

    arms = [{"name": "keywords", "primed": True, "share": 1}]
    Project.objects.update(pay=12, tasks_each=9, arms=arms)
    page = open_site(color_scheme=theme, viewport=viewport)
    look(page, f"/c/birds/join/{project.invitation}/")
    begin(page, project)
    page.locator("#text").fill("There is a DOG and there were two dogs")
    page.keyboard.press("Enter")
    page.locator("#findings li").first.wait_for()
    look(page)
    page.locator(".picture").click()
    look(page)
    page.keyboard.press("Escape")
    page.locator("#text").fill(GOOD)
    page.keyboard.press("Enter")
    page.get_by_text("1 of 9").wait_for()
    look(page, "/c/birds/last/")
    Project.objects.update(tasks_each=1)
    Task.objects.filter(state=TaskState.LOCKED).update(state=TaskState.EXPIRED)
    look(page, "/c/birds/finished/")
    Annotator.objects.update(state="failed")
    look(page, "/c/birds/task/")
    Annotator.objects.update(state="active")
    Item.objects.update(content=CONTENT)
    for question in (COCO_QUESTIONS["M3-M5"].to_dict(), {"kind": "pair", "text": "Which?"}):
        Project.objects.update(mode=Mode.RATINGS, question=question, tasks_each=None)
        look(page, "/c/birds/task/")
    assert found == []
