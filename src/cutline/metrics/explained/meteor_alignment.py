"""METEOR's alignment of a caption with its references, word by word: why a score is what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cutline import native
from cutline.metrics.meteor import STAGES, Meteor
from cutline.text.meteor_tables import meteor_tables


@dataclass(frozen=True, slots=True)
class MatchedPair:
    """Words of the candidate that match words of the reference, and the stage that found them.

    The ranges are places in the two captions; a paraphrase can be several words on either side.
    """

    stage: str
    candidate: range
    reference: range


@dataclass(frozen=True)
class Alignment:
    """A candidate beside one reference.

    `candidate` and `reference` are words as METEOR sees them. Pairs stand in the order of the
    reference; `statistics` has a number for each of `Meteor.columns`. Numbers that the formula
    leaves open, such as the precision of no words, are NaN.
    """

    candidate: tuple[str, ...]
    reference: tuple[str, ...]
    pairs: tuple[MatchedPair, ...]
    statistics: tuple[float, ...]
    precision: float
    recall: float
    f: float
    fragmentation: float
    score: float

    @cached_property
    def chunks(self) -> tuple[tuple[MatchedPair, ...], ...]:
        """Pairs that follow each other in both captions without a word between, as long as can be.

        They stand in the order of the reference.
        """
        chunks: list[list[MatchedPair]] = []
        for pair in self.pairs:
            last = chunks[-1][-1] if chunks else None
            if (
                last is not None
                and last.candidate.stop == pair.candidate.start
                and last.reference.stop == pair.reference.start
            ):
                chunks[-1].append(pair)
            else:
                chunks.append([pair])
        return tuple(map(tuple, chunks))

    @cached_property
    def function_words(self) -> frozenset[str]:
        """Words of either caption that count for less, such as articles."""
        return _function_words({*self.candidate, *self.reference})

    @property
    def matched(self) -> float:
        """How many words are matched: the mean of the two captions, whose numbers can differ."""
        return sum(len(pair.candidate) + len(pair.reference) for pair in self.pairs) / 2


def align(metric: Meteor, candidate: str, references: Sequence[str]) -> list[Alignment]:
    """A candidate aligned with each reference in turn; captions are tokenized already.

    A reference that holds `|||` is several to METEOR, so there can be more alignments than
    references. The one that counts is `best_of` them.

    Raises:
        MissingPartError: when METEOR's word lists are not installed.

    >>> (alignment,) = align(Meteor(), "a dog runs", ["the dog is running"])
    >>> [(pair.stage, pair.candidate, pair.reference) for pair in alignment.pairs]
    [('exact', range(1, 2), range(1, 2)), ('paraphrase', range(2, 3), range(2, 3))]
    >>> alignment.score
    0.2266373355229485
    """
    explained = native.meteor_explain(meteor_tables().tables, candidate, references)
    return [_alignment(metric, *found) for found in explained]


def best_alignments(
    metric: Meteor, images: Iterable[tuple[str, Sequence[str]]]
) -> Iterator[Alignment]:
    """For each candidate and its references the alignment that counts, without the others.

    >>> [best] = best_alignments(Meteor(), [("a dog runs", ["two cats", "the dog is running"])])
    >>> best.score
    0.2266373355229485
    """
    tables = meteor_tables().tables
    for candidate, references in images:
        explained = native.meteor_explain(tables, candidate, references)
        scores = native.meteor_scores(np.array([row for *_, row in explained]), metric.parameters)
        yield _alignment(metric, *explained[int(scores.argmax())])


def _alignment(
    metric: Meteor,
    candidate: Sequence[str],
    reference: Sequence[str],
    pairs: Sequence[tuple[int, int, int, int, int]],
    row: Sequence[float],
) -> Alignment:
    return Alignment(
        tuple(candidate),
        tuple(reference),
        tuple(_pair(*numbers) for numbers in pairs),
        tuple(row),
        *native.meteor_parts(np.array([row]), metric.parameters),
    )


def best_of(alignments: Sequence[Alignment]) -> int:
    """The place of the alignment that counts: the highest score, the first of equals."""
    return max(range(len(alignments)), key=lambda place: alignments[place].score)


def _pair(
    stage: int,
    candidate_start: int,
    candidate_length: int,
    reference_start: int,
    reference_length: int,
) -> MatchedPair:
    return MatchedPair(
        STAGES[stage],
        range(candidate_start, candidate_start + candidate_length),
        range(reference_start, reference_start + reference_length),
    )


def _function_words(words: Iterable[str]) -> frozenset[str]:
    # The kernel counts function words and does not list them: counting in captions of a single
    # word tells which they are.
    column = Meteor.columns.index("reference_function_words")
    explained = native.meteor_explain(meteor_tables().tables, "", sorted(words))
    return frozenset(
        reference[0] for _, reference, _, row in explained if len(reference) == 1 and row[column]
    )
