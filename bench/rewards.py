"""Captions as a training loop scores them: small batches, many times, the same references."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from data import SEED, grouped

IMAGES_PER_BATCH = 50
SAMPLES_PER_IMAGE = 5
BATCHES = 200
#: The official program is slow enough for a few batches to give a steady figure.
OFFICIAL_BATCHES = 5

#: Captions, and for each of them the place of its image in the references.
Batch = tuple[list[str], list[int]]


def cutline_raw(references: str, results: str) -> dict[str, float]:
    return _cutline(references, results, "ptb")


def cutline_tokenized(references: str, results: str) -> dict[str, float]:
    return _cutline(references, results, "none")


def _cutline(references: str, results: str, tokenizer: str) -> dict[str, float]:
    import cutline

    image_ids, _, candidates = grouped(references, results)
    started = time.perf_counter()
    corpus = cutline.Corpus(references, metrics="cider-d", tokenizer=tokenizer).prepare()
    prepared = time.perf_counter() - started
    batches = [
        (captions, [image_ids[place] for place in places])
        for captions, places in varied_batches(candidates, BATCHES)
    ]
    seconds = _median_seconds(lambda batch: corpus.rewards(*batch), batches)
    return {"caption_seconds": seconds, "prepare_seconds": prepared}


def pycocoevalcap(references: str, results: str) -> dict[str, float]:
    """Its Cider on a batch: document frequencies come from the batch's references each time."""
    from pycocoevalcap.cider.cider import Cider

    _, captions_of, candidates = grouped(references, results)
    batches = [
        (
            {row: captions_of[place] for row, place in enumerate(places)},
            {row: [caption] for row, caption in enumerate(captions)},
        )
        for captions, places in varied_batches(candidates, OFFICIAL_BATCHES)
    ]
    seconds = _median_seconds(lambda batch: Cider().compute_score(*batch), batches)
    return {"caption_seconds": seconds}


def _median_seconds(score: Callable, batches: list) -> float:
    """Seconds a caption: the median over batches."""
    seconds = []
    for batch in batches:
        started = time.perf_counter()
        score(batch)
        seconds.append((time.perf_counter() - started) / len(batch[1]))
    return statistics.median(seconds)


def varied_batches(candidates: list[str], count: int) -> list[Batch]:
    """Variations of what a system said, as sampling from a model gives them."""
    numbers = random.Random(SEED)
    places = range(len(candidates))
    batches = []
    for _ in range(count):
        chosen = numbers.sample(places, min(IMAGES_PER_BATCH, len(candidates)))
        rows = [place for place in chosen for _ in range(SAMPLES_PER_IMAGE)]
        captions = [
            _varied(candidates[place], candidates[numbers.choice(places)], numbers)
            for place in rows
        ]
        batches.append((captions, rows))
    return batches


def _varied(caption: str, other: str, numbers: random.Random) -> str:
    words, others = caption.split(), other.split()
    return " ".join(
        others[i] if i < len(others) and numbers.random() < 0.2 else word
        for i, word in enumerate(words)
    )
