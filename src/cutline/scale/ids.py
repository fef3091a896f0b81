"""Which image each row is of, so that rows of the same image can be found among all parts.

Where an image has several rows, those that are equal count once. Of rows that differ the one counts
whose content has the lowest key: whichever shard it is in, and whatever order shards come in.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from cutline import native
from cutline.scale.key_table import KeyTable, ranges_of_buckets
from cutline.scale.plan import Plan, part_name
from cutline.scale.rows import Rows
from cutline.scale.storage import Folder
from cutline.scale.words_of_rows import LeftOut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint64]

#: So many rows of all parts are looked at together.
_ROWS_AT_ONCE = 4_000_000
#: Where they are kept.
LEFT_OUT = "ids/left-out.json"
_RANGES = "ids/ranges.json"
#: Stands between texts of a row. No caption has it: line ends inside captions become spaces.
_BETWEEN = "\r"


@dataclass
class RowIds:
    """The ids of a part's rows, as keys, with keys of what the rows hold."""

    keys: list[Numbers] = field(default_factory=list)
    values: list[Numbers] = field(default_factory=list)
    #: Of all references, the same in whatever order rows come.
    digest: int = 0
    #: The same of what is seen in each image, whatever order its labels come in.
    objects_digest: int = 0

    def add(self, rows: Rows) -> None:
        """Take some rows."""
        references = [_BETWEEN.join(of_one) for of_one in rows.references]
        seen = [_BETWEEN.join(sorted(labels)) for labels in rows.objects]
        whole = [
            f"{caption}{_BETWEEN}{of_one}{_BETWEEN * 2}{labels}"
            if labels
            else f"{caption}{_BETWEEN}{of_one}"
            for caption, of_one, labels in zip(rows.captions, references, seen, strict=True)
        ]
        content = native.text_keys(whole)[:, 1]
        numbers = np.array(rows.numbers, dtype=np.uint64)
        self.keys.append(native.text_keys(rows.image_ids))
        self.values.append(np.stack([content, numbers], axis=1))
        # Added up, and not mixed one after the other: numbers run over, which is as good.
        self.digest = _added_up(self.digest, references)
        if any(seen):
            of_images = [
                f"{name}{_BETWEEN}{labels}"
                for name, labels in zip(rows.image_ids, seen, strict=True)
                if labels
            ]
            self.objects_digest = _added_up(self.objects_digest, of_images)

    def write(self, folder: Folder, number: int) -> None:
        """Write them down, sorted."""
        keys = np.concatenate([np.empty((0, 2), np.uint64), *self.keys])
        values = np.concatenate([np.empty((0, 2), np.uint64), *self.values])
        order = np.lexsort((keys[:, 1], keys[:, 0]))
        KeyTable(folder, f"ids/{part_name(number)}").write(keys[order], values[order])


def _added_up(digest: int, texts: list[str]) -> int:
    return (digest + int(native.text_keys(texts)[:, 1].sum())) % (1 << 64)


def left_out_before(plan: Plan) -> LeftOut | None:
    """The rows of each part that are left out, if that was found out already."""
    if not plan.folder.has(LEFT_OUT):
        return None
    kept = json.loads(plan.folder.read(LEFT_OUT))["rows"]
    return {int(part): frozenset(rows) for part, rows in kept.items()}


def plan_id_ranges(plan: Plan) -> int:
    """Decide which ranges of ids are looked at together, and say how many there are."""
    folder = plan.folder
    if not folder.has(_RANGES):
        starts = (_table(plan, number).starts() for number in range(len(plan.parts)))
        folder.write(_RANGES, json.dumps(ranges_of_buckets(starts, _ROWS_AT_ONCE)).encode())
    return len(json.loads(folder.read(_RANGES)))


def find_repeated(plan: Plan, number: int) -> None:
    """Find the rows of one range of ids whose image has another row that counts."""
    began = time.process_time()
    first, last = json.loads(plan.folder.read(_RANGES))[number]
    tables = [_table(plan, part) for part in range(len(plan.parts))]
    spans = []
    for table in tables:
        starts = table.starts()
        spans.append((int(starts[first]), int(starts[last])))
    found = _repeated(tables, spans)
    content = {"rows": found, "seconds": time.process_time() - began}
    plan.folder.write(repeated_file(number), json.dumps(content).encode())


def repeated_file(number: int) -> str:
    """The file that has the repeated rows of a range."""
    return f"ids/repeated-{number:06d}.json"


def put_left_out_together(plan: Plan) -> LeftOut:
    """The rows of all ranges that are left out, by part; kept on file."""
    found: dict[int, list[int]] = {}
    seconds = 0.0
    for number in range(plan_id_ranges(plan)):
        content = json.loads(plan.folder.read(repeated_file(number)))
        seconds += content["seconds"]
        for part, row in content["rows"]:
            found.setdefault(part, []).append(row)
    rows = {part: sorted(of_one) for part, of_one in found.items()}
    plan.folder.write(LEFT_OUT, json.dumps({"rows": rows, "seconds": seconds}).encode())
    return {part: frozenset(of_one) for part, of_one in rows.items()}


def seconds_of_ids(plan: Plan) -> float:
    """How long looking for repeated images took, in seconds of a processor."""
    return float(json.loads(plan.folder.read(LEFT_OUT))["seconds"])


def _table(plan: Plan, part: int) -> KeyTable:
    return KeyTable(plan.folder, f"ids/{part_name(part)}")


def _repeated(
    tables: Sequence[KeyTable], spans: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The part and row of all rows but one of each image, among these rows of the tables."""
    keys = np.concatenate([table.keys(*span) for table, span in zip(tables, spans, strict=True)])
    if not len(keys):
        return []
    unique, counts = native.summed_counts(keys, np.ones(len(keys), np.uint32))
    twice = counts > 1
    if not twice.any():
        return []
    is_repeated = native.found_counts(unique[twice], counts[twice], keys) > 0
    values = np.concatenate(
        [table.values(*span, np.uint64, 2) for table, span in zip(tables, spans, strict=True)]
    )[is_repeated]
    parts = np.repeat(np.arange(len(spans)), [last - first for first, last in spans])[is_repeated]
    keys = keys[is_repeated]
    order = np.lexsort((values[:, 1], parts, values[:, 0], keys[:, 1], keys[:, 0]))
    is_first = np.ones(len(order), dtype=bool)
    is_first[1:] = (keys[order][1:] != keys[order][:-1]).any(axis=1)
    others = order[~is_first]
    return list(zip(parts[others].tolist(), values[others, 1].tolist(), strict=True))
