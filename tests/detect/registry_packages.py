"""Packages of registries that tests really fetch, once: they stay beside the build."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from cutline.core.errors import FileError, MissingPartError
from cutline.core.file_lock import file_lock
from cutline.detect.ready.clients import fetch
from cutline.detect.ready.types import Package


def kept_folder(name: str) -> Path:
    """A folder that the next run finds again; it is there, and may be empty."""
    folder = Path(os.environ["CUTLINE_CACHE_DIR"]) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fetched(package: Package) -> Path:
    """The file of a package; skips the test where it cannot be had."""
    folder = kept_folder("packages")
    name = package.name.replace("/", "-").replace("@", "")
    path = folder / f"{name}-{package.version}{package.suffix}"
    # Several workers test at once.
    with file_lock(folder / f"{path.name}.lock", "waiting"):
        if not path.exists():
            with tempfile.TemporaryDirectory(dir=folder) as temporary:
                try:
                    new = fetch(package, Path(temporary))
                except (FileError, MissingPartError) as error:
                    pytest.skip(str(error))
                new.rename(path)
    return path


def npm() -> str:
    """The npm client; skips the test where there is none."""
    found = shutil.which("npm")
    if found is None:
        pytest.skip("npm is not installed")
    return found
