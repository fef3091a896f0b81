"""Pairs of concepts on COCO: counts beside the published ones, what finding them costs, and recall.

`python bench/compositional.py` compares counts and splits; `--speed N` times the parsing and
matching of N captions with nothing cached (`--speed all` for all 616,767); `--recall` scores two
real runs. Data: $CUTLINE_DATA, else ../shared/data.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from measure import run

import cutline
from cutline.text.concepts import compositional_concepts
from cutline.text.pair_matching import match_all, pair_matcher

FOLDER = Path(os.environ.get("CUTLINE_DATA") or Path(__file__).parents[2] / "shared" / "data")
SPLITS = {"train2014": "val_images_split", "val2014": "test_images_split"}
EXAMPLES = 3

_SPEED = """
import json, os, sys, time
from cutline.text.concepts import compositional_concepts
from cutline.text.caption_sentence import as_sentence
from cutline.text.parsers import parse_stream
from cutline.text.related_concepts import related_concepts
concepts = compositional_concepts().concepts
captions = [line.rstrip("\\n") for line in open(sys.argv[1], encoding="utf-8")]
started, found = time.perf_counter(), 0
for parses in parse_stream(map(as_sentence, captions)):
    found += sum(1 for _ in related_concepts(parses, concepts))
seconds = time.perf_counter() - started
status = open("/proc/self/status").read().split()
peak = int(status[status.index("VmHWM:") + 1]) / 1024
print(json.dumps({"seconds": seconds, "found": found, "own_peak_megabytes": peak}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", metavar="N|all", help="captions to parse with nothing cached")
    parser.add_argument("--recall", action="store_true", help="score two real runs")
    given = parser.parse_args()
    if not FOLDER.is_dir():
        sys.exit(f"{FOLDER} is not there: set CUTLINE_DATA to the folder of data")
    if given.speed:
        speed(None if given.speed == "all" else int(given.speed))
    elif given.recall:
        recall()
    else:
        for split in SPLITS:
            counts(split)


def annotations(split: str) -> list[dict[str, Any]]:
    path = FOLDER / "coco_captions_2014" / f"captions_{split}.json.gz"
    found: list[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))["annotations"]
    return found


def counts(split: str) -> None:
    """Images that hold each pair beside the published number, and how many published ones."""
    concepts = compositional_concepts()
    records = annotations(split)
    ids = np.array([record["image_id"] for record in records])
    captions = [record["caption"] for record in records]
    hits = match_all(pair_matcher("parse", concepts.pairs), captions)
    together = match_all(pair_matcher("together", concepts.pairs), captions)
    published = _published(split)
    print(f"\n{split}: {'pair':<14}{'ours':>6}{'published':>11}{'off by':>9}")
    found, errors = {}, {}
    for column, pair in enumerate(concepts.pairs):
        found[pair.name] = set(ids[hits[:, column]].tolist())
        errors[pair.name] = len(found[pair.name]) / published[pair.name] - 1
        print(
            f"{'':<11}{pair.name:<14}{len(found[pair.name]):>6}{published[pair.name]:>11}"
            f"{errors[pair.name]:>+9.1%}"
        )
    sizes = [abs(error) for error in errors.values()]
    print(f"off by {np.median(sizes):.1%} in the median, {max(sizes):.1%} at worst")
    for number, (group, pairs) in enumerate(concepts.pair_groups):
        path = FOLDER / "compositional" / "dataset_splits" / f"dataset_splits_{group}.json"
        theirs = set(map(int, json.loads(path.read_text(encoding="utf-8"))[SPLITS[split]]))
        ours = set().union(*(found[pair.name] for pair in pairs))
        columns = slice(6 * number, 6 * number + len(pairs))
        apart = theirs - set(ids[together[:, columns].any(axis=1)].tolist())
        print(
            f"split {group}: {len(theirs & ours) / len(theirs):.1%} of {len(theirs):,} published "
            f"images found, {len(ours - theirs)} more; without words of a pair: {len(apart)}"
        )
    _examples(max(errors, key=lambda name: abs(errors[name])), split, records, hits, together)


def _examples(
    name: str,
    split: str,
    records: list[dict[str, Any]],
    hits: np.ndarray[Any, np.dtype[np.bool_]],
    together: np.ndarray[Any, np.dtype[np.bool_]],
) -> None:
    """Captions of the pair that is off most: of images that only one side has."""
    concepts = compositional_concepts()
    column = [pair.name for pair in concepts.pairs].index(name)
    group = next(g for g, pairs in concepts.pair_groups if name in [pair.name for pair in pairs])
    path = FOLDER / "compositional" / "dataset_splits" / f"dataset_splits_{group}.json"
    theirs = set(map(int, json.loads(path.read_text(encoding="utf-8"))[SPLITS[split]]))
    rows = enumerate(records)
    ours_only = [r["caption"] for n, r in rows if hits[n, column] and r["image_id"] not in theirs]
    ours = {r["image_id"] for n, r in enumerate(records) if hits[n].any()}
    theirs_only = [
        r["caption"]
        for n, r in enumerate(records)
        if together[n, column] and r["image_id"] in theirs - ours
    ]
    for side, captions in (("only ours", ours_only), ("only theirs", theirs_only)):
        print(f"{name}, {side}: {len(captions)} captions, such as")
        for caption in captions[:EXAMPLES]:
            print(f"    {caption.strip()}")


def _published(split: str) -> dict[str, int]:
    path = FOLDER / "compositional" / "pair_occurrences.csv"
    with path.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["coco_split"] == split]
    return {row["pair"].replace("_", " "): int(row["total"]) for row in rows}


def speed(most: int | None) -> None:
    """Parse and match captions in a process of its own, twice: cold, then from the cache."""
    captions = [record["caption"] for split in SPLITS for record in annotations(split)][:most]
    with tempfile.TemporaryDirectory(prefix="cutline-bench-") as folder:
        path = Path(folder) / "captions.txt"
        path.write_text("\n".join(map(_line, captions)) + "\n", encoding="utf-8")
        os.environ["CUTLINE_CACHE_DIR"] = str(Path(folder) / "cache")
        samples = [run([sys.executable, "-c", _SPEED, str(path)]) for _ in range(2)]
    whole = 616_767
    for name, sample in zip(("nothing cached", "all cached"), samples, strict=True):
        rate = len(captions) / sample.said["seconds"]
        print(
            f"{len(captions):,} captions, {name}: {sample.said['seconds']:.1f} s, {rate:,.0f} a "
            f"second, peak {sample.peak_megabytes:,.0f} MB; {whole:,} at this rate: "
            f"{whole / rate / 60:.1f} minutes"
        )


def _line(caption: str) -> str:
    return " ".join(caption.split())


def recall() -> None:
    """Recall of the 24 pairs on a run of ten captions an image, and on one of one."""
    references: dict[int, list[str]] = {}
    for split in SPLITS:
        for record in annotations(split):
            references.setdefault(record["image_id"], []).append(record["caption"])
    outputs = FOLDER / "coco_system_outputs"
    for name, ks in (
        ("diversity_merge_results.json", (1, 2, 3, 5, 10)),
        ("captions_val2014_baseline_results.json", (1, 5)),
    ):
        records = json.loads((outputs / name).read_text(encoding="utf-8"))
        said = {r["image_id"]: r.get("captions") or [r["caption"]] for r in records}
        specs = [f"pair-recall@{k}" for k in ks]
        started = time.perf_counter()
        scores = cutline.score(said, {i: references[i] for i in said}, specs, policy="lenient")
        seconds = time.perf_counter() - started
        print(f"\n{name}: {len(said):,} images, {seconds:.1f} s")
        print("  " + "  ".join(f"{spec} {score.value:.4f}" for spec, score in scores.items()))
        _check(said, references, scores)
        last = scores[specs[-1]]
        asked = (last.statistics[:, ::2] > 0).sum(axis=0).astype(int)
        for pair, images in zip(last.metric.chosen.pairs, asked, strict=True):
            print(f"  {pair.name:<14}{images:>5} images  {last.parts[pair.name]:.3f}")
        for part, value in list(last.parts.items())[len(asked) :]:
            print(f"  {part:<25}{value:.3f}")


def _check(said: dict[int, Any], references: dict[int, Any], scores: cutline.Scores) -> None:
    values = [score.value for score in scores.values()]
    assert values == sorted(values), "recall falls as K grows"
    turned = list(said)[::-1]
    again = cutline.score(
        {i: said[i] for i in turned},
        {i: references[i] for i in turned},
        list(scores),
        policy="lenient",
    )
    assert [score.value for score in again.values()] == values, "the order of images matters"
    print("  the same in another order of images; does not fall as K grows")


if __name__ == "__main__":
    main()
