"""Shards of generated captions: time, memory, and what Ray costs: `python bench/shards.py`.

Rows with five references each are generated into shards of JSON lines once for each size. Then
`cutline score --engine shards` scores each size with the classic metrics; and at `--ray-rows` both
engines score the same rows. Printed are seconds, rows a second, and the most memory that the
command and all its workers had together (shared memory counted once), and whether the scores of
both engines are the same to the last bit. Bars: memory under 1.5 GB; time a row at the largest
size within a tenth of that at the smallest; Ray at most 1.3 times as long.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from measure import machine

ROWS_A_SHARD = 50_000
MEMORY_BAR = 1.5e9
METRICS = "bleu-1,bleu-2,bleu-3,bleu-4,rouge-l,cider-d"


@dataclass(frozen=True)
class Ran:
    seconds: float
    bytes: int
    scores: dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", default="500000,5000000", help="sizes, by commas")
    parser.add_argument("--ray-rows", type=int, default=1_000_000, help="0 leaves Ray out")
    parser.add_argument("--metrics", default=METRICS)
    parser.add_argument("--tokenizer", default="ptb(context=none)")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--folder", help="where to put shards, which are kept then")
    given = parser.parse_args()
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    sizes = [int(size) for size in given.rows.split(",")]
    options = ["--metrics", given.metrics, "--tokenizer", given.tokenizer, "--jobs", given.jobs]
    with tempfile.TemporaryDirectory(dir=given.folder) as scratch:
        folder = Path(given.folder or scratch)
        shards = generate(folder, max([*sizes, given.ray_rows]))
        found = {}
        for size in sizes:
            found[size] = score(shards, size, Path(scratch), ["--engine", "shards", *options])
            tell(f"{size:,} rows", size, found[size])
        if given.ray_rows:
            size = given.ray_rows
            plain = found.get(size) or score(
                shards, size, Path(scratch), ["--engine", "shards", *options]
            )
            tell(f"{size:,} rows, shards", size, plain)
            on_ray = score(shards, size, Path(scratch), ["--engine", "ray", *options])
            tell(f"{size:,} rows, Ray", size, on_ray)
            print(f"Ray takes {on_ray.seconds / plain.seconds:.2f} times as long (bar: 1.30)")
            print(f"scores are the same to the last bit: {on_ray.scores == plain.scores}")
            if on_ray.scores != plain.scores:
                sys.exit("the engines differ")
    small, large = found[sizes[0]], found[sizes[-1]]
    growth = (large.seconds / sizes[-1]) / (small.seconds / sizes[0])
    print(f"a row takes {growth:.3f} times as long at {sizes[-1]:,} as at {sizes[0]:,} (bar: 1.10)")
    print(f"most memory {large.bytes / 1e9:.2f} GB (bar: {MEMORY_BAR / 1e9} GB)")


def tell(what: str, rows: int, ran: Ran) -> None:
    print(
        f"{what}: {ran.seconds:.1f} s, {rows / ran.seconds:,.0f} rows a second, "
        f"{ran.bytes / 1e6:,.0f} MB",
        flush=True,
    )


def generate(folder: Path, rows: int) -> list[Path]:
    """Shards with so many rows; those that are there already are taken."""
    began = time.perf_counter()
    shards = [folder / f"shard-{first:05d}.jsonl" for first in range(-(-rows // ROWS_A_SHARD))]
    missing = [shard for shard in shards if not shard.exists()]
    with multiprocessing.Pool(2) as pool:
        pool.map(generate_shard, missing, chunksize=1)
    size = sum(shard.stat().st_size for shard in shards)
    print(f"{rows:,} rows generated, {size / 1e9:.2f} GB, {time.perf_counter() - began:.0f} s")
    return shards


def generate_shard(path: Path) -> None:
    """Sentences of words whose frequencies fall as those of English do, with phrases that recur."""
    number = int(path.stem.split("-")[1])
    numbers = random.Random(number)
    words = [f"w{rank:x}" for rank in range(20_000)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(words))))
    phrases_of = random.Random(0)
    phrases = [
        " ".join(phrases_of.choices(words, cum_weights=weights, k=phrases_of.randint(2, 4)))
        for _ in range(50_000)
    ]
    often = list(accumulate(1 / (rank + 10) for rank in range(len(phrases))))

    def caption() -> str:
        return " ".join(numbers.choices(phrases, cum_weights=often, k=3)) + numbers.choice(". ")

    with path.open("w") as file:
        for row in range(ROWS_A_SHARD):
            content = {
                "image_id": number * ROWS_A_SHARD + row,
                "caption": caption(),
                "references": [caption() for _ in range(5)],
            }
            file.write(json.dumps(content) + "\n")


def score(shards: list[Path], rows: int, scratch: Path, options: list[str]) -> Ran:
    output = scratch / "out"
    taken = [str(shard) for shard in shards[: -(-rows // ROWS_A_SHARD)]]
    command = [sys.executable, "-m", "cutline", "score", *taken, "-o", str(output), *options]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    most = [0]
    watcher = threading.Thread(target=watch, args=(process.pid, most), daemon=True)
    watcher.start()
    process.communicate()
    seconds = time.perf_counter() - began
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with code {process.returncode}")
    content = json.loads((output / "scores.json").read_text())
    if content["images"] != len(taken) * ROWS_A_SHARD:
        sys.exit(f"{content['images']:,} images were scored, expected {rows:,}")
    shutil.rmtree(output)
    return Ran(seconds, most[0], {one["spec"]: one["value"] for one in content["scores"]})


def watch(pid: int, most: list[int]) -> None:
    """The most memory that a process and all that it started had together."""
    while Path(f"/proc/{pid}").exists():
        most[0] = max(most[0], sum(map(memory, family(pid))))
        time.sleep(0.5)


def family(pid: int) -> list[int]:
    found, parents = [pid], {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            stat = (entry / "stat").read_text()
        except OSError:
            continue
        parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def memory(pid: int) -> int:
    """Its own share of memory, in bytes."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


if __name__ == "__main__":
    main()
