"""A form with one file, as browsers send it, read from disk while it is sent."""

from __future__ import annotations

import io
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO


@dataclass(frozen=True)
class Multipart:
    """Fields and a file, which is never in memory as a whole."""

    fields: Mapping[str, str]
    name: str
    file: Path
    boundary: str = field(default_factory=lambda: f"cutline-{secrets.token_hex(16)}")

    @property
    def content_type(self) -> str:
        """What the header says."""
        return f"multipart/form-data; boundary={self.boundary}"

    @property
    def length(self) -> int:
        """How many bytes will be sent."""
        return len(self._before()) + self.file.stat().st_size + len(self._after())

    def opened(self, step: Callable[[float], None] = lambda done: None) -> IO[bytes]:
        """The whole, to be read from the start; `step` is told how much of it was."""
        parts: list[IO[bytes]] = [
            io.BytesIO(self._before()),
            self.file.open("rb"),
            io.BytesIO(self._after()),
        ]
        return io.BufferedReader(_Joined(parts, self.length, step), 1 << 16)

    def _before(self) -> bytes:
        parts = [
            f'--{self.boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in self.fields.items()
        ]
        # Only what a header can hold: the name is for people to recognise.
        safe = "".join(c if c.isalnum() or c in "._-" else "_" for c in self.name)[:100]
        parts.append(
            f"--{self.boundary}\r\nContent-Disposition: form-data; "
            f'name="file"; filename="{safe}"\r\nContent-Type: application/octet-stream\r\n\r\n'
        )
        # What was typed may hold half a surrogate pair, which no form can carry.
        return "".join(parts).encode("utf-8", "replace")

    def _after(self) -> bytes:
        return f"\r\n--{self.boundary}--\r\n".encode()


class _Joined(io.RawIOBase):
    """Several files as one."""

    def __init__(self, files: list[IO[bytes]], size: int, step: Callable[[float], None]) -> None:
        self._files, self._size, self._step = files, size, step
        self._sent = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while self._files:
            if data := self._files[0].read(len(buffer)):
                buffer[: len(data)] = data
                self._sent += len(data)
                self._step(self._sent / self._size)
                return len(data)
            self._files.pop(0).close()
        return 0

    def close(self) -> None:
        for file in self._files:
            file.close()
        super().close()
