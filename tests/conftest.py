"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Tables compiled for tests stay beside the build, for the next run; the user's own are not touched.
_CACHE = Path(__file__).resolve().parent.parent / "build" / "test-cache"
os.environ["CUTLINE_CACHE_DIR"] = str(_CACHE)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Iterator[None]:
    """With CUTLINE_REQUIRE_ALL=1 a test that would skip fails: there everything is at hand."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CUTLINE_REQUIRE_ALL") == "1":
        report.outcome = "failed"
        report.longrepr = f"skipped although CUTLINE_REQUIRE_ALL=1: {report.longrepr}"
