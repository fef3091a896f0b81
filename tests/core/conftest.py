"""A cache folder that is not the user's, and a table to keep there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.fake_data import FakeData, fake_in


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def fake(tmp_path: Path, cache: Path) -> FakeData:
    return fake_in(tmp_path / "package")
