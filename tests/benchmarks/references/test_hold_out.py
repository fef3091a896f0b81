"""One caption of each image is held out, at random and repeatably."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.references import hold_out
from cutline.benchmarks.references.hold_out import held_out_at
from cutline.benchmarks.references.order import caption_order, held_out_orders
from cutline.core.errors import ContentError
from cutline.core.types import ImageId
from tests.benchmarks.references.small_pools import POOL, captions_of, pool, pools

Pool = dict[ImageId, list[str]]


@given(pools(least=2), st.integers(0, 2**64 - 1))
def test_one_caption_is_held_out_and_the_rest_keep_their_order(said: Pool, seed: int) -> None:
    held = hold_out(pool(said), seed)
    for image_id, references in captions_of(held.references).items():
        [human] = held.human.captions[image_id]
        ways = [place for place, text in enumerate(said[image_id]) if text == human]
        left = [[*said[image_id][:place], *said[image_id][place + 1 :]] for place in ways]
        assert references in left
    assert list(held.human.captions) == list(said)


@given(pools(least=2), st.integers(0, 9), st.randoms(use_true_random=False))
def test_neither_other_images_nor_their_order_matter(said: Pool, seed: int, random: Random) -> None:
    whole = hold_out(pool(said), seed)
    ids = list(said)
    random.shuffle(ids)
    kept = ids[: random.randint(1, len(ids))]
    part = hold_out(pool({image_id: said[image_id] for image_id in kept}), seed)
    for image_id in kept:
        assert part.human.captions[image_id] == whole.human.captions[image_id]
        assert captions_of(part.references)[image_id] == captions_of(whole.references)[image_id]


@given(pools(least=2), st.integers(0, 9))
def test_over_all_positions_every_caption_has_its_turn(said: Pool, seed: int) -> None:
    fewest = min(map(len, said.values()))
    cut = {image_id: texts[:fewest] for image_id, texts in said.items()}
    orders = held_out_orders(pool(cut), seed)
    rounds = [held_out_at(pool(cut), position, orders) for position in range(fewest)]
    for image_id, texts in cut.items():
        held = [of_round.human.captions[image_id][0] for of_round in rounds]
        assert Counter(held) == Counter(texts)


def test_places_are_held_out_about_equally_often() -> None:
    firsts = Counter(caption_order(image_id, 5)[0] for image_id in range(5_000))
    assert sorted(firsts) == [0, 1, 2, 3, 4]
    # Five standard deviations of a share of one in five.
    assert all(abs(count - 1_000) < 5 * 28.3 for count in firsts.values())


def test_seeds_and_draws_differ() -> None:
    orders = {
        (seed, draw): [caption_order(image_id, 5, seed, draw) for image_id in range(50)]
        for seed in (1, 2)
        for draw in (0, 1)
    }
    assert len({str(found) for found in orders.values()}) == 4


def test_tags_stay_with_their_images() -> None:
    assert hold_out(pool()).references.tags == pool().tags


def test_single_captions_are_named_or_left_out() -> None:
    said: Pool = {**POOL, 10: ["a lone caption"], "eleven": ["another one"]}
    with pytest.raises(
        ContentError, match=r"pool: 2 of 5 images .* 2 .*: 10 \(1\), 'eleven' \(1\)"
    ):
        hold_out(pool(said))
    held = hold_out(pool(said), policy="lenient")
    assert held.left_out == (10, "eleven")
    assert captions_of(held.references) == captions_of(hold_out(pool()).references)


def test_nothing_is_left_of_single_captions() -> None:
    with pytest.raises(ContentError, match="1 of 1 images"):
        hold_out(pool({1: ["alone"]}), policy="lenient")


def test_a_long_list_of_images_is_cut() -> None:
    said: Pool = {image_id: ["alone"] for image_id in range(30)}
    with pytest.raises(ContentError, match="and 10 more"):
        hold_out(pool({**said, 99: ["one", "two"]}))
