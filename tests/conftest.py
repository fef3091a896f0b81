"""What all tests share."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# A busy machine is no fault of the code: nothing here is timed.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Tables compiled for tests stay beside the build, for the next run; the user's own are not touched.
_CACHE = Path(__file__).resolve().parent.parent / "build" / "test-cache"
os.environ["CUTLINE_CACHE_DIR"] = str(_CACHE)


def pytest_configure() -> None:
    """Let interruptions through: a shell starts background jobs with them ignored, and so would
    be all that they start.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Iterator[None]:
    """With CUTLINE_REQUIRE_ALL=1 a test that would skip fails: there everything is at hand."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CUTLINE_REQUIRE_ALL") == "1":
        report.outcome = "failed"
        report.longrepr = f"skipped although CUTLINE_REQUIRE_ALL=1: {report.longrepr}"


@pytest.fixture
def without_meteor_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """METEOR's word lists neither compiled nor installed."""
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "empty cache"))
    monkeypatch.delenv("CUTLINE_METEOR_DIR", raising=False)
    monkeypatch.delitem(sys.modules, "pycocoevalcap", raising=False)
    without = [place for place in sys.path if not (Path(place) / "pycocoevalcap").exists()]
    monkeypatch.setattr(sys, "path", without)
