"""The whole way in a real browser on a real site: from its first start to a changed board."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cutline.datasets.bundle import write_bundle
from tests.browser import browser  # noqa: F401 - a fixture
from tests.server import made

PASSWORD = "quite a long secret 7"
_SECONDS = 90


class Site:
    """`cutline serve`, as somebody types it."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "site.log"
        self._said = folder / "said"
        command = [sys.executable, "-m", "cutline", "serve", "--data", str(folder / "data")]
        command += ["--port", "0", "--no-open", "--log", str(self.log)]
        with self._said.open("wb") as said:
            self.process = subprocess.Popen(command, stdout=said, stderr=said)
        text = self._until(self._said, r"Ctrl-C stops it")
        self.address = re.search(r"Cutline is at (\S+?)/\n", text).group(1)  # type: ignore[union-attr]
        self.set_up = re.search(r"(http\S+/set-up/\S+)", text).group(1)  # type: ignore[union-attr]

    def mailed(self, pattern: str) -> str:
        """An address out of an e-mail; where no mail server is named, they go to the log."""
        return re.findall(pattern, self._until(self.log, pattern))[-1]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def _until(self, file: Path, pattern: str) -> str:
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            if re.search(pattern, text):
                return text
            assert self.process.poll() is None, text
            time.sleep(0.1)
        raise AssertionError(f"{pattern} was not said:\n{text[-3000:]}")


@pytest.fixture
def site(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    browser: Browser,  # noqa: F811 - without one there is nothing to start a site for
) -> Iterator[Site]:
    for name in ("CUTLINE_ADDRESS", "CUTLINE_EMAIL_URL", "DATABASE_URL", "CUTLINE_LOG"):
        monkeypatch.delenv(name, raising=False)
    started = Site(tmp_path)
    yield started
    if started.process.poll() is None:
        started.stop()


def _window(browser: Browser, problems: list[str]) -> Page:  # noqa: F811
    page = browser.new_context(viewport={"width": 1200, "height": 900}).new_page()
    page.set_default_timeout(30_000)
    page.on(
        "console",
        lambda said: (
            problems.append(said.text)
            if said.type in {"error", "warning"}
            # A refused form is answered with a status that browsers report.
            and "422" not in said.text
            else None
        ),
    )
    page.on("pageerror", lambda error: problems.append(str(error)))
    return page


def _set_up_admin(page: Page, site: Site) -> None:
    page.goto(site.set_up)
    page.get_by_label("Username").fill("hanna")
    page.get_by_label("E-mail").fill("hanna@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").click()
    expect(page.get_by_role("link", name="hanna")).to_be_visible()


def _host(page: Page, site: Site, bundle: Path) -> None:
    page.goto(f"{site.address}/host/create/")
    page.locator("input[type=file]").set_input_files(bundle)
    page.get_by_role("button", name="Check and create").click()
    page.get_by_role("button", name="Publish it").click()
    expect(page.get_by_role("main")).to_contain_text("published")


def _sign_up(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/account/signup/")
    page.get_by_label("Username").fill("pia")
    page.get_by_label("E-mail").fill("pia@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").click()
    page.goto(site.mailed(r"(http\S+/account/confirm-email/\S+)"))
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page.get_by_role("link", name="pia", exact=True)).to_be_visible()


def _make_team(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/teams/")
    page.get_by_label("Name").fill("Magpies")
    page.get_by_role("button", name="Make the team").click()
    expect(page.get_by_role("heading", name="Magpies")).to_be_visible()


def _submit(page: Page, site: Site, captions: Path) -> str:
    """Submit and watch, until there are scores; where the entry is."""
    page.goto(f"{site.address}/b/made/submit/test/")
    page.locator("input[type=file]").set_input_files(captions)
    page.get_by_label("Method").fill("Thieving magpie")
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url(re.compile(r"/entry/"))
    # Nobody presses anything: the page follows by itself.
    expect(page.get_by_role("main")).to_contain_text("cider-d", timeout=_SECONDS * 1000)
    return page.url


def test_sign_up_team_submit_watch_board_disqualify(
    browser: Browser,  # noqa: F811
    site: Site,
    tmp_path: Path,
) -> None:
    problems: list[str] = []
    bundle, captions = tmp_path / "made.zip", tmp_path / "captions.json"
    write_bundle(made.content(), bundle)
    said = [{"image_id": i, "caption": c[0]} for i, c in made.run(good=5).captions.items()]
    captions.write_text(json.dumps(said))

    host, participant = _window(browser, problems), _window(browser, problems)
    _set_up_admin(host, site)
    _host(host, site, bundle)
    _sign_up(participant, site)
    _make_team(participant, site)
    entry = _submit(participant, site, captions)

    board = _window(browser, problems)
    board.goto(f"{site.address}/b/made/board/test/")
    row = board.get_by_role("row", name=re.compile("Thieving magpie"))
    expect(row).to_contain_text("Magpies")
    expect(board.get_by_role("row", name=re.compile("Human"))).to_be_visible()

    submission = entry.rstrip("/").rsplit("/", 1)[-1]
    host.goto(f"{site.address}/host/b/made/submissions/{submission}/")
    host.get_by_label("Reason").fill("it read the answers")
    host.get_by_role("button", name="Disqualify").click()
    board.reload()
    expect(board.get_by_role("row", name=re.compile("Human"))).to_be_visible()
    expect(row).to_have_count(0)
    participant.goto(entry)
    expect(participant.get_by_role("main")).to_contain_text("it read the answers")

    text = site.log.read_text(encoding="utf-8")
    assert not any(word in text for word in made.CANARIES)
    assert problems == []
    assert site.stop() == 0
