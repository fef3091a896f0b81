"""The page of domains: whole, quiet, and readable by everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import OpenPage
from tests.cli.test_domains import FARM, FILES
from tests.command_line import run_cutline


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    for name, content in FILES.items():
        (folder / name).write_text(content, "utf-8")
    named = [folder / word if word in FILES else word for word in FARM]
    done = run_cutline("domains", *named, "--report", folder / "page.html")
    assert done.exit_code == 0
    assert done.stderr == f"cutline: the report is {folder / 'page.html'}\n"
    return folder / "page.html"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
def test_it_is_in_order(written: Path, open_page: OpenPage, theme: str, width: int) -> None:
    page = open_page(written, color_scheme=theme, viewport={"width": width, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    row = page.locator("#classes tbody tr", has_text="Harp").inner_text().split()
    assert row == ["Harp", "novel", "0", "1", "1", "2"]
    assert "Wing (1)" in page.locator("#left").inner_text()
