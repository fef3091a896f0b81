"""Third-party data and stored answers, which live beside the project and not in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_PROJECT = Path(__file__).resolve().parent.parent


def shared_data(name: str) -> Path:
    """A file or folder of the shared data; skips the test where it is missing."""
    folder = Path(os.environ.get("CUTLINE_DATA") or _PROJECT.parent / "shared" / "data")
    return _found(folder / name)


def oracle(name: str) -> Path:
    """A file of stored answers of the official programs; skips the test where it is missing."""
    folder = Path(os.environ.get("CUTLINE_DATA") or _PROJECT.parent / "shared" / "data")
    return _found(folder.parent / "oracle" / name)


def _found(path: Path) -> Path:
    if not path.exists():
        pytest.skip(f"{path.name} is not there: set CUTLINE_DATA to the folder of shared data")
    return path
