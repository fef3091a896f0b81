"""What figures of diversity cost, and what they are on COCO: `python bench/diversity.py`.

A baseline's captions and the references of all of val2014, with train2014 as training captions; and
5,000 images with ten captions each. Then the first images of both beside the slow program of the
tests, which is given tokenized captions: figures have to be equal, and times are told by the image.
The data is looked for in `$CUTLINE_DATA`, else `../shared/data`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import data
from measure import machine

from cutline import Corpus
from cutline.core.types import Benchmark, Run
from cutline.datasets.read import read_references, read_run
from cutline.scoring.diversity import Diversity, diversity, human_diversity

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.scoring.diversity import slow_diversity as slow

TRAINING = "coco_captions_2014/captions_train2014.json.gz"
SEVERAL = "coco_system_outputs/diversity_merge_results.json"
SEGMENT = 1000
#: References that every image has.
PEOPLE = 5
PUNCTUATION = '.,!?;:"()'
CLOSE = 1e-12


def main() -> None:
    parser = argparse.ArgumentParser(description="Time figures of diversity.")
    parser.add_argument("--slow-images", type=int, default=200, metavar="N")
    parser.add_argument("--parse", action="store_true", help="local recall too: parses references")
    given = parser.parse_args()
    paths = data.find(data.COCO_REFERENCES, data.COCO_RESULTS, TRAINING, SEVERAL)
    if paths is None:
        raise SystemExit("COCO's captions are not here; set CUTLINE_DATA to their folder")
    print("\n".join(f"{name:<14} {value}" for name, value in machine().items()), flush=True)
    references, trained = read_references(paths[0])[0], read_references(paths[2])[0]
    training = _captions(paths[2])
    corpus = Corpus(references, "cider").prepare()
    run = read_run(paths[1])[0]
    found, seconds = _timed(
        lambda: diversity(corpus, run, training=training, with_local_recall=given.parse)
    )
    _show("baseline, val2014", found, seconds)
    found, seconds = _timed(lambda: human_diversity(corpus, training=training))
    _show("people, val2014", found, seconds)
    _with_punctuation(corpus)
    _beside_slow_texts(references, run, training, given.slow_images)
    both = Benchmark(
        "train and val2014",
        references.image_ids + trained.image_ids,
        references.references + trained.references,
    )
    _sets(both, read_run(paths[3])[0], given.slow_images)


def _captions(path: Path) -> list[str]:
    content = json.loads(gzip.decompress(path.read_bytes()))
    return [annotation["caption"] for annotation in content["annotations"]]


def _with_punctuation(corpus: Corpus) -> None:
    """What people's lengths are when punctuation counts, as in the original program."""
    people = [text for texts in corpus.benchmark.references for text in texts[:PEOPLE]]
    lengths = [
        len(tokens.split()) + sum(map(text.count, PUNCTUATION))
        for tokens, text in zip(corpus.tokenizer.tokenize(people), people, strict=True)
    ]
    print(
        f"\npeople's lengths with punctuation: {statistics.fmean(lengths):.2f} ± "
        f"{statistics.pstdev(lengths):.2f}"
    )


def _sets(both: Benchmark, run: Run, slow_images: int) -> None:
    corpus = Corpus(both.only(run.captions), "cider").prepare()
    found, seconds = _timed(lambda: diversity(corpus, run, with_local_recall=False))
    _show("ten captions an image", found, seconds)
    ids = corpus.benchmark.image_ids[:slow_images]
    part = corpus.only(ids)
    few = Run(run.system, {image_id: run.captions[image_id] for image_id in ids})
    found, seconds = _timed(lambda: diversity(part, few, with_local_recall=False))
    cut = part.tokenizer.tokenize
    sets = [cut(few.captions[image_id]) for image_id in ids]
    written = [cut(texts) for texts in part.benchmark.references]
    expected, slow_seconds = _timed(lambda: _slow_sets(sets, written))
    assert found.sets is not None
    ours = [*found.sets.self_bleu, found.sets.self_cider, found.sets.div1, found.sets.div2]
    _compare("sets", ours, expected, (seconds, slow_seconds), len(ids))


def _beside_slow_texts(
    references: Benchmark, run: Run, training: list[str], slow_images: int
) -> None:
    # With as many training captions for an image as all of them have.
    share = len(training) * slow_images // len(references)
    part = Corpus(references.only(references.image_ids[:slow_images]), "cider").prepare()
    said = {image_id: run.captions[image_id] for image_id in part.benchmark.image_ids}
    learnt = training[:share]
    found, seconds = _timed(
        lambda: diversity(part, Run("", said), training=learnt, with_local_recall=False)
    )
    cut = part.tokenizer.tokenize
    raw = [texts[0] for texts in said.values()]
    written = [cut(texts) for texts in part.benchmark.references]
    texts, words = cut(raw), cut(learnt)

    def slowly() -> list[Any]:
        return [
            slow.mean_length(texts),
            slow.length_deviation(texts),
            *(slow.ttr(texts, n, SEGMENT) for n in (1, 2)),
            *(slow.distinct(texts, n) for n in (1, 2)),
            slow.unique(texts),
            slow.novel(raw, learnt),
            slow.coverage(texts, words, written),
        ]

    expected, slow_seconds = _timed(slowly)
    ours = [
        *(found.mean_length, found.length_deviation, found.ttr1, found.ttr2),
        *(found.distinct1, found.distinct2, found.unique, found.novel, found.coverage),
    ]
    _compare("one caption", ours, expected, (seconds, slow_seconds), slow_images)


def _slow_sets(sets: Sequence[Sequence[str]], references: Sequence[Sequence[str]]) -> list[float]:
    values = slow.self_cider(sets, references)
    return [
        *(slow.self_bleu(sets, n) for n in (1, 2, 3, 4)),
        sum(values) / len(values),
        *(slow.div(sets, n) for n in (1, 2)),
    ]


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.perf_counter()
    made = work()
    return made, time.perf_counter() - started


def _show(name: str, found: Diversity, seconds: float) -> None:
    print(f"\n{name}: {found.captions:,} captions of {found.images:,} images, {seconds:.2f} s")
    table = found.table()
    for figure, value in zip(table["figure"], table["value"], strict=True):
        if value is not None:
            print(
                f"  {figure:<24} {value:,}"
                if value == int(value)
                else f"  {figure:<24} {value:.4g}"
            )
    sys.stdout.flush()


def _compare(
    name: str,
    ours: Sequence[float | None],
    expected: Sequence[float | None],
    seconds: tuple[float, float],
    images: int,
) -> None:
    for mine, theirs in zip(ours, expected, strict=True):
        if mine is None or theirs is None:
            is_equal = mine is theirs
        else:
            is_equal = math.isclose(mine, theirs, rel_tol=CLOSE)
        if not is_equal:
            raise SystemExit(f"{name}: {mine!r}, by the slow program {theirs!r}")
    each = [1e6 * second / images for second in seconds]
    print(
        f"\n{name}, {images:,} images, equal figures: {each[0]:,.0f} microseconds an image, slow "
        f"program {each[1]:,.0f}: {each[1] / each[0]:,.0f} times",
        flush=True,
    )


if __name__ == "__main__":
    main()
