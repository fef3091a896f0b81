"""What became of a stop."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.cli.tour.stop import Made, Shown, Stop


@dataclass(frozen=True)
class Visit:
    """A stop that was visited.

    `missing` says why it could not be shown to its end, and `seconds` how long it took.
    """

    stop: Stop
    shown: tuple[Shown, ...]
    missing: str | None
    seconds: float

    @property
    def made(self) -> tuple[Made, ...]:
        """What it promised and is there."""
        return tuple(made for made in self.stop.makes if made.path.exists())
