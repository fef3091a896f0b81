"""The site, built once, and a browser to look at it with."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser import browser  # noqa: F401 - a fixture

PROJECT = Path(__file__).parent.parent.parent.parent

#: Opens a page by its name; further arguments are those of the browser's context.
Look = Callable[..., Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built strictly: a warning or a dead link ends this with an error."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    done = subprocess.run(
        [sys.executable, "-m", "tools.docs", "-o", str(folder)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def look(site: Path, browser: Browser) -> Iterator[Look]:  # noqa: F811 - the fixture
    """Opens pages, and fails if one complains or asks for anything that is not of the site."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(name: str, **settings: Any) -> Page:
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: problems.append(f"page: {error}"))
        page.on(
            "console", lambda said: problems.append(said.text) if said.type == "error" else None
        )
        page.on("request", lambda asked: problems.extend(_elsewhere(asked.url, site)))
        page.goto((site / f"{name}.html").as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def _elsewhere(url: str, site: Path) -> list[str]:
    return [] if url.startswith((site.as_uri(), "data:")) else [f"asked for {url}"]
