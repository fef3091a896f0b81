"""Document frequencies of all parts together, given back to each part for its own n-grams.

No worker ever has a table of all n-grams. Each range of keys is read from all parts, added up, and
the sums are written in the places that the keys have in their parts.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import numpy as np

from cutline import native
from cutline.scale.key_table import KeyTable, ranges_of_buckets
from cutline.scale.plan import Plan, part_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: So many keys of all parts are added up together.
KEYS_AT_ONCE = 4_000_000
_RANGES = "frequencies/ranges.json"


def plan_ranges(plan: Plan) -> int:
    """Decide which ranges of keys are added up together, and say how many there are."""
    folder = plan.folder
    if not folder.has(_RANGES):
        starts = (_table(plan, number).starts() for number in range(len(plan.parts)))
        found = ranges_of_buckets(starts, KEYS_AT_ONCE)
        folder.write(_RANGES, json.dumps(found).encode())
    return len(json.loads(folder.read(_RANGES)))


def add_up_range(plan: Plan, number: int) -> None:
    """Add up one range of keys."""
    began = time.process_time()
    folder = plan.folder
    first, last = json.loads(folder.read(_RANGES))[number]
    keys, counts, sizes = [], [], []
    for part in range(len(plan.parts)):
        table = _table(plan, part)
        starts = table.starts()
        span = int(starts[first]), int(starts[last])
        keys.append(table.keys(*span))
        counts.append(table.values(*span, np.uint32))
        sizes.append(span[1] - span[0])
    wanted = np.concatenate(keys)
    summed = native.summed_counts(wanted, np.concatenate(counts))
    found = native.found_counts(*summed, wanted)
    folder.write(f"frequencies/range-{number:06d}.counts", found.tobytes())
    done = {"places": [0, *np.cumsum(sizes).tolist()], "seconds": time.process_time() - began}
    folder.write(range_done(number), json.dumps(done).encode())


def seconds_of_ranges(plan: Plan) -> float:
    """How long adding up took, in seconds of a processor."""
    done = range(plan_ranges(plan))
    return float(sum(json.loads(plan.folder.read(range_done(one)))["seconds"] for one in done))


def range_done(number: int) -> str:
    """The file that says that a range is added up."""
    return f"frequencies/range-{number:06d}.json"


class PartFrequencies:
    """The document frequencies of a part's n-grams, in the references of all parts.

    Args:
        plan: what is to be done; all ranges are added up.
        number: of the part.
        images: how many images there are in all.
    """

    def __init__(self, plan: Plan, number: int, images: int) -> None:
        self._images = images
        self._longest = plan.counted_ngrams
        table = _table(plan, number)
        self._keys = table.keys(0, int(table.starts()[-1]))
        self._counts = _counts_of(plan, number)

    def of(self, references: native.References) -> native.Frequencies:
        """The frequencies of all n-grams of some of the part's texts."""
        own = native.count_frequencies(references, self._longest, 1)
        keys, _ = native.frequency_keys(own)
        counts = native.found_counts(self._keys, self._counts, keys)
        return native.recounted(own, counts, float(self._images))


def _counts_of(plan: Plan, part: int) -> NDArray[np.uint32]:
    folder, found = plan.folder, [np.empty(0, np.uint32)]
    for number in range(len(json.loads(folder.read(_RANGES)))):
        first, last = json.loads(folder.read(range_done(number)))["places"][part : part + 2]
        name = f"frequencies/range-{number:06d}.counts"
        found.append(np.frombuffer(folder.read_at(name, 4 * first, 4 * (last - first)), np.uint32))
    return np.concatenate(found)


def _table(plan: Plan, part: int) -> KeyTable:
    return KeyTable(plan.folder, f"survey/{part_name(part)}")
