"""The page of an analysis: whole, quiet, and readable by everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import OpenPage
from tests.cli.test_analyse import write_sets
from tests.command_line import run_cutline


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_sets(tmp_path_factory.mktemp("captions"))
    path = folder / "page.html"
    done = run_cutline(
        *("analyse", folder / "pets.json", folder / "ships.json"),
        *("--objects", folder / "objects.jsonl", "--report", path),
    )
    assert (done.exit_code, done.stderr) == (0, f"cutline: the report is {path}\n")
    return path


def test_the_page_has_all_charts_and_the_command(written: Path, open_page: OpenPage) -> None:
    page = open_page(written)
    titles = page.locator("figure svg > title").all_text_contents()
    assert titles == [
        "Words in a caption",
        "Different n-grams",
        "Words by part of speech",
        "Classes in an image",
        "Instances in an image",
        "Images of each class",
    ]
    assert page.locator("h1").text_content() == "pets and ships"
    command = page.locator("#reproduce pre").first.text_content()
    assert command is not None
    assert command.startswith("cutline analyse ")
    anchors = page.locator("nav a").evaluate_all("links => links.map((link) => link.hash.slice(1))")
    assert anchors == page.locator("main > section").evaluate_all("parts => parts.map((p) => p.id)")


@pytest.mark.parametrize("width", [1200, 360])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_overflows(
    written: Path, open_page: OpenPage, theme: str, width: int
) -> None:
    page = open_page(written, color_scheme=theme, viewport={"width": width, "height": 900})
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = Axe().run(page).response["violations"]
    assert [(rule["id"], node["html"][:200]) for rule in found for node in rule["nodes"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_difference_is_in_sight(written: Path, open_page: OpenPage) -> None:
    page = open_page(written, viewport={"width": 1200, "height": 900})
    for section in ("captions", "objects"):
        table = page.locator(f"#{section} table:has(.row-name)")
        assert table.evaluate("table => table.scrollWidth <= table.parentElement.clientWidth")
