"""What a larger run over shards will take, from what smaller ones took.

Four steps are in proportion to rows: reading and counting n-grams, adding up the counts that parts
spill, comparing ids, and reading and scoring. A fifth is not: each range of keys is read from each
part, and as there are more rows there are more parts and more ranges. That step is nothing at first
and becomes all in the end; larger parts put it off. What the model leaves out: the command itself
looks at each part's answer, which takes milliseconds a part; and an engine's own time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cutline.scale.frequencies import KEYS_AT_ONCE
from cutline.scale.key_table import KeyTable
from cutline.scale.storage import Folder

#: A key and its count; read and written once more on the way back.
_BYTES_A_KEY = 20


@dataclass(frozen=True)
class Costs:
    """What a run took, as `costs.json` has it."""

    rows: int
    parts: int
    ranges: int
    bytes: int
    spilled_keys: int
    seconds: dict[str, float]

    @classmethod
    def read(cls, path: str | Path) -> Costs:
        """Read `costs.json`."""
        content: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
        names = ("rows", "parts", "ranges", "bytes", "spilled_keys", "seconds")
        return cls(**{name: content[name] for name in names})


@dataclass(frozen=True)
class Prediction:
    """What a run will take.

    Args:
        rows: how many it has.
        seconds: of a processor, by step.
        spilled_bytes: what is on disk in between.
        reads: how often a piece of a file is read.
    """

    rows: int
    seconds: dict[str, float]
    spilled_bytes: float
    reads: float

    @property
    def total(self) -> float:
        """Seconds of a processor in all."""
        return sum(self.seconds.values())

    @property
    def bottleneck(self) -> str:
        """The step that takes longest."""
        return max(self.seconds, key=lambda step: self.seconds[step])

    def hours(self, processors: int) -> float:
        """How long so many processors take."""
        return self.total / processors / 3600

    def price(self, of_an_hour: float) -> float:
        """What it costs where an hour of a processor has this price."""
        return self.total / 3600 * of_an_hour


@dataclass(frozen=True)
class CostModel:
    """Seconds of a processor for each row, key and read, and how many keys rows spill.

    Args:
        survey: for each row, to read it and count its n-grams.
        score: for each row, to read and score it.
        compare: for each row, to find whether its image has another one.
        key: for each key, to add it up.
        read: for each piece of a part that a range reads.
        keys_a_row: how many keys a row spills. Larger parts spill fewer, since an n-gram that
            occurs twice in a part is spilled once: so this errs on the side of caution.
        rows_a_part: how many rows a part has.
    """

    survey: float
    score: float
    compare: float
    key: float
    read: float
    keys_a_row: float
    rows_a_part: float

    @classmethod
    def fitted(cls, measured: Sequence[Costs], read: float) -> CostModel:
        """The model nearest to what was measured.

        Args:
            measured: runs of some sizes.
            read: what reading a piece takes, see `seconds_of_a_read`. Runs that are small enough to
                be measured read so few pieces that they do not tell.
        """
        rows = sum(one.rows for one in measured)
        usual = max(measured, key=lambda one: one.rows / one.parts)
        adding = sum(one.seconds.get("add up", 0.0) for one in measured)
        adding -= read * sum(one.parts * one.ranges for one in measured)
        keys = sum(one.spilled_keys for one in measured)
        key = max(0.0, adding) / keys if keys else 0.0
        return cls(
            survey=sum(one.seconds.get("survey", 0.0) for one in measured) / rows,
            score=sum(one.seconds["score"] for one in measured) / rows,
            compare=sum(one.seconds["compare ids"] for one in measured) / rows,
            key=key,
            read=read,
            keys_a_row=usual.spilled_keys / usual.rows,
            rows_a_part=usual.rows / usual.parts,
        )

    def predicted(self, rows: int, rows_a_part: float | None = None) -> Prediction:
        """What so many rows will take."""
        parts = max(1.0, rows / (rows_a_part or self.rows_a_part))
        keys = rows * self.keys_a_row
        ranges = max(1.0, keys / KEYS_AT_ONCE) if keys else 0.0
        seconds = {
            "reading and counting": rows * self.survey,
            "adding up": keys * self.key,
            "reading pieces": parts * ranges * self.read,
            "comparing ids": rows * self.compare,
            "reading and scoring": rows * self.score,
        }
        return Prediction(rows, seconds, keys * _BYTES_A_KEY, parts * ranges)


def seconds_of_a_read(place: str, times: int = 2_000) -> float:
    """What reading a small piece of a table takes, open files and all, on some disk or store.

    Args:
        place: a folder on it, by its path or address; what is written there stays.
        times: how often to do it.
    """
    folder = Folder(place)
    folder.prepare()
    keys = np.sort(np.random.default_rng(0).integers(1 << 63, size=5_000).astype(np.uint64))
    table = KeyTable(folder, "pieces")
    table.write(np.stack([keys, keys], axis=1), np.ones(len(keys), np.uint32))
    began = time.perf_counter()
    for _ in range(times):
        starts = table.starts()
        span = int(starts[100]), int(starts[200])
        table.keys(*span)
        table.values(*span, np.uint32)
    return (time.perf_counter() - began) / times
