"""Submitting, watching and appearing on the board, as people do it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from cutline.server.models import Submission
from tests.server import made, scored
from tests.server.pages.conftest import Made
from tests.server.pages.driven import OpenSite
from tests.server.pages.files import results

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "captions.json"
    path.write_bytes(results())
    return path


def test_submit_watch_and_appear_on_the_board(
    open_site: OpenSite,
    site: Made,
    file: Path,
    tmp_path: Path,
) -> None:
    page = open_site("pia")
    page.goto("/b/made/submit/test/")
    half = tmp_path / "half.json"
    half.write_bytes(results(leave_out=4))
    page.get_by_label("File of captions").set_input_files(half)
    expect(page.locator(".first-look")).to_contain_text("captions of 4 images, expected 8")
    expect(page.locator(".first-look")).to_contain_text("no caption for image 5, 6, 7, 8")
    page.get_by_label("Name of the method").fill("Seen in a browser")
    page.get_by_role("button", name="Check only").click()
    expect(page.locator(".error-summary")).to_be_focused()
    expect(page.get_by_role("region", name="Problems of the file")).to_contain_text("5")
    # Nothing typed is lost, the file neither.
    expect(page.get_by_label("Name of the method")).to_have_value("Seen in a browser")
    assert page.evaluate("document.querySelector('#id_file').files.length") == 1
    page.get_by_label("File of captions").set_input_files(file)
    expect(page.locator(".first-look")).to_contain_text("At first look it is complete")
    page.get_by_role("button", name="Check only").click()
    expect(page.locator(".outcome")).to_contain_text("The file can be scored")
    assert not Submission.objects.filter(kind="system").exists()
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/entry/**")
    expect(page.locator("#progress")).to_contain_text("queued")
    scored.score_all()
    expect(page.locator(".rank-line")).to_contain_text("Rank 1")
    expect(page.locator("#progress")).to_have_count(0)
    page.get_by_role("link", name="the board").first.click()
    expect(page.get_by_role("row", name="Seen in a browser")).to_contain_text("yours")


def test_everything_works_without_scripts(
    open_site: OpenSite,
    site: Made,
    file: Path,
) -> None:
    page = open_site("pia", java_script_enabled=False)
    page.goto("/b/made/submit/test/")
    page.get_by_label("File of captions").set_input_files(file)
    page.get_by_role("button", name="Check only").click()
    expect(page.locator(".outcome")).to_contain_text("The file can be scored")
    page.get_by_label("Name of the method").fill("Without scripts")
    page.get_by_label("File of captions").set_input_files(file)
    page.get_by_role("button", name="Submit").click()
    scored.score_all()
    page.get_by_role("link", name="Look again").click()
    expect(page.locator(".rank-line")).to_contain_text("Rank 1")
    page.goto("/b/made/board/test/")
    page.get_by_role("link", name="Order by cider-d").click()
    expect(page.locator("th[aria-sort=descending]")).to_contain_text("cider-d")


def test_by_keyboard_alone(
    open_site: OpenSite,
    site: Made,
    file: Path,
) -> None:
    scored.submission(site.test, site.team, method="Only keys")
    scored.score_all()
    page = open_site("pia")
    page.goto("/b/made/board/test/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    _tab_to(page, "Order by rouge-l")
    page.keyboard.press("Enter")
    page.wait_for_url("**metric=rouge-l")
    _tab_to(page, "Only keys")
    page.keyboard.press("Enter")
    page.wait_for_url("**/entry/**")
    _tab_to(page, "Withdraw")
    page.keyboard.press("Enter")
    page.wait_for_url("**/withdraw/")
    _tab_to(page, "Withdraw it")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("is withdrawn")


def _tab_to(page: Page, name: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        text = page.evaluate("document.activeElement.textContent").strip()
        if text == name:
            # Where the focus is can be seen.
            style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert style == "solid"
            return
    raise AssertionError(f"{name} is not reached")


def test_the_first_look_reads_what_the_server_reads(
    open_site: OpenSite,
    site: Made,
    tmp_path: Path,
) -> None:
    page = open_site("pia")
    page.goto("/b/made/submit/test/")
    lines = "".join(
        f'{{"image_id": {image}, "captions": ["{said[0]}"]}}\n'
        for image, said in made.run().captions.items()
    )
    for name, text, expected in (
        ("run.jsonl", '{"cutline": "run", "version": 1}\n' + lines, "it is complete"),
        ("bad.json", "[1, 2", "cannot be read as JSON"),
        ("bad.jsonl", '{"image_id": 1, "caption": "a"}\n{"image_id"\n', "line 2"),
        ("twice.json", '[{"image_id": 1, "caption": " "}, {"image_id": 1}]', "stands twice"),
        ("empty.json", "", "the file is empty"),
        ("table.csv", "image_id,caption\n1,a\n", "by the server alone"),
        ("other.json", '[{"image_id": "<b>x</b>", "caption": ""}]', "<b>x</b> is empty"),
        (
            "rounded.json",
            '[{"image_id": 9007199254740993, "caption": "a"}, '
            '{"image_id": 9007199254740992, "caption": "a"}]',
            "by the server alone",
        ),
        ("elsewhere.json", '[{"image_id": 99, "caption": "a dog"}]', "has no image 99"),
    ):
        path = tmp_path / name
        path.write_text(text)
        page.get_by_label("File of captions").set_input_files(path)
        expect(page.locator(".first-look")).to_contain_text(expected)


def test_the_first_look_speaks_of_the_file_that_is_chosen(
    open_site: OpenSite,
    site: Made,
    file: Path,
    tmp_path: Path,
) -> None:
    page = open_site("pia")
    page.goto("/b/made/submit/test/")
    address = page.locator("form[data-ids]").get_attribute("data-ids")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(f"**{address}", hold)
    with page.expect_request(f"**{address}"):
        page.get_by_label("File of captions").set_input_files(file)
    table = tmp_path / "table.csv"
    table.write_text("image_id,caption\n1,a\n")
    page.get_by_label("File of captions").set_input_files(table)
    expect(page.locator(".first-look")).to_contain_text("by the server alone")
    with page.expect_response(f"**{address}"):
        held[0].continue_()
    # What comes late is for the file that was there before.
    page.wait_for_timeout(300)
    expect(page.locator(".first-look")).to_contain_text("by the server alone")


def test_a_list_of_images_that_breaks_off_is_no_fault_of_the_file(
    open_site: OpenSite,
    site: Made,
    file: Path,
) -> None:
    page = open_site("pia")
    page.goto("/b/made/submit/test/")
    broken = "Response.prototype.text = () => Promise.reject(new Error('broken off'))"
    page.evaluate(f"() => {{ {broken} }}")
    page.get_by_label("File of captions").set_input_files(file)
    expect(page.locator(".first-look")).to_contain_text("At first look it is complete")


def test_a_report_runs_its_own_scripts(
    open_site: OpenSite,
    site: Made,
) -> None:
    new = scored.submission(site.dev, site.team, method="Reported")
    scored.score_all()
    page = open_site()
    page.goto(f"/entry/{new.pk}/report/")
    expect(page.locator("#image-list .image-card")).to_have_count(8, timeout=60_000)
    assert page.evaluate("self.origin") == "null"  # apart from the site
