"""What a check found in a caption."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

#: A problem has to be put right, a warning to be looked at; a hint may be left alone.
Severity = Literal["problem", "warning", "hint"]
SEVERITIES: tuple[Severity, ...] = ("problem", "warning", "hint")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to tell whoever writes a caption.

    `start` and `end` are places in the text as it was typed, counted in characters: the words that
    the message is about, or the whole text.
    """

    check: str
    severity: Severity
    message: str
    start: int
    end: int

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "check": self.check,
            "severity": self.severity,
            "message": self.message,
            "start": self.start,
            "end": self.end,
        }


def in_order(finding: Finding) -> tuple[int, int, int, str]:
    """What findings are sorted by: the gravest first, then as the text goes."""
    return SEVERITIES.index(finding.severity), finding.start, finding.end, finding.check
