"""What a scoring process is told, and what can come of it beside scores."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

#: Files of the private folder that parent and child share.
RUN_FILE = "run.jsonl"
RESULT_FILE = "result.json"
STATISTICS_FILE = "statistics.npz"


@dataclass(frozen=True)
class ScoringTask:
    """What to score, and how.

    Args:
        bundle: the path of the benchmark's bundle, with its private part.
        split: which of its splits.
        run: captions, as JSON lines of ours.
        metrics: specs.
        slice_name: the slice by whose labels scores are given too; empty for none.
        reserve_share: of the images, kept from all other scores.
        reserve_salt: a secret that decides which.
    """

    bundle: Path
    split: str
    run: bytes
    metrics: tuple[str, ...]
    slice_name: str = ""
    reserve_share: float = 0.0
    reserve_salt: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it; the captions go into a file."""
        fields = asdict(self)
        del fields["run"]
        return {**fields, "bundle": str(self.bundle)}


class ScoringFault(Exception):  # noqa: N818 - a fault of somebody, not of the program
    """That scoring did not come to an end. The text is safe: it holds nothing of a reference."""


class ContentFault(ScoringFault):
    """That the captions cannot be scored; the text is for those who submitted them."""


class PlatformFault(ScoringFault):
    """That the platform failed; the text is for hosts."""


class Interrupted(ScoringFault):
    """That the work was called off: the worker stops, or the job is no longer its own."""
