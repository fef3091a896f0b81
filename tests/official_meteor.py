"""The official METEOR as pycocoevalcap drives it, where Java and the package are at hand."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

JAR = "meteor/meteor-1.5.jar"
COMMAND = ("-", "-", "-stdio", "-l", "en", "-norm")

Pair = tuple[str, Sequence[str]]


def meteor_jar() -> Path:
    """METEOR's jar; skips the test where it or Java is missing."""
    if shutil.which("java") is None:
        pytest.skip("Java is not installed, so the official METEOR cannot run")
    package = pytest.importorskip("pycocoevalcap", reason="pycocoevalcap is not installed")
    return Path(next(iter(package.__path__))) / JAR


class OfficialMeteor:
    """A running jar that answers questions."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def statistics(self, pairs: Sequence[Pair]) -> list[list[float]]:
        """The 23 numbers of each candidate with its references."""
        lines = [
            " ||| ".join(("SCORE", *references, candidate.replace("|||", "").replace("  ", " ")))
            for candidate, references in pairs
        ]
        return [[float(x) for x in line.split()] for line in self._answers(lines, len(lines))]

    def scores(self, statistics: Sequence[Sequence[float]]) -> tuple[list[float], float]:
        """The score of each row, and the corpus score of all."""
        rows = [" ".join(map(str, row)) for row in statistics]
        values = [
            float(line) for line in self._answers([" ||| ".join(("EVAL", *rows))], len(rows) + 1)
        ]
        return values[:-1], values[-1]

    def _answers(self, lines: Sequence[str], count: int) -> list[str]:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None

        def write() -> None:
            stdin.write("".join(f"{line}\n" for line in lines).encode("utf-8"))
            stdin.flush()

        # Both at once: neither side may wait for the other to empty a pipe.
        writer = threading.Thread(target=write)
        writer.start()
        answers = [stdout.readline().decode("utf-8").strip() for _ in range(count)]
        writer.join()
        return answers


@contextmanager
def official_meteor(*options: str) -> Iterator[OfficialMeteor]:
    """The jar, started with these further options."""
    jar = meteor_jar()
    command = ["java", "-jar", "-Xmx2G", jar.name, *COMMAND, *options]
    with subprocess.Popen(
        command,
        cwd=jar.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield OfficialMeteor(process)
        finally:
            process.kill()
