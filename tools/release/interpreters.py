"""The Pythons of this machine, wherever they are kept."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.release.project import ReleaseError

#: The first that Cutline runs on, and the first whose stable interface serves all later ones.
OLDEST, STABLE = (3, 11), (3, 12)
_NEWEST_MINOR = 30

_EXPECTED = (
    f"expected a released CPython {'.'.join(map(str, OLDEST))} or later that has venv and "
    "ensurepip, and is built neither free-threaded nor for debugging"
)

_PROBE = """
import json, platform, sys, sysconfig, venv, ensurepip
print(json.dumps({
    "path": sys.executable,
    "version": sys.version_info[:3],
    "usable": platform.python_implementation() == "CPython"
    and sys.version_info.releaselevel == "final"
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
    and not sysconfig.get_config_var("Py_DEBUG"),
}))
"""


@dataclass(frozen=True, order=True)
class Interpreter:
    """A Python that wheels can be built for and installed into."""

    version: tuple[int, int, int]
    path: str

    @property
    def minor(self) -> tuple[int, int]:
        """What wheels are told apart by."""
        return self.version[:2]

    def __str__(self) -> str:
        return ".".join(map(str, self.version))


def found(named: Sequence[str] = ()) -> list[Interpreter]:
    """One Python for each usable minor version, oldest first: of those named, else of all.

    Raises:
        ReleaseError: when one that is named cannot be used.
    """
    newest: dict[tuple[int, int], Interpreter] = {}
    for path in named or _candidates():
        python = _probed(path)
        if python and python.minor >= OLDEST:
            newest[python.minor] = max(newest.get(python.minor, python), python)
        elif named:
            raise ReleaseError(f"{path}: {_why_not(python)}; {_EXPECTED}")
    return sorted(newest.values())


def _why_not(python: Interpreter | None) -> str:
    return f"it is Python {python}" if python else "no Python that can be used"


def builders(pythons: Iterable[Interpreter]) -> list[Interpreter]:
    """Those to build wheels with: each older one, and the first with a stable interface."""
    ordered = sorted(pythons)
    stable = [python for python in ordered if python.minor >= STABLE]
    return [python for python in ordered if python.minor < STABLE] + stable[:1]


def _candidates() -> Iterator[str]:
    """On the path, and where pyenv and uv keep those that are not."""
    names = ["python3", *(f"python3.{minor}" for minor in range(OLDEST[1], _NEWEST_MINOR))]
    for folder in os.get_exec_path():
        yield from (str(Path(folder) / name) for name in names if (Path(folder) / name).exists())
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    homes = (
        Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions",
        Path(os.environ.get("UV_PYTHON_INSTALL_DIR") or data / "uv/python"),
    )
    for home in homes:
        yield from sorted(str(path) for path in home.glob("*/bin/python3"))


def _probed(path: str) -> Interpreter | None:
    """What a program says of itself; nothing when it is no Python, or lacks what is needed."""
    try:
        done = subprocess.run(
            [path, "-I", "-c", _PROBE], capture_output=True, text=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode:
        return None
    try:
        said = json.loads(done.stdout)
        major, minor, patch = said["version"]
    # Some other program, which ends well whatever it is asked.
    except (ValueError, TypeError, KeyError):
        return None
    return Interpreter((major, minor, patch), said["path"]) if said["usable"] else None
