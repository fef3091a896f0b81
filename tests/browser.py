"""Pages in a real browser: the Chromium of the system, never one that is downloaded."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

COMMANDS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

#: Opens a file; further arguments are those of the browser's context.
OpenPage = Callable[..., Page]


def chromium_command() -> str | None:
    """Where Chromium is, or None."""
    return next(filter(None, map(shutil.which, COMMANDS)), None)


# Not for the whole session, nor for a folder, which may hold others: while it runs, no other test
# can start an event loop, or a browser, of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a file; skips them where there is none."""
    command = chromium_command()
    if command is None:
        pytest.skip(f"there is no browser: install one of {', '.join(COMMANDS)}")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=command, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens files in windows of their own, and fails if one complains or asks for anything else."""
    contexts = []
    problems: list[str] = []

    def opened(path: Path, script: str = "", **settings: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **settings})
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        _watch(page, path, problems)
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def _watch(page: Page, path: Path, problems: list[str]) -> None:
    page.set_default_timeout(20_000)
    page.on(
        "console",
        lambda message: (
            problems.append(f"console: {message.text}")
            if message.type in {"error", "warning"}
            else None
        ),
    )
    page.on("pageerror", lambda error: problems.append(f"page: {error}"))
    page.on(
        "request",
        lambda request: (
            problems.append(f"asked for {request.url}") if request.url != path.as_uri() else None
        ),
    )
