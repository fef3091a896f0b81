"""The reward of self-critical training: a batch of 250 captions: `python bench/reward.py`.

50 images with 5 sampled captions each, 200 batches of them, with references of COCO val2014 from
`$CUTLINE_DATA`, else `../shared/data`; where they are absent, generated text of the same shape.
Document frequencies are prepared once, and that time is given apart. The figure that has a bar is
the median, on one thread: from texts to rewards as a tensor, which is what a training loop waits
for. The values are compared with the metric's own, to the last digit.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

import torch
from data import COCO_REFERENCES, COCO_RESULTS, find, grouped, make
from measure import machine
from rewards import BATCHES, IMAGES_PER_BATCH, SAMPLES_PER_IMAGE, varied_batches

from cutline.models.training.self_critical import Reward
from cutline.scoring.corpus import Corpus
from cutline.text.tokenizer import Tokenizer

BAR_MILLISECONDS = 5.0


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the reward of a batch.")
    parser.add_argument("--images", type=int, help="only the first so many")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    os.environ["CUTLINE_JOBS"] = str(given.threads)
    torch.set_num_threads(given.threads)
    with tempfile.TemporaryDirectory() as folder:
        is_coco = find(COCO_REFERENCES, COCO_RESULTS) is not None
        files = make(Path(folder), given.images, generated=not is_coco)
        image_ids, captions_of, candidates = grouped(files.references, files.results)
    references = dict(zip(image_ids, captions_of, strict=True))
    started = time.perf_counter()
    reward = Reward(references)
    prepared = time.perf_counter() - started
    batches = [
        (captions, [image_ids[place] for place in places])
        for captions, places in varied_batches(candidates, BATCHES)
    ]
    milliseconds = []
    for batch in batches:
        started = time.perf_counter()
        reward(*batch)
        milliseconds.append((time.perf_counter() - started) * 1000)
    size = IMAGES_PER_BATCH * SAMPLES_PER_IMAGE
    print(
        {key: value for key, value in machine().items() if key in ("cores", "load before", "torch")}
    )
    print(f"{files.name}: {len(references):,} images; prepared once in {prepared:.1f} s")
    print(
        f"{size} captions: median {statistics.median(milliseconds):.2f} ms, 95 of 100 within "
        f"{sorted(milliseconds)[int(0.95 * len(milliseconds))]:.2f} ms "
        f"(bar: under {BAR_MILLISECONDS:g} ms), {given.threads} threads"
    )
    print(f"equal to the metric to the last digit: {equal(reward, references, candidates)}")


def equal(reward: Reward, references: dict[int, list[str]], candidates: list[str]) -> bool:
    """Whether rewards of one caption an image are what scoring them as a run gives.

    Captions are words without punctuation, as captioners write them.
    """
    said = Tokenizer(context="none").tokenize(candidates)
    wanted = Corpus(references, "cider-d").score(said)["cider-d"].values
    return torch.equal(reward(said, list(references)), torch.from_numpy(wanted).float())


if __name__ == "__main__":
    main()
