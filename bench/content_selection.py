"""What scoring choices of boxes costs: `python bench/content_selection.py`.

Captions are made from a fixed seed: by default 100,000 images with 10 boxes, 5 descriptions and a
candidate each. Timed are the choices alone (ids of boxes, as a study has them), captions with marks
through the metric, and the upper bound.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

from measure import machine

import cutline
from cutline.datasets.gold_boxes import Box, BoxedImage, BoxedSet
from cutline.metrics.selections import selection_scores
from cutline.scoring.selection import upper_bound
from cutline.text.box_markup import parse_marked

LEAST, MOST = 1, 5


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the scoring of choices of boxes.")
    parser.add_argument("--images", type=int, default=100_000, metavar="N")
    parser.add_argument("--boxes", type=int, default=10, metavar="N", help="of each image")
    parser.add_argument("--descriptions", type=int, default=5, metavar="N", help="of each image")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="runs of each")
    given = parser.parse_args()
    print("\n".join(f"{name:<14} {value}" for name, value in machine().items()), flush=True)
    draw = random.Random(1)
    references = [
        [_sentence(draw, given.boxes) for _ in range(given.descriptions)]
        for _ in range(given.images)
    ]
    candidates = [_sentence(draw, given.boxes) for _ in range(given.images)]
    selected = [parse_marked(text).mentioned for text in candidates]
    parsed = [[parse_marked(text) for text in texts] for texts in references]
    gold = [[marked.mentioned for marked in of] for of in parsed]
    boxes = tuple(Box(str(n), "thing", n, n, 1, 1) for n in range(given.boxes))
    boxed = BoxedSet(
        "made up",
        tuple(BoxedImage(i, boxes, tuple(of), 100, 100) for i, of in enumerate(parsed)),
    )
    shape = f"{given.images:,} images x {given.boxes} boxes x {given.descriptions} descriptions"
    print(f"\n{shape}; the median of {given.repeat}")
    _time("choices", given.repeat, lambda: selection_scores(selected, gold))
    _time(
        "captions with marks",
        given.repeat,
        lambda: cutline.score(candidates, references, "content-selection"),
    )
    _time("upper bound", given.repeat, lambda: upper_bound(boxed))


def _sentence(draw: random.Random, boxes: int) -> str:
    chosen = draw.sample(range(boxes), draw.randint(LEAST, min(MOST, boxes)))
    return "a " + " near a ".join(f"red [thing|{box}]" for box in chosen) + "."


def _time(name: str, repeat: int, work: Callable[[], object]) -> None:
    seconds, processor = [], []
    for _ in range(repeat):
        started, used = time.perf_counter(), time.process_time()
        work()
        seconds.append(time.perf_counter() - started)
        processor.append(time.process_time() - used)
    print(
        f"{name:<20} {statistics.median(seconds):6.2f} s "
        f"({statistics.median(processor):.2f} s of CPU)",
        flush=True,
    )


if __name__ == "__main__":
    main()
