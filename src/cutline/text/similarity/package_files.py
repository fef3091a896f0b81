"""Files that other packages carry, found without importing those packages."""

from __future__ import annotations

import hashlib
import sys
from importlib.machinery import PathFinder
from pathlib import Path

from cutline.core.errors import FileError


def package_file(package: str, *parts: str) -> Path | None:
    """A file in the folder of an installed package, or None where there is no such file."""
    spec = PathFinder.find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(place).joinpath(*parts)
        if path.is_file():
            return path
    return None


def pip_install(*arguments: str) -> str:
    """The command that installs a package into the environment that runs now."""
    return " ".join([sys.executable or "python", "-m pip install", *arguments])


def read_package_file(path: Path) -> bytes:
    """The content of such a file.

    Raises:
        FileError: when it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None


def digest_of(*contents: bytes) -> str:
    """Sixteen digits that tell these contents from any others."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.hexdigest()[:16]
