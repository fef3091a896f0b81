"""How long the server takes to score a submission of nocaps' size.

`python bench/server_scoring.py`

4,500 images with 10 references each and one caption, in three domains; BLEU-1 to 4, METEOR,
ROUGE-L and CIDEr-D with intervals, over all images and each domain, in a fresh child process with
its limits as a worker starts it. Texts are generated; with `--coco` they are captions of COCO
val2014 from `$CUTLINE_DATA`, two images' references put together. Also says what its parts cost,
and what intervals of domains would cost by either method. Fails where the median takes 5 s or more.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

import data
from measure import machine

from cutline.core.spec import SETS
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.bundle import BundleContent, SplitContent, open_bundle, write_bundle
from cutline.reports.statistics.intervals import METHODS, intervals
from cutline.reports.statistics.resampling import Resampling
from cutline.scoring.corpus import Corpus
from cutline.server.scoring.scorer import RESAMPLES, SEED
from cutline.server.scoring.separate import score_separately
from cutline.server.scoring.task import ScoringTask

IMAGES = 4500
REFERENCES = 10
DOMAINS = ("in-domain", "near-domain", "out-of-domain")
MOST_SECONDS = 5.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--coco", action="store_true", help="captions of COCO, not generated ones")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="submissions to score")
    given = parser.parse_args()
    for name, value in machine().items():
        print(f"{name:<14} {value}")
    pictures, run = _coco() if given.coco else generated()
    with tempfile.TemporaryDirectory(prefix="cutline-bench-") as folder:
        path = Path(folder) / "made.zip"
        write(path, pictures)
        task = ScoringTask(path, "test", run_lines(run), SETS["coco"], "domain")
        taken = [_timed(task) for _ in range(given.repeat)]
        _parts(path, run)
    middle = statistics.median(taken)
    print(f"scored in      {middle:.2f} s (median of {len(taken)}; most {max(taken):.2f} s)")
    print(f"expected       less than {MOST_SECONDS:g} s")
    return 0 if middle < MOST_SECONDS else 1


def _timed(task: ScoringTask) -> float:
    start = time.perf_counter()
    outcome = score_separately(task)
    seconds = time.perf_counter() - start
    if outcome.images != IMAGES or set(outcome.scores) != {"", *DOMAINS}:
        raise SystemExit("the scores are not of all images and domains")
    print(f"{'submission':<14} {seconds:.2f} s, {len(outcome.statistics) / 1e6:.1f} MB kept")
    return seconds


def _parts(path: Path, run: Run) -> None:
    """What each step costs in this process, where nothing is started anew."""
    clock = time.perf_counter
    start = clock()
    pictures, _ = open_bundle(path).references("test")
    read = clock()
    corpus = Corpus(pictures, list(SETS["coco"])).prepare()
    prepared = clock()
    scores = list(corpus.score(run).values())
    scored = clock()
    print(f"{'read':<14} {read - start:.2f} s")
    print(f"{'prepare':<14} {prepared - read:.2f} s")
    print(f"{'score':<14} {scored - prepared:.2f} s")
    for method in METHODS:
        start = clock()
        intervals(scores, Resampling(RESAMPLES, SEED), method=method)
        print(f"{f'{method}':<14} {clock() - start:.2f} s for all images")


def generated() -> tuple[Benchmark, Run]:
    data.REFERENCES_PER_IMAGE = REFERENCES
    made = list(data._generated_images(IMAGES))
    return _named([references for references, _ in made], [said for _, said in made])


def _coco() -> tuple[Benchmark, Run]:
    paths = data.find(data.COCO_REFERENCES, data.COCO_RESULTS)
    if paths is None:
        raise SystemExit("COCO's captions are not at hand: set CUTLINE_DATA")
    with tempfile.TemporaryDirectory() as folder:
        files = data.write_coco(Path(folder), paths, 2 * IMAGES)
        _, references, said = data.grouped(files.references, files.results)
    pairs = zip(references[::2], references[1::2], strict=True)
    return _named([(first + second)[:REFERENCES] for first, second in pairs], said[::2])


def _named(references: list[list[str]], said: list[str]) -> tuple[Benchmark, Run]:
    ids: tuple[ImageId, ...] = tuple(range(1, IMAGES + 1))
    domains = {one: DOMAINS[place % len(DOMAINS)] for place, one in enumerate(ids, 1)}
    pictures = Benchmark("made", ids, tuple(references), tags={"domain": domains})
    return pictures, Run("made", {i: (text,) for i, text in zip(ids, said, strict=True)})


def run_lines(run: Run) -> bytes:
    header = {"cutline": "run", "version": 1, "system": run.system}
    lines = [{"image_id": i, "captions": list(said)} for i, said in run.captions.items()]
    return "".join(json.dumps(line) + "\n" for line in (header, *lines)).encode()


def write(path: Path, pictures: Benchmark) -> None:
    split = SplitContent.from_benchmark("test", pictures, visibility="private")
    content = BundleContent(
        name="made",
        benchmark_version="1.0",
        licence="CC0-1.0",
        slices={"domain": "how far from everyday"},
        splits=(split,),
    )
    write_bundle(content, path)


if __name__ == "__main__":
    sys.exit(main())
