"""Sets of references of several sizes, nested, and the human caption outside of all."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.references import hold_out, reference_sets
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import ImageId
from tests.benchmarks.references.small_pools import POOL, captions_of, pool


def numbered(counts: list[int]) -> dict[ImageId, list[str]]:
    """Images with so many captions, no two alike."""
    return {
        image_id: [f"caption {number} of {image_id}" for number in range(count)]
        for image_id, count in enumerate(counts)
    }


@given(
    st.lists(st.integers(3, 12), min_size=1, max_size=6),
    st.sets(st.integers(2, 11), max_size=3),
    st.integers(0, 9),
)
def test_sets_are_nested_and_disjoint_from_the_human_caption(
    counts: list[int], sizes: set[int], seed: int
) -> None:
    wanted = sorted(size for size in {2, *sizes} if size < max(counts))
    said = numbered(counts)
    found = reference_sets(pool(said), list(reversed(wanted)), seed)
    assert list(found) == wanted
    human = hold_out(pool(said), seed).human.captions
    before: dict[ImageId, set[str]] = {}
    for size, held in found.items():
        drawn = captions_of(held.references)
        enough = [image_id for image_id, texts in said.items() if len(texts) > size]
        assert list(drawn) == list(held.human.captions) == enough
        assert set(held.left_out) == set(said) - set(drawn)
        for image_id, texts in drawn.items():
            assert len(texts) == size
            assert texts == [text for text in said[image_id] if text in texts]
            assert before.get(image_id, set()) <= set(texts)
            assert held.human.captions[image_id] == human[image_id]
            assert human[image_id][0] not in texts
        before = {image_id: set(texts) for image_id, texts in drawn.items()}


def test_references_are_drawn_evenly() -> None:
    said = numbered([5] * 3_000)
    drawn = captions_of(reference_sets(pool(said), [2])[2].references)
    places = Counter(said[image_id].index(text) for image_id in drawn for text in drawn[image_id])
    # Five standard deviations of a share of two in five.
    assert all(abs(places[place] - 1_200) < 5 * 27 for place in range(5))


def test_too_few_for_the_smallest_set_is_an_error() -> None:
    with pytest.raises(ContentError, match=r"2 of 3 images .* the 5 that are needed: 7 \(4\)"):
        reference_sets(pool(), [4])
    held = reference_sets(pool(), [4], policy="lenient")[4]
    assert (held.references.image_ids, held.left_out) == (("eight",), (7, 9))


def test_too_few_for_a_larger_set_is_an_error_if_strict() -> None:
    assert reference_sets(pool(), [2, 4])[4].left_out == (7, 9)
    with pytest.raises(ContentError, match="2 of 3 images"):
        reference_sets(pool(), [2, 4], policy="strict")


def test_no_image_for_a_set_is_an_error_in_any_case() -> None:
    with pytest.raises(ContentError, match=r"3 of 3 images .* the 41 that are needed"):
        reference_sets(pool(), [2, 40], policy="lenient")


@pytest.mark.parametrize(
    ("sizes", "message"),
    [([], "need sizes"), ([0], "found 0, expected 1"), ([2, 3, 2], "once, not 2, 3, 2")],
)
def test_sizes_make_sense(sizes: list[int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        reference_sets(pool(), sizes)


def test_sets_have_their_size_in_their_name() -> None:
    assert reference_sets(pool(POOL), [2])[2].references.name == "pool c2"
