"""Which files the tour works on and leaves, by name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cutline.benchmarks.demo import SYSTEMS


@dataclass(frozen=True)
class Places:
    """The demonstration's folder, what is in it, and what the tour puts beside it."""

    folder: Path

    @property
    def runs(self) -> tuple[str, ...]:
        """What the systems said."""
        return tuple(str(self.folder / f"{system}.json") for system in SYSTEMS)

    def file(self, name: str) -> Path:
        """A file of the demonstration."""
        return self.folder / name

    def left(self, name: str) -> Path:
        """A file that the tour leaves."""
        return self.folder / "tour" / name

    @property
    def index(self) -> Path:
        """The page that links to everything."""
        return self.folder / "index.html"
