"""A table that is compiled from one small file, and counts how often."""

from __future__ import annotations

import time
import zlib
from pathlib import Path

from cutline.core.data_file_format import Payload
from cutline.core.data_files import DataFile, Source, forget, open_data
from cutline.core.errors import MissingPartError
from cutline.core.progress import Step

#: What a table of `fake_in` holds.
PAYLOAD = b"a red bus\n" * 2000


class FakeData(DataFile):
    """The source's text many times over; every compilation adds a line to a file beside it."""

    name = "fake-en"
    summary = "nothing but tests"
    format = 1

    def __init__(self, folder: Path, pause: str = "", times: int = 2000) -> None:
        self.source = folder / "source.txt"
        self.log = folder / "compiled.txt"
        self.pause = pause
        self.times = times

    def sources(self) -> tuple[Source, ...]:
        if not self.source.exists():
            raise MissingPartError("fake-en needs its source: pip install fake")
        return (Source(self.source, self.source.read_text()),)

    def compile(self, sources: tuple[Source, ...], step: Step) -> Payload:
        with self.log.open("a") as log:
            log.write("compiled\n")
        if self.pause == "briefly":
            time.sleep(0.3)
        self._wait("compile")
        step(1.0)
        return sources[0].path.read_bytes() * self.times

    def checksum(self, piece: Payload, state: int) -> int:
        self._wait("checksum")
        return zlib.crc32(piece, state)

    def compilations(self) -> int:
        return len(self.log.read_text().splitlines()) if self.log.exists() else 0

    def _wait(self, place: str) -> None:
        if self.pause == place:
            (self.log.parent / "waiting").touch()
            time.sleep(60)


def fake_in(
    folder: Path, text: str = "a red bus\n", pause: str = "", times: int = 2000
) -> FakeData:
    """A table whose source is there."""
    folder.mkdir(exist_ok=True)
    fake = FakeData(folder, pause, times)
    fake.source.write_text(text)
    return fake


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def put(path: Path, content: bytes) -> None:
    """Another file of the same name: one that is mapped must never be written to in place."""
    path.unlink()
    path.write_bytes(content)


def reopened(fake: FakeData) -> bytes:
    """What a new process would get."""
    forget(fake)
    return bytes(open_data(fake).payload)
