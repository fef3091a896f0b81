"""What holds for every selector and every picture."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection import COMBINATIONS, CUES, Priors, parse_selector
from cutline.models.content_selection.by_average_rank import ByAverageRank
from cutline.models.content_selection.by_random import ByRandom
from tests.models.content_selection.pictures import labelled, pictures, playground

NAMES = [*CUES, *COMBINATIONS, "learnt+bigram"]

WALKS = tuple(
    labelled(f"walk {n}", "dog kite bench", "A [kite|1] and a [dog|0].", "A [bench|2].")
    for n in range(4)
)
PRIORS = Priors.fit([*playground(), *WALKS])


SELECTORS = {name: parse_selector(name).build(PRIORS, seed=1) for name in NAMES}


@given(image=pictures(), k=st.integers(1, 10))
def test_no_box_twice_and_no_more_than_k(image: BoxedImage, k: int) -> None:
    for name, selector in SELECTORS.items():
        ranked, selected = selector.ranked(image), selector.select(image, k)
        assert len(set(ranked)) == len(ranked), name
        assert set(ranked) <= {box.id for box in image.boxes}, name
        assert selected == ranked[:k], name
        assert len(selected) <= k, name


@given(image=pictures(), data=st.data())
def test_neither_order_nor_descriptions_matter(image: BoxedImage, data: st.DataObject) -> None:
    shuffled = tuple(data.draw(st.permutations(image.boxes)))
    other = replace(image, boxes=shuffled, descriptions=())
    for name, selector in SELECTORS.items():
        assert selector.ranked(other) == selector.ranked(image), name


@given(image=pictures())
def test_a_selector_that_never_stops_ranks_every_box(image: BoxedImage) -> None:
    for name in NAMES:
        if set(name.split("+")) - {"bigram", "learnt"}:
            ranked = SELECTORS[name].ranked(image)
            assert sorted(ranked) == sorted(box.id for box in image.boxes), name


@given(image=pictures(), times=st.integers(1, 3))
def test_a_selector_combined_with_itself_keeps_its_order(image: BoxedImage, times: int) -> None:
    for name, selector in SELECTORS.items():
        assert ByAverageRank((selector,) * times).ranked(image) == selector.ranked(image), name


@given(image=pictures(), seed=st.integers(0, 2**32))
def test_random_depends_on_the_seed_only(image: BoxedImage, seed: int) -> None:
    moved = replace(image, boxes=tuple(replace(box, x=0, label="cat") for box in image.boxes))
    assert ByRandom(seed).ranked(moved) == ByRandom(seed).ranked(image)
