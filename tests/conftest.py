"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Iterator[None]:
    """With CUTLINE_REQUIRE_ALL=1 a test that would skip fails: there everything is at hand."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CUTLINE_REQUIRE_ALL") == "1":
        report.outcome = "failed"
        report.longrepr = f"skipped although CUTLINE_REQUIRE_ALL=1: {report.longrepr}"
