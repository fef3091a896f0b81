"""What became of a part: how many rows, what was wrong with them, and sums."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from cutline.scale.exact_sum import ExactSums
from cutline.scale.rows import PartReader, Problem, Problems
from cutline.scale.storage import Folder
from cutline.scale.words_of_rows import LeftOut


@dataclass
class Outcome:
    """The answer of a part.

    Args:
        left_out: a digest of which rows were left out because they stand elsewhere too, here and
            in the parts that texts depend on.
        reach: how many parts before and behind these are.
        rows: how many it has, good or not.
        images: how many can be scored.
        with_objects: how many of these have objects.
        references: the least and the most that an image has.
        digest: of all references, the same in whatever order they come.
        objects_digest: of all objects.
        problems: what was wrong.
        sums: by spec, of what the metric adds up.
        seconds: of a processor that it took.
        spilled: how many keys it wrote down for others to add up.
    """

    left_out: str = ""
    reach: tuple[int, int] = (0, 0)
    rows: int = 0
    images: int = 0
    with_objects: int = 0
    references: tuple[int, int] | None = None
    digest: int = 0
    objects_digest: int = 0
    problems: Problems = field(default_factory=Problems)
    sums: dict[str, ExactSums] = field(default_factory=dict)
    seconds: float = 0.0
    spilled: int = 0

    def finish(self, reader: PartReader, left_out: LeftOut, number: int) -> None:
        """Take over what the reader of a part counted."""
        self.rows, self.problems, self.reach = reader.rows, reader.problems, reader.reach
        self.left_out = self.left_out_digest(left_out, number)

    def left_out_digest(self, left_out: LeftOut, number: int) -> str:
        """What tells one choice of rows to leave out from another; empty for none.

        Only those of the part, and of those parts that its texts depend on.
        """
        before, behind = self.reach
        parts = range(number - before, number + behind + 1)
        rows = [[part - number, *sorted(left_out[part])] for part in parts if left_out.get(part)]
        text = json.dumps(rows)
        return hashlib.sha256(text.encode()).hexdigest()[:16] if rows else ""

    def write(self, folder: Folder, name: str) -> None:
        """Write it down, whole or not at all: then the part is done."""
        content: dict[str, Any] = {
            "left_out": self.left_out,
            "reach": self.reach,
            "rows": self.rows,
            "images": self.images,
            "with_objects": self.with_objects,
            "references": self.references,
            "digest": f"{self.digest:x}",
            "objects_digest": f"{self.objects_digest:x}",
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
            left_out=content["left_out"],
            reach=(content["reach"][0], content["reach"][1]),
            rows=content["rows"],
            images=content["images"],
            with_objects=content["with_objects"],
            references=None if span is None else (span[0], span[1]),
            digest=int(content["digest"], 16),
            objects_digest=int(content["objects_digest"], 16),
            problems=Problems(Counter(content["problems"]), told),
            sums={spec: ExactSums.from_text(texts) for spec, texts in content["sums"].items()},
            seconds=content["seconds"],
            spilled=content["spilled"],
        )
