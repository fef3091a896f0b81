"""CHAIR once more, caption by caption: singular words, two words in a row first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cutline.core.types import Benchmark, ImageId, Run

IRREGULAR = {
    "children": "child",
    "geese": "goose",
    "mice": "mouse",
    "knives": "knife",
    "calves": "calf",
    "scissors": "scissors",
    "buses": "bus",
    "bus": "bus",
}
ANIMALS = "bird cat dog horse sheep cow elephant bear zebra giraffe animal cub"
PAIRS = {
    **{f"{first} {animal}": animal for first in ("baby", "adult") for animal in ANIMALS.split()},
    "passenger jet": "jet",
    "passenger train": "train",
    "bow tie": "tie",
    "toilet seat": "toilet",
}


def chair(
    benchmark: Benchmark, run: Run, objects: Mapping[int, Sequence[str]], synonyms: Path
) -> tuple[float, float]:
    """CHAIR_i and CHAIR_s, with what references mention taken for there."""
    label_of = _label_of(synonyms)
    references: dict[ImageId, Sequence[str]] = dict(
        zip(benchmark.image_ids, benchmark.references, strict=True)
    )
    mentions = wrong = captions = 0
    for image_id, said in run.captions.items():
        there = set(objects[int(image_id)])
        for reference in references[image_id]:
            there.update(_labels(reference, label_of))
        labels = _labels(said[0], label_of)
        absent = [label for label in labels if label not in there]
        mentions += len(labels)
        wrong += len(absent)
        captions += bool(absent)
    return wrong / mentions, captions / len(run)


def _label_of(path: Path) -> dict[str, str]:
    label_of = {}
    for line in path.read_text().splitlines():
        words = [word.strip().lower() for word in line.split(",")]
        label_of.update(dict.fromkeys(words, words[0]))
    return label_of


def _labels(caption: str, label_of: Mapping[str, str]) -> list[str]:
    words = [_singular(word) for word in re.findall(r"[a-z0-9'-]+", caption.lower())]
    merged, place = [], 0
    while place < len(words):
        pair = " ".join(words[place : place + 2])
        is_pair = pair in PAIRS or (" " in pair and pair in label_of)
        merged.append(PAIRS.get(pair, pair) if is_pair else words[place])
        place += 2 if is_pair else 1
    if "toilet" in merged:
        merged = [word for word in merged if word != "seat"]
    return [label_of[word] for word in merged if word in label_of]


def _singular(word: str) -> str:
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("men"):
        return word[:-2] + "an"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    is_plural = word.endswith("s") and not word.endswith("ss") and len(word) > 2
    return word[:-1] if is_plural else word
