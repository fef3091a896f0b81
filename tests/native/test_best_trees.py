"""The best tree over a sentence, against all trees that there are."""

from __future__ import annotations

import itertools
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cutline import native

Heads = tuple[int, ...]


def spans_of(heads: Heads) -> list[set[int]]:
    """Each word with all that hangs from it; words are counted from 1."""
    spans = [{place} for place in range(len(heads) + 1)]
    for place in range(1, len(heads) + 1):
        above, seen = heads[place - 1], {place}
        while above and above not in seen:
            spans[above].add(place)
            seen.add(above)
            above = heads[above - 1]
        if not above:
            spans[0].add(place)
    return spans


def is_projective_tree(heads: Heads) -> bool:
    """One root, every word under it, and what hangs from a word is one piece."""
    spans = spans_of(heads)
    is_connected = len(spans[0]) == len(heads) + 1
    pieces = (max(span) - min(span) + 1 == len(span) for span in spans)
    return heads.count(0) == 1 and is_connected and all(pieces)


@cache
def all_trees(size: int) -> list[Heads]:
    choices = itertools.product(*(range(size + 1) for _ in range(size)))
    return [heads for heads in choices if is_projective_tree(heads)]


def total(scores: NDArray[np.float32], heads: Heads) -> float:
    return sum(float(scores[word, head]) for word, head in enumerate(heads))


def best_tree(scores: NDArray[np.float32]) -> Heads:
    return tuple(native.best_trees(scores[None], 1)[0].tolist())


def test_the_check_itself() -> None:
    # The numbers of such trees are known.
    assert [len(all_trees(size)) for size in range(1, 6)] == [1, 2, 7, 30, 143]
    assert not is_projective_tree((3, 0, 2, 2, 1))
    assert not is_projective_tree((2, 1, 0))


@settings(deadline=None, max_examples=150)
@given(st.data(), st.integers(1, 5))
def test_no_tree_is_better(data: st.DataObject, size: int) -> None:
    # Whole numbers have no rounding errors, and many ties.
    count = size * (size + 1)
    numbers = data.draw(st.lists(st.integers(-9, 9), min_size=count, max_size=count))
    scores = np.array(numbers, dtype=np.float32).reshape(size, size + 1)
    found = best_tree(scores)
    assert is_projective_tree(found)
    assert total(scores, found) == max(total(scores, heads) for heads in all_trees(size))


@pytest.mark.parametrize("size", [1, 2, 12, 40, 250])
def test_long_sentences_have_trees_too(size: int) -> None:
    scores = np.random.default_rng(size).normal(size=(3, size, size + 1)).astype(np.float32)
    for heads in native.best_trees(scores, 1):
        assert is_projective_tree(tuple(heads.tolist()))


def test_ties_are_broken_the_same_way_on_any_number_of_threads() -> None:
    scores = np.random.default_rng(7).integers(0, 2, size=(500, 8, 9)).astype(np.float32)
    alone = np.concatenate([native.best_trees(one[None], 1) for one in scores])
    for jobs in (1, 2, 5):
        assert np.array_equal(native.best_trees(scores, jobs), alone)


def test_scores_that_are_no_numbers_have_a_tree() -> None:
    # In a process of its own: what goes wrong here goes wrong for the whole process.
    lines = (
        "import numpy as np; from cutline import native",
        "scores = np.zeros((3, 6, 7), dtype=np.float32)",
        "scores[0], scores[1], scores[2, 2:4] = np.nan, -np.inf, np.nan",
        "print(native.best_trees(scores, 1).tolist())",
    )
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    trees = [tuple(map(int, row.split(","))) for row in done.stdout.strip("[]\n").split("], [")]
    assert len(trees) == 3
    assert all(map(is_projective_tree, trees))


@pytest.mark.parametrize("shape", [(0, 3, 4), (2, 0, 1)])
def test_nothing_to_hang(shape: tuple[int, ...]) -> None:
    assert native.best_trees(np.zeros(shape, dtype=np.float32), 1).shape == shape[:2]


@pytest.mark.parametrize("shape", [(2, 3, 3), (2, 3, 5), (2, 0, 0)])
def test_other_numbers_of_heads_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one more head than words"):
        native.best_trees(np.zeros(shape, dtype=np.float32), 1)


def test_arrays_of_another_form_are_refused() -> None:
    with pytest.raises(TypeError):
        native.best_trees(np.zeros((3, 4), dtype=np.float32), 1)
    with pytest.raises(TypeError):
        native.best_trees(np.zeros((1, 3, 4), dtype=np.complex64), 1)
