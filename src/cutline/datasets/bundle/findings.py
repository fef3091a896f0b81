"""What checking a bundle finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutline.datasets.problems import Severity


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a bundle: how bad it is, where, and what."""

    severity: Severity
    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


def finding_lines(findings: Sequence[Finding], most: int) -> list[str]:
    """A line for each of the first findings, errors first, and how many more there are.

    >>> finding_lines([Finding("warning", "a.zip", "odd"), Finding("error", "a.zip", "bad")], 1)
    ['error: a.zip: bad', '... and 1 more']
    """
    ordered = sorted(findings, key=lambda found: found.severity != "error")
    lines = [f"{found.severity}: {found}" for found in ordered[:most]]
    more = len(findings) - most
    return [*lines, f"... and {more} more"] if more > 0 else lines
