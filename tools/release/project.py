"""The tree that is released: where it is, its version, and the files that belong to it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
DIST = PROJECT / "dist"
#: What is made on the way, and what checks found.
WORK = PROJECT / "build" / "release"
#: Where the version is kept, from the top of the tree.
VERSION_FILE = Path("src/cutline/core/version.py")


class ReleaseError(Exception):
    """Something that a release needs does not hold; the text says what."""


def version(project: Path = PROJECT) -> str:
    """The version, from the one place where it is kept."""
    kept = project / VERSION_FILE
    found = re.search(r'^__version__ = "([^"]+)"$', kept.read_text("utf-8"), re.MULTILINE)
    if not found:
        raise ReleaseError(f'{kept}: no line like __version__ = "1.2.3"')
    return found[1]


def run(
    command: Sequence[str | Path],
    *,
    environment: dict[str, str] | None = None,
    folder: Path = PROJECT,
) -> str:
    """What a program prints.

    Raises:
        ReleaseError: when it fails, with all that it said.
    """
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}".strip()
        command_line = " ".join(map(str, command))
        raise ReleaseError(f"{command_line} ended with code {done.returncode}:\n{said}")
    return done.stdout


def tool(name: str) -> Path:
    """A program that stands beside the Python that runs this."""
    path = Path(sys.executable).parent / name
    if not path.exists():
        raise ReleaseError(f"{name} is not installed; `make dist` sets up all that it needs")
    return path


def tracked(project: Path = PROJECT) -> set[str]:
    """Files that Git keeps, as they stand in the tree; it has to be a clone."""
    listed = run(["git", "ls-files", "-z"], folder=project).split("\0")
    return {name for name in listed if name and (project / name).is_file()}
