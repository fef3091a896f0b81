"""The same figures by brute force: every choice of captions, every threshold, exact fractions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

#: Whether each caption of an image has the word.
Marks = Sequence[bool]


def choices(marks: Marks, k: int) -> Iterable[tuple[bool, tuple[bool, ...]]]:
    """Each caption held out in turn, with every set of k others."""
    for place, held_out in enumerate(marks):
        others = [mark for other, mark in enumerate(marks) if other != place]
        for references in combinations(others, k):
            yield held_out, references


def counts(held_out: bool, references: Sequence[bool]) -> tuple[int, int, int]:
    """cw, tp and fp of one choice, as the paper defines them."""
    mentions = sum(references)
    return mentions, mentions if held_out else 0, int(held_out and not mentions)


def enumerated(marks: Marks, k: int) -> tuple[Fraction, ...]:
    """The means of cw, tp and fp over all choices."""
    found = [counts(*choice) for choice in choices(marks, k)]
    return tuple(Fraction(sum(column), len(found)) for column in zip(*found, strict=True))


def people(images: Sequence[Marks], k: int) -> tuple[Fraction | None, Fraction | None]:
    """Human precision and recall of a word."""
    sums = [sum(column) for column in zip(*(enumerated(m, k) for m in images), strict=True)]
    mentions, true, false = map(Fraction, sums)
    precision = true / (true + false) if true + false else None
    return precision, true / mentions if mentions else None


def precision_at_human_recall(
    images: Sequence[Marks], scores: Mapping[int, float], k: int
) -> Fraction | None:
    """The precision where recall is that of people, image groups of one score taken in part.

    Images without a score come last, all together.
    """
    _, recall = people(images, k)
    if not recall:
        return None
    weights = [_against_references(marks, k) for marks in images]
    wanted = recall * sum(mentions for mentions, _ in weights)
    true = false = Fraction(0)
    unnamed = [image for image in range(len(images)) if image not in scores]
    named = [
        [image for image, score in scores.items() if score == level]
        for level in sorted(set(scores.values()), reverse=True)
    ]
    for group in [*named, unnamed]:
        more_true = sum((weights[image][0] for image in group), Fraction(0))
        more_false = sum((weights[image][1] for image in group), Fraction(0))
        if true + more_true >= wanted:
            part = (wanted - true) / more_true if more_true else Fraction(0)
            return wanted / (wanted + false + part * more_false)
        true, false = true + more_true, false + more_false
    raise AssertionError("all images together hold every mention")


def _against_references(marks: Marks, k: int) -> tuple[Fraction, Fraction]:
    """What naming an image adds to true and to false positives, over every set of k references."""
    sets = list(combinations(marks, k))
    true = Fraction(sum(sum(references) for references in sets), len(sets))
    return true, Fraction(sum(not any(references) for references in sets), len(sets))
