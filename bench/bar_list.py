"""What Cutline was asked to reach, as bars.toml lists it, and how a figure is judged."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("bars.toml")


@dataclass(frozen=True)
class Bar:
    """One thing asked for, the place of its figure, and what it was when the part was finished."""

    part: str
    asked: str
    figure: re.Pattern[str]
    then: str
    least: float | None
    most: float | None

    def found(self, output: str) -> re.Match[str] | None:
        return self.figure.search(output)

    def holds(self, match: re.Match[str]) -> bool:
        """Whether the number is within its bounds; true where there are none."""
        if self.least is None and self.most is None:
            return True
        number = float(match[1].replace(",", ""))
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )


@dataclass(frozen=True)
class Command:
    """What is typed, how long it takes at most on two quiet cores, and what it answers."""

    run: str
    minutes: float
    environment: dict[str, str]
    bars: tuple[Bar, ...]

    @property
    def log(self) -> str:
        """The name of the file that its output goes to."""
        return re.sub(r"[^a-z0-9]+", "-", self.run.lower()).strip("-")[:120] + ".log"


def read_commands(path: Path = FILE) -> list[Command]:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Command(
            run=entry["run"],
            minutes=float(entry["minutes"]),
            environment=entry.get("environment", {}),
            bars=tuple(map(_bar, entry["bar"])),
        )
        for entry in content["command"]
    ]


def _bar(entry: dict[str, Any]) -> Bar:
    return Bar(
        entry["part"],
        entry["asked"],
        re.compile(entry["figure"]),
        entry.get("then", ""),
        entry.get("least"),
        entry.get("most"),
    )
