"""How long the checks of one caption take, and what they say: `python bench/caption_checks.py`.

With a file of captions (`python bench/caption_checks.py captions_val2017.json`) also the share of
2,000 of them, drawn at random, that each check has something to say of.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from itertools import product

from cutline.datasets.read import read_references
from cutline.text.caption_checks import check_caption, prepare_checks

FRAMES = (
    "A {} is on a table near the window of a small room",
    "Two people and a {} wait for a bus on a wet street",
    "A gruop of {}s near a lake with mountians behind it",
)
THINGS = ("dog", "cat", "horse", "lamp", "clock", "train", "boat", "bird", "tree", "cake")
OWN = [
    f"A {colour} {thing} sits on a mat near a {place}"
    for colour, thing, place in product(
        ("red", "blue", "old", "new", "big"), THINGS, ("cat", "tree", "wall", "door")
    )
]


def main() -> None:
    prepare_checks()
    waited, worked = [], []
    for frame, thing in product(FRAMES, THINGS):
        start, before = time.perf_counter(), time.thread_time()
        check_caption(frame.format(thing), own=OWN, others=OWN[:10], labels=["dog", "cat"])
        worked.append(time.thread_time() - before)
        waited.append(time.perf_counter() - start)
    print(f"{len(waited)} captions, {len(OWN)} earlier ones of the same person")
    for name, seconds in (("waited", waited), ("worked", worked)):
        ordered = sorted(1000 * each for each in seconds)
        late = ordered[int(0.95 * len(ordered))]
        print(f"{name}: median {statistics.median(ordered):.1f} ms, 95 % under {late:.1f} ms")
    for path in sys.argv[1:]:
        said_of(path)


def said_of(path: str) -> None:
    references = read_references(path, "lenient")[0].references
    captions = [caption for of_image in references for caption in of_image]
    drawn = random.Random(1).sample(captions, min(2_000, len(captions)))
    found: Counter[tuple[str, str]] = Counter()
    for caption in drawn:
        found.update({(each.severity, each.check) for each in check_caption(caption)})
    for (severity, check), count in found.most_common():
        print(f"{count / len(drawn):7.2%}  {severity:<8} {check}")


if __name__ == "__main__":
    main()
