"""What became of a part: how many rows, what was wrong with them, and sums."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from cutline.scale.exact_sum import ExactSums
from cutline.scale.rows import PartReader, Problem, Problems
from cutline.scale.storage import Folder


@dataclass
class Outcome:
    """The answer of a part.

    Args:
        left_out: a digest of which rows were left out because they stand elsewhere too.
        rows: how many it has, good or not.
        images: how many can be scored.
        references: the least and the most that an image has.
        digest: of all references, the same in whatever order they come.
        problems: what was wrong.
        sums: by spec, of what the metric adds up.
        seconds: of a processor that it took.
        spilled: how many keys it wrote down for others to add up.
    """

    left_out: str
    rows: int = 0
    images: int = 0
    references: tuple[int, int] | None = None
    digest: int = 0
    problems: Problems = field(default_factory=Problems)
    sums: dict[str, ExactSums] = field(default_factory=dict)
    seconds: float = 0.0
    spilled: int = 0

    def finish(self, reader: PartReader) -> None:
        """Take over what a reader counted."""
        self.rows, self.problems = reader.rows, reader.problems

    def write(self, folder: Folder, name: str) -> None:
        """Write it down, whole or not at all: then the part is done."""
        content: dict[str, Any] = {
            "left_out": self.left_out,
            "rows": self.rows,
            "images": self.images,
            "references": self.references,
            "digest": f"{self.digest:x}",
            "problems": dict(self.problems.counts),
            "told": [asdict(problem) for problem in self.problems.told],
            "sums": {spec: sums.to_text() for spec, sums in self.sums.items()},
            "seconds": round(self.seconds, 4),
            "spilled": self.spilled,
        }
        folder.write(name, json.dumps(content).encode())

    @classmethod
    def read(cls, folder: Folder, name: str) -> Outcome:
        """Read what was written down."""
        content = json.loads(folder.read(name))
        told = [Problem(**one) for one in content["told"]]
        span = content["references"]
        return cls(
            content["left_out"],
            content["rows"],
            content["images"],
            None if span is None else (span[0], span[1]),
            int(content["digest"], 16),
            Problems(Counter(content["problems"]), told),
            {spec: ExactSums.from_text(texts) for spec, texts in content["sums"].items()},
            content["seconds"],
            content["spilled"],
        )


def left_out_digest(rows: Iterable[int]) -> str:
    """What tells one choice of rows from another; empty for none."""
    numbers = sorted(rows)
    text = ",".join(map(str, numbers))
    return hashlib.sha256(text.encode()).hexdigest()[:16] if numbers else ""
