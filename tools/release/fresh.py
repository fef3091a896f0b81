"""A fresh environment from a wheel, where nothing can be compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from tools.release.interpreters import STABLE, Interpreter
from tools.release.project import DIST, ReleaseError, run

_COMPILERS = (
    *("cc", "c++", "gcc", "g++", "c89", "c99", "clang", "clang++", "icc", "icpx", "nvcc"),
    *("cmake", "ninja", "make", "meson", "cargo", "rustc", "java"),
)
_OF_COMPILERS = ("CC", "CXX", "CPP", "LD", "CMAKE_ARGS", "CMAKE_GENERATOR", "CFLAGS", "CXXFLAGS")
#: Where a user's own installation, settings and caches could help along.
_OF_USERS = ("PYTHON", "CUTLINE", "XDG", "VIRTUAL_ENV", "CONDA")


@dataclass(frozen=True)
class Fresh:
    """An environment with nothing in it yet, and an empty home."""

    folder: Path
    python: Interpreter

    @property
    def programs(self) -> Path:
        """The only folder on the path."""
        return self.folder / "environment" / "bin"

    def variables(self) -> dict[str, str]:
        """A path without compilers, an empty home, and none of the user's settings but pip's."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in _OF_COMPILERS and not name.startswith(_OF_USERS)
        }
        return {**kept, "PATH": str(self.programs), "HOME": str(self.folder / "home")}

    def make(self) -> None:
        """Make it.

        Raises:
            ReleaseError: when something that compiles can be found after all.
        """
        (self.folder / "home").mkdir(parents=True)
        run([self.python.path, "-I", "-m", "venv", self.programs.parent])
        there = [name for name in _COMPILERS if shutil.which(name, path=str(self.programs))]
        if there:
            raise ReleaseError(f"{self.programs} has {', '.join(there)}: nothing should compile")

    def install(self, what: str) -> float:
        """Install by pip, from wheels only and without its cache; return the seconds."""
        # The user's home, as pip's settings may be there: which index to ask, and how.
        home = {"HOME": str(Path.home())}
        python = str(self.programs / "python")
        pip = [python, "-m", "pip", "--disable-pip-version-check", "install"]
        started = time.monotonic()
        run(
            [*pip, "--no-cache-dir", "--only-binary", ":all:", what],
            environment=self.variables() | home,
        )
        return time.monotonic() - started

    def cutline(self, *arguments: str) -> str:
        """What a command prints in this environment."""
        return run(
            [self.programs / "cutline", *arguments],
            environment=self.variables(),
            folder=self.folder,
        )

    def import_seconds(self, times: int = 5) -> float:
        """What `import cutline` adds to starting Python, at best, in seconds of computing.

        Computing, and not waiting: others may be at work on the machine.
        """
        least = {code: min(self._computing(code) for _ in range(times)) for code in _IMPORTS}
        return least["import cutline"] - least["pass"]

    def _computing(self, code: str) -> float:
        before = seconds_of_computing()
        subprocess.run(
            [str(self.programs / "python"), "-c", code], env=self.variables(), check=True
        )
        return seconds_of_computing() - before

    def sizes(self) -> dict[str, int]:
        """The bytes of each installed package, without pip, which comes with Python."""
        said = run([self.programs / "python", "-c", _SIZES], environment=self.variables())
        pairs = (line.split() for line in said.splitlines())
        return {name: int(size) for name, size in pairs if name not in {"pip", "setuptools"}}


def seconds_of_computing() -> float:
    """What all programs that were started here and have ended computed so far.

    Computing, and not waiting for the network, a disk or a turn.
    """
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


_IMPORTS = ("pass", "import cutline")
# Compiled Python files are listed too, and are there since pip made them.
_SIZES = """
from importlib.metadata import distributions
for found in distributions():
    sizes = [path.stat().st_size for file in found.files or [] if (path := file.locate()).is_file()]
    print(found.metadata["Name"].lower(), sum(sizes))
"""


def wheel_for(python: Interpreter) -> Path | None:
    """The wheel in dist/ that a Python can use, if one was made."""
    tag = "cp312-abi3" if python.minor >= STABLE else f"cp{''.join(map(str, python.minor))}-"
    wheels = sorted(DIST.glob(f"cutline-*-{tag}*.whl"))
    return wheels[-1] if wheels else None
