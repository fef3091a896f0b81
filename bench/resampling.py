"""What intervals and comparisons cost: `python bench/resampling.py`.

Three things are timed: all classic metrics of COCO val2014 (40,504 images) resampled 10,000 times;
`cutline compare` of two real runs on Karpathy's test images, as a whole process; and BLEU alone
with a paired test, beside sacrebleu's.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

import data
from measure import machine, run

OTHER_RUN = "nocaps_val_runs/coco_karpathy_test__coco_train_1.json"


def main() -> None:
    parser = argparse.ArgumentParser(description="Time intervals and comparisons.")
    parser.add_argument("--resamples", type=int, default=10_000, metavar="N")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="runs of each")
    given = parser.parse_args()
    print("\n".join(f"{name:<14} {value}" for name, value in machine().items()), flush=True)
    _intervals(given.resamples, given.repeat)
    _compare(given.resamples, given.repeat)
    _peer(given.repeat)


def _intervals(resamples: int, repeat: int) -> None:
    import cutline
    from cutline.reports.statistics import Resampling, intervals

    paths = data.find(data.COCO_REFERENCES, data.COCO_RESULTS)
    if paths is None:
        print("\nCOCO val2014 is not at hand: not timed")
        return
    scores = cutline.score(paths[1], paths[0])
    seconds = []
    for _ in range(repeat):
        started = time.perf_counter()
        intervals(scores.scores, Resampling(resamples))
        seconds.append(time.perf_counter() - started)
    print(
        f"\nintervals: {resamples:,} resamples of {len(scores.image_ids):,} images, "
        f"{len(scores)} metrics: {statistics.median(seconds):.2f} s"
    )


def _compare(resamples: int, repeat: int) -> None:
    paths = data.find(data.KARPATHY_REFERENCES, data.KARPATHY_RESULTS, OTHER_RUN)
    if paths is None:
        print("\nKarpathy's test images are not at hand: not timed")
        return
    references, *runs = map(str, paths)
    program = str(Path(sys.executable).with_name("cutline"))
    command = [program, "compare", *runs, "--refs", references, "--resamples", str(resamples)]
    samples = [run(command) for _ in range(repeat)]
    wall = statistics.median(sample.wall_seconds for sample in samples)
    cpu = statistics.median(sample.cpu_seconds for sample in samples)
    peak = max(sample.peak_megabytes for sample in samples)
    print(
        f"cutline compare: Karpathy test, 2 runs, all classic metrics, {resamples:,} resamples: "
        f"{wall:.2f} s ({cpu:.2f} s of CPU, {peak:.0f} MB)"
    )


def _peer(repeat: int) -> None:
    """sacrebleu's paired bootstrap of BLEU, 1,000 resamples, and ours on the same captions."""
    try:
        from sacrebleu.metrics import BLEU
        from sacrebleu.significance import PairedTest
    except ImportError:
        print("sacrebleu is not installed: no peer")
        return
    import cutline
    from cutline.reports.statistics import Resampling, compare

    paths = data.find(data.KARPATHY_REFERENCES, data.KARPATHY_RESULTS, OTHER_RUN)
    if paths is None:
        return
    corpus = cutline.Corpus(str(paths[0]), "bleu-4")
    runs = [corpus.score(str(path)) for path in paths[1:]]
    ids = corpus.benchmark.image_ids
    said = [_captions(path, ids) for path in paths[1:]]
    most = min(map(len, corpus.benchmark.references))
    references = [[refs[k] for refs in corpus.benchmark.references] for k in range(most)]
    ours, theirs = [], []
    for _ in range(repeat):
        started = time.perf_counter()
        compare(runs, Resampling(1_000), test="bootstrap", method="percentile")
        ours.append(time.perf_counter() - started)
        metric = BLEU(references=references)
        started = time.perf_counter()
        systems = [("one", said[0]), ("two", said[1])]
        PairedTest(systems, {"BLEU": metric}, None, test_type="bs", n_samples=1_000)()
        theirs.append(time.perf_counter() - started)
    one, two = statistics.median(ours), statistics.median(theirs)
    print(
        f"paired bootstrap of BLEU, 1,000 resamples of {len(ids):,} images: cutline {one:.3f} s "
        f"from statistics, sacrebleu {two:.3f} s, statistics of candidates included: "
        f"{two / one:.0f}x"
    )


def _captions(path: Path, ids: tuple[int | str, ...]) -> list[str]:
    import json

    said = {r["image_id"]: r["caption"] for r in json.loads(path.read_text(encoding="utf-8"))}
    return [said[image_id] for image_id in ids]


if __name__ == "__main__":
    main()
