"""Captions to cut gaps into, and what people would say of them."""

from __future__ import annotations

from pathlib import Path

from cutline.benchmarks.compositional.gap_folder import SourceSet, write_gaps
from cutline.benchmarks.compositional.gaps import Gaps, cut_gaps
from cutline.core.types import Benchmark
from cutline.text.concepts import Concepts, compositional_concepts

TRAIN = {
    # Hold a pair.
    1: ["A black cat naps on the rug.", "A cat naps."],
    2: ["A black cat and a black kitten.", "Two black cats look out."],
    3: ["A man is eating soup.", "Somebody has lunch."],
    4: ["The cat is black.", "The man eats near his black cat."],
    # Have both words in one caption, and no pair.
    5: ["A cat on a black sofa.", "A grey cat rests."],
    6: ["A man watches a cow eat grass."],
    # Have both words, and never in one caption.
    7: ["A white cat on a bed.", "A pet beside a black bag."],
    8: ["A black dog runs.", "A dog chases a ball."],
    9: ["A child eats an apple.", "A kid with some fruit."],
    10: ["A man reads a book.", "A tabby cat sits beside a reader."],
}
EVALUATION = {
    21: ["A black cat hides.", "A cat under a bed."],
    22: ["A man eats bread.", "The man is eating.", "A man has eaten."],
    23: ["A dog on a sofa.", "A dog rests."],
    24: ["A cat on a black chair."],
}
HELD = {1, 2, 3, 4}
DOUBTFUL = {5, 6}


def benchmark(captions: dict[int, list[str]] | None = None, name: str = "toy") -> Benchmark:
    captions = TRAIN if captions is None else captions
    return Benchmark(name, tuple(captions), tuple(captions.values()))


def pairs(*names: str) -> Concepts:
    known = compositional_concepts()
    return known.with_pairs(known.pair(name) for name in names or ("black cat", "eat man"))


def written(folder: Path, cut: Gaps | None = None, **options: object) -> Path:
    """A folder with gaps in the captions above."""
    if cut is None:
        cut = cut_gaps(benchmark(), pairs(), benchmark(EVALUATION))
    evaluation = SourceSet(benchmark(EVALUATION), "eval.json")
    write_gaps(cut, folder, SourceSet(benchmark(), "train.json"), evaluation, **options)  # type: ignore[arg-type]
    return folder
