"""Word agreement on COCO: what it costs, what people and a system reach, and p found again.

`python bench/word_agreement.py` measures val2014 in a process of its own, first with nothing
parsed, then from the cache; `--dense` adds a system that scores every word of every image;
`--recover` simulates annotators and prints how far off p is. Data: $CUTLINE_DATA, else
../shared/data.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np
from measure import run

from cutline.benchmarks.word_agreement import count_words, simulate
from cutline.benchmarks.word_agreement.model import fit_words

FOLDER = Path(os.environ.get("CUTLINE_DATA") or Path(__file__).parents[2] / "shared" / "data")
CAPTIONS = FOLDER / "coco_captions_2014" / "captions_val2014.json.gz"
SYSTEM = FOLDER / "coco_system_outputs" / "captions_val2014_baseline_results.json"
SEEDS = 10

_STEPS = """
import json, sys, time
import numpy as np
from cutline.benchmarks.word_agreement import *
from cutline.benchmarks.word_agreement.system_words import SystemWords
from cutline.core.garbage import no_garbage_collection
from cutline.datasets.read import read_references, read_run
seconds, last = {}, time.perf_counter()
def done(step):
    global last
    now = time.perf_counter()
    seconds[step], last = round(now - last, 2), now
with no_garbage_collection():
    benchmark, _ = read_references(sys.argv[1])
    done("read captions")
    use = count_words(benchmark)
    done("count 1,000 words")
    use = with_parts(use, benchmark)
    done("parts of speech")
    agreement = word_agreement(use)
    agreement.fits
    done("agreement, k = 1 to 4")
    run, _ = read_run(sys.argv[2])
    said = words_of_run(run, use)
    done("read the system")
    system = precision_at_human_recall(use, said, resamples=0)
    done("precision at human recall")
    precision_at_human_recall(use, said)
    done("the same with 200 resamples")
    if sys.argv[3:] == ["dense"]:
        images = len(use.image_ids)
        scores = np.random.default_rng(1).random(images * len(use))
        places = np.tile(np.arange(images, dtype=np.int32), len(use))
        starts = np.arange(len(use) + 1) * images
        dense = SystemWords("dense", np.ones(images, dtype=bool), starts, places, scores)
        done("40 million scores")
        precision_at_human_recall(use, dense, resamples=0)
        done("their precision at human recall")
        precision_at_human_recall(use, dense)
        done("with 200 resamples")
status = open("/proc/self/status").read().split()
peak = int(status[status.index("VmHWM:") + 1]) / 1024
parts = [means.to_dict() for means in agreement.by_part()]
print(json.dumps({
    "seconds": seconds, "own_peak_megabytes": peak, "by_part": parts,
    "fits": [vars(fit) for fit in agreement.fits],
    "system": [part.to_dict() for part in system.by_part],
}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dense", action="store_true", help="a score for every word and image")
    parser.add_argument("--recover", action="store_true", help="simulated annotators")
    given = parser.parse_args()
    if given.recover:
        recover()
        return
    if not CAPTIONS.exists():
        sys.exit(f"{CAPTIONS} is not there: set CUTLINE_DATA to the folder of data")
    cost(given.dense)


def cost(dense: bool) -> None:
    """Seconds of each step and memory of all, cold and from the cache; then the figures."""
    command = [sys.executable, "-c", _STEPS, str(CAPTIONS), str(SYSTEM)]
    with tempfile.TemporaryDirectory() as cache:
        # The environment of measured programs was taken when `measure` was imported.
        start = ["env", f"CUTLINE_CACHE_DIR={cache}"]
        cold = run([*start, *command])
        warm = run([*start, *command, *(["dense"] if dense else [])])
    print(f"{'step':<34}{'cold':>8}{'cached':>8}")
    for step, seconds in warm.said["seconds"].items():
        before = cold.said["seconds"].get(step)
        print(f"{step:<34}{'' if before is None else f'{before:.2f} s':>8}{seconds:>6.2f} s")
    print(
        f"{'all, with Python':<34}{cold.wall_seconds:>6.2f} s{warm.wall_seconds:>6.2f} s; "
        f"{cold.peak_megabytes:.0f} and {warm.peak_megabytes:.0f} MB"
    )
    for means in warm.said["by_part"]:
        precision = " ".join(f"{value:.3f}" for value in means["precision"])
        print(f"{means['part']:<12}{means['words']:>6} recall {means['recall']:.3f}, {precision}")
    for fit in warm.said["fits"]:
        print(f"k = {fit['k']}: {fit['bias']:+.3f} above the curve, R2 {fit['explained']:.3f}")
    for part in warm.said["system"]:
        print(
            f"{part['part']:<12} PHR {part['precision']['value']:.3f}, people "
            f"{part['human']['value']:.3f}, reached {part['reached']} of {part['words']}"
        )


def recover() -> None:
    """How far off p is at 10,000 images: root mean square and largest, as a share of p."""
    print(f"{'k':>2}{'p':>5}{'q':>5}{'recall':>16}{'likelihood':>16}")
    for k in (1, 2, 4):
        for p in (0.1, 0.3, 0.5, 0.7, 0.9):
            for q in (0.1, 0.3, 0.8):
                fits = [
                    fit_words(count_words(simulate(10_000, p, q, k + 1, seed), ["thing"]))
                    for seed in range(SEEDS)
                ]
                cells = []
                for values in ([f.p[0] for f in fits], [f.likelihood[0] for f in fits]):
                    errors = np.array(values) / p - 1
                    size = float(np.sqrt(np.mean(errors**2)))
                    cells.append(f"{size:>8.1%}{np.abs(errors).max():>8.1%}")
                print(f"{k:>2}{p:>5.1f}{q:>5.1f}{''.join(cells)}")


if __name__ == "__main__":
    main()
