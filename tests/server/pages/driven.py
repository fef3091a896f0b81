"""Pages of a site that runs, in a real browser that complains of everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.server import made

#: Signs somebody in, if anybody, and opens a window with further settings of the browser's.
OpenSite = Callable[..., Page]
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def beside_a_loop() -> Iterator[None]:
    """Lets the database be asked in the thread where the browser's loop runs; it does not mind."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def open_site(beside_a_loop: None, browser: Browser, live_server: Any) -> Iterator[OpenSite]:
    """Opens windows of their own, and fails if one complains or asks anybody else."""
    contexts, problems = [], []

    def opened(person: str = "", **settings: Any) -> Page:
        context = browser.new_context(**{"viewport": DESK, "base_url": live_server.url, **settings})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        _watch(page, live_server.url, problems)
        if person:
            page.goto("/account/login/")
            page.locator("[name=login]").fill(person)
            page.locator("[name=password]").fill(made.PASSWORD)
            page.locator("main button[type=submit]").click()
            page.wait_for_url("**/")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def _watch(page: Page, site: str, problems: list[str]) -> None:
    def told(message: Any) -> None:
        # Of answers such as 404, and of connections that a test breaks, the browser itself makes a
        # line; tests see to those that they want.
        is_wanted = "status of 4" in message.text or "net::ERR_FAILED" in message.text
        if message.type in ("error", "warning") and not is_wanted:
            problems.append(f"console: {message.text}")

    page.on("console", told)
    page.on("pageerror", lambda error: problems.append(f"page: {error}"))
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((site, "data:"))
            else problems.append(f"asked for {request.url}")
        ),
    )
