"""F1 of novel words: whether captions name novel things where people do, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cutline.core.types import Benchmark, ImageId
from cutline.core.version import __version__
from cutline.models.decoding.constrained import Constraint, mentions
from cutline.text.tokenizer import Tokenizer


@dataclass(frozen=True)
class WordCount:
    """How often a novel class is named.

    Args:
        label: the class.
        right: in how many images a caption names it as some reference does.
        said: in how many a caption names it.
        wanted: in how many a reference does.
    """

    label: str
    right: int
    said: int
    wanted: int

    @property
    def precision(self) -> float:
        """The share of what is named that a reference names; 0 where nothing is named."""
        return self.right / self.said if self.said else 0.0

    @property
    def recall(self) -> float:
        """The share of what references name that is named."""
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        return 2 * self.right / (self.said + self.wanted) if self.right else 0.0


@dataclass(frozen=True)
class NovelWords:
    """The counts of one system, and what they are of."""

    counts: tuple[WordCount, ...]
    signature: str

    @property
    def f1(self) -> float:
        """The mean over classes."""
        return sum(count.f1 for count in self.counts) / max(len(self.counts), 1)

    def count(self, label: str) -> WordCount:
        """The counts of one class."""
        return next(count for count in self.counts if count.label == label)


class NovelWordJudge:
    """Finds novel classes in captions.

    Args:
        benchmark: references.
        constraints: the novel classes, each with all words for it.
        data: what tells these images from others, for signatures.
    """

    def __init__(self, benchmark: Benchmark, constraints: Sequence[Constraint], data: str) -> None:
        self._constraints = tuple(constraints)
        self._wanted = {example.image_id: self._named(example.references) for example in benchmark}
        references = len(benchmark[0].references)
        names = ",".join(constraint.name for constraint in constraints)
        self.signature = (
            f"novel-f1(words={names})|tok:ptb(context=none)|refs:{references}"
            f"|images:{len(benchmark)}|data:{data}|cutline:{__version__}"
        )

    def judge(self, captions: Mapping[ImageId, str]) -> NovelWords:
        """The counts of one caption for each image."""
        texts = [captions[image_id] for image_id in self._wanted]
        said = [self._named([text]) for text in texts]
        wanted = list(self._wanted.values())
        counts = []
        for constraint in self._constraints:
            name = constraint.name
            right = sum(name in of and name in refs for of, refs in zip(said, wanted, strict=True))
            counts.append(
                WordCount(
                    name,
                    right,
                    sum(name in of for of in said),
                    sum(name in refs for refs in wanted),
                )
            )
        return NovelWords(tuple(counts), self.signature)

    def _named(self, captions: Sequence[str]) -> set[str]:
        """The classes that any of these captions names."""
        tokens = [text.split() for text in Tokenizer(context="none").tokenize(list(captions))]
        return {
            constraint.name
            for constraint in self._constraints
            if any(mentions(words, constraint, self._constraints) for words in tokens)
        }
