"""Writing captions as people do it: by keys alone, on a phone, with a connection that breaks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cutline.collect.models import Annotator, Project, Task, TaskState
from tests.collect import made
from tests.collect.taking_part.acting import GOOD, OTHER, THIRD
from tests.server.pages.driven import PHONE, OpenSite

pytestmark = pytest.mark.django_db(transaction=True)


def begin(page: Page, project: Project) -> None:
    page.goto(f"/c/birds/join/{project.invitation}/")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/task/")


def done() -> int:
    return Task.objects.filter(state=TaskState.DONE).count()


def test_by_keys_alone(open_site: OpenSite, project: Project) -> None:
    Project.objects.update(pay=10, tasks_each=2)
    Annotator.objects.all().delete()
    page = open_site()
    page.goto(f"/c/birds/join/{project.invitation}/")
    _tab_to(page, "Begin")
    page.keyboard.press("Enter")
    page.wait_for_url("**/task/")
    box = page.get_by_label("Describe the picture in one sentence")
    expect(box).to_be_focused()
    page.keyboard.type("There is a dog")
    expect(page.locator("#findings")).to_contain_text("not with")
    expect(page.locator("#words")).to_have_text("4 of at least 8 words")
    page.keyboard.press("Enter")
    expect(page.locator("#findings")).to_contain_text("4 more words")
    assert done() == 0
    page.keyboard.press("Control+a")
    page.keyboard.type(GOOD)
    page.keyboard.press("Enter")
    expect(page.locator(".standing")).to_contain_text("1 of 2 done")
    expect(page.locator(".standing")).to_contain_text("USD 0.10 earned")
    # Back to the last answer, by keys too.
    _tab_to(page, "Change the last answer")
    page.keyboard.press("Enter")
    page.wait_for_url("**/last/")
    expect(box).to_have_value(GOOD)
    page.keyboard.press("Control+a")
    page.keyboard.type(OTHER)
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/task/")
    expect(page.locator(".messages")).to_contain_text("Your answer is changed")
    # The picture, larger and smaller.
    expect(box).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("+")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(dialog.locator("output")).to_have_text("200%")
    page.keyboard.press("-")
    expect(dialog.locator("output")).to_have_text("150%")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # Skip, then the last one.
    _tab_to(page, "Skip this picture")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_load_state()
    expect(box).to_be_focused()
    assert Task.objects.get(state=TaskState.SKIPPED).skip_reason == "The picture does not show"
    page.keyboard.type(GOOD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/finished/")
    expect(page.locator("main")).to_contain_text(project.completion_code)
    assert sorted(Task.objects.filter(state="done").values_list("text", flat=True)) == [GOOD, OTHER]
    made.check_counts(project)


def _tab_to(page: Page, name: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip() == name:
            style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert style == "solid"
            return
    raise AssertionError(f"{name} is not reached")


def test_on_a_phone_with_touch(open_site: OpenSite, project: Project) -> None:
    page = open_site(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    begin(page, project)
    box = page.locator("#text")
    shown = page.evaluate("document.querySelector('.task-picture img').currentSrc")
    assert "width=960" in shown  # two pixels for each of 360, and no more
    box.tap()
    box.fill(GOOD)
    page.get_by_role("button", name="Send").tap()
    expect(page.locator(".standing")).to_contain_text("1 done")
    page.locator(".picture").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Larger").tap()
    page.get_by_role("button", name="Close").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in page.get_by_role("button", name=re.compile("Send|Skip it")).all():
        size = button.bounding_box()
        assert size is None or size["height"] >= 36


def test_nothing_is_lost_on_reload(open_site: OpenSite, project: Project) -> None:
    page = open_site()
    begin(page, project)
    box = page.locator("#text")
    box.press_sequentially("A half written")
    # At once, before any draft can have reached the server.
    page.reload()
    expect(box).to_have_value("A half written")
    box.press_sequentially(" sentence")
    with page.expect_response("**/draft/"):
        pass
    assert Task.objects.get().draft == "A half written sentence"
    # Another browser of the same person has nothing but the draft.
    page.evaluate("localStorage.clear()")
    page.evaluate("addEventListener('pagehide', () => localStorage.clear())")
    page.reload()
    expect(box).to_have_value("A half written sentence")


def test_without_a_connection_it_is_kept_and_sent_later(
    open_site: OpenSite, project: Project
) -> None:
    page = open_site()
    begin(page, project)
    page.route("**/task/*/**", lambda route: route.abort())
    page.locator("#text").fill(GOOD)
    page.keyboard.press("Enter")
    expect(page.locator(".connection")).to_contain_text("There is no connection")
    expect(page.locator("#text")).to_have_value(GOOD)
    assert done() == 0
    page.unroute("**/task/*/**")
    expect(page.locator(".standing")).to_contain_text("1 done")
    assert done() == 1


def test_an_answer_whose_reply_was_lost_is_taken_once(
    open_site: OpenSite, project: Project
) -> None:
    page = open_site()
    begin(page, project)
    lost: list[str] = []

    def lose(route: Any) -> None:
        if lost:
            route.continue_()
            return
        route.fetch()
        lost.append(route.request.url)
        route.abort()

    page.route("**/answer/", lose)
    page.locator("#text").fill(GOOD)
    page.keyboard.press("Enter")
    expect(page.locator(".standing")).to_contain_text("1 done")
    assert len(lost) == 1
    assert list(Task.objects.filter(state="done").values_list("text", flat=True)) == [GOOD]
    made.check_counts(project)


def test_two_clicks_are_one_answer(open_site: OpenSite, project: Project) -> None:
    page = open_site()
    begin(page, project)
    page.locator("#text").fill(GOOD)
    page.get_by_role("button", name="Send").dblclick()
    expect(page.locator(".standing")).to_contain_text("1 done")
    assert done() == 1
    assert Task.objects.filter(state=TaskState.LOCKED).count() == 1


def test_a_second_press_lets_a_warning_stand(open_site: OpenSite, project: Project) -> None:
    page = open_site()
    begin(page, project)
    page.locator("#text").fill(GOOD.upper())
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Send anyway")).to_be_visible()
    page.keyboard.type("!")
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Send anyway")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".standing")).to_contain_text("1 done")


def test_what_is_pasted_is_flagged_and_time_is_measured(
    open_site: OpenSite, project: Project
) -> None:
    page = open_site()
    begin(page, project)
    page.locator("#text").focus()
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text", text);
          const box = document.querySelector("#text");
          box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
          box.value = text;
          box.dispatchEvent(new InputEvent("input"));
        }""",
        THIRD,
    )
    page.wait_for_timeout(200)  # time is told in tenths of a second
    page.keyboard.press("Enter")
    expect(page.locator(".standing")).to_contain_text("1 done")
    task = Task.objects.get(state="done")
    assert task.flags == ["pasted", "fast"]
    assert 0 < task.seconds < 60
    assert page.locator("[role=timer]").text_content() != ""


def test_everything_works_without_scripts(open_site: OpenSite, project: Project) -> None:
    page = open_site(java_script_enabled=False)
    begin(page, project)
    page.locator("#text").fill("There is a dog.")
    page.get_by_role("button", name="Check and keep").click()
    expect(page.locator("#findings")).to_contain_text("4 more words")
    page.locator("#text").fill(GOOD.upper())
    page.get_by_role("button", name="Send").click()
    page.get_by_role("button", name="Send anyway").click()
    expect(page.locator(".standing")).to_contain_text("1 done")
    page.get_by_role("link", name="Change the last answer").click()
    page.locator("#text").fill(GOOD)
    page.get_by_role("button", name="Change it").click()
    expect(page.locator(".messages")).to_contain_text("changed")
    page.get_by_text("Skip this picture").click()
    page.get_by_label("I cannot tell what it is").check()
    page.get_by_role("button", name="Skip it").click()
    assert Task.objects.filter(state=TaskState.SKIPPED).count() == 1
    assert Task.objects.get(state="done").text == GOOD
