"""Selections keep the rules, and are those of a slow program."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cutline.benchmarks.selection import Procedure, balance_of, select_images
from cutline.benchmarks.selection.procedure import Count
from cutline.benchmarks.selection.result import ALL, CANDIDATES, RANDOM, SELECTED
from cutline.core.errors import ContentError, UsageError
from cutline.datasets.class_hierarchy import ClassHierarchy
from cutline.datasets.object_annotations import ImageObjects, read_object_annotations
from tests.benchmarks.selection.collections_of_images import collections, zipf_images
from tests.benchmarks.selection.slow_selection import slow_entropy, slow_selection
from tests.shared_data import shared_data


def possible_targets(images: list[ImageObjects], data: st.DataObject) -> int:
    """A target that these images can fill."""
    sizes = [len(image.counts) for image in images if image.rotation == 0]
    candidates = sum(size > 1 for size in sizes)
    assume(candidates)
    return data.draw(st.integers(max(1, sum(size > 6 for size in sizes)), candidates), "target")


@given(collections, st.data())
def test_rules_hold_for_every_selection(images: list[ImageObjects], data: st.DataObject) -> None:
    target = possible_targets(images, data)
    sample, seed = data.draw(st.integers(1, 9), "sample"), data.draw(st.integers(0, 99), "seed")
    found = select_images(images, Procedure(target, sample, seed))
    by_id = {image.image_id: image for image in images}
    selected = [by_id[image_id] for image_id in found.image_ids]
    assert len(selected) == len(set(found.image_ids)) == target
    assert all(image.rotation == 0 for image in selected)
    assert all(len(image.counts) > 1 for image in selected)
    assert {i.image_id for i in images if i.rotation == 0 and len(i.counts) > 6} <= set(
        found.image_ids
    )
    assert found.sizes == tuple(len(image.counts) for image in selected)
    assert sum(found.dropped.values()) + found.candidates == len(images) == found.images
    told = {size: f"{size} classes" for size in range(2, 7)}
    assert found.reasons == tuple(told.get(size, "more than 6 classes") for size in found.sizes)


@given(collections, st.data())
def test_a_slow_program_selects_the_same(images: list[ImageObjects], data: st.DataObject) -> None:
    target = possible_targets(images, data)
    sample, seed = data.draw(st.integers(1, 9), "sample"), data.draw(st.integers(0, 99), "seed")
    instances = data.draw(st.booleans(), "instances")
    count: Count = "instances" if instances else "images"
    found = select_images(images, Procedure(target, sample, seed, count=count))
    expected = slow_selection(images, target, sample=sample, seed=seed, instances=instances)
    assert list(found.image_ids) == [image_id for image_id, _ in expected]
    assert found.entropies == pytest.approx([entropy for _, entropy in expected], abs=1e-12)


@pytest.mark.parametrize("instances", [False, True])
def test_a_slow_program_selects_the_same_of_many(instances: bool) -> None:
    images = zipf_images(1500, 60)
    count: Count = "instances" if instances else "images"
    found = select_images(images, Procedure(400, 20, 3, count=count))
    expected = slow_selection(images, 400, sample=20, seed=3, instances=instances)
    assert list(found.image_ids) == [image_id for image_id, _ in expected]
    assert found.entropies == pytest.approx([entropy for _, entropy in expected], abs=1e-12)


@given(collections, st.randoms(use_true_random=False), st.data())
def test_the_order_of_images_and_classes_changes_nothing(
    images: list[ImageObjects], shuffle: random.Random, data: st.DataObject
) -> None:
    target = possible_targets(images, data)
    mixed = []
    for image in images:
        items = list(image.counts.items())
        shuffle.shuffle(items)
        mixed.append(ImageObjects(image.image_id, dict(items), image.rotation))
    shuffle.shuffle(mixed)
    procedure = Procedure(target, 4)
    assert select_images(mixed, procedure) == select_images(images, procedure)


def test_a_seed_gives_one_selection_and_another_seed_another() -> None:
    images = zipf_images(500, 40)
    first, again, other = (select_images(images, Procedure(80, 5, seed)) for seed in (1, 1, 2))
    assert first == again
    assert set(first.image_ids) != set(other.image_ids)
    assert "|seed:1|" in first.signature


def test_classes_become_more_even_than_at_random_and_with_larger_samples_more_so() -> None:
    images = zipf_images(3000, 100)
    small, large = (select_images(images, Procedure(500, sample)) for sample in (5, 100))
    assert large.balance[SELECTED].entropy > small.balance[SELECTED].entropy
    assert small.balance[SELECTED].entropy > small.balance[RANDOM].entropy + 0.3
    assert abs(small.balance[RANDOM].entropy - small.balance[CANDIDATES].entropy) < 0.1


def test_pools_have_their_turn_and_an_empty_one_is_skipped() -> None:
    images = [ImageObjects(f"two {n}", {"dog": 1, f"thing {n}": 1}) for n in range(2)]
    images += [ImageObjects(f"four {n}", dict.fromkeys("abcd", 1)) for n in range(9)]
    found = select_images(images, Procedure(7))
    assert found.sizes == (2, 4, 2, 4, 4, 4, 4)
    assert found.taken() == {"2 classes": 2, "4 classes": 5}


def test_the_whole_pool_is_looked_at_where_the_sample_is_larger() -> None:
    images = [ImageObjects(n, {"dog": 1, "ball": 1}) for n in range(30)]
    images.append(ImageObjects("rare", {"dog": 1, "zebra": 1}))
    for seed in range(5):
        found = select_images(images, Procedure(2, 1000, seed))
        assert "rare" in found.image_ids


def test_figures_describe_the_sets_they_are_of() -> None:
    images = zipf_images(300, 30)
    found = select_images(images, Procedure(60))
    by_id = {image.image_id: image for image in images}
    counts = Counter(label for i in found.image_ids for label in by_id[i].counts)
    assert {k: n for k, n in found.class_counts[SELECTED].items() if n} == counts
    assert found.entropies[-1] == pytest.approx(slow_entropy(counts))
    assert found.balance[SELECTED].entropy == pytest.approx(found.entropies[-1])
    every = Counter(label for image in images for label in image.counts)
    assert found.class_counts[ALL] == every
    assert found.balance[ALL] == balance_of(list(every.values()), 300)
    assert found.by_size[SELECTED] == Counter(found.sizes)
    assert found.by_size[ALL] == Counter(len(image.counts) for image in images)
    assert sum(found.by_size[RANDOM].values()) == pytest.approx(60)
    assert sum(found.class_counts[RANDOM].values()) > 60


def test_instances_count_every_object() -> None:
    images = [ImageObjects(n, {"dog": 3, "ball": 1}) for n in range(4)]
    found = select_images(images, Procedure(2, count="instances"))
    assert found.class_counts[SELECTED] == {"dog": 6, "ball": 2}
    assert found.class_counts[ALL] == {"dog": 12, "ball": 4}


def test_a_hierarchy_decides_how_many_classes_an_image_has() -> None:
    people = ClassHierarchy("people", {"woman": ("person",)}, {"hand": ("person",)})
    images = [
        ImageObjects("same", {"woman": 1, "person": 1}),
        ImageObjects("part", {"woman": 1, "hand": 2}),
        ImageObjects("two", {"woman": 1, "dog": 1, "hand": 1}),
        ImageObjects("three", {"person": 1, "dog": 1, "cat": 1}),
    ]
    dropped = select_images(images, Procedure(2), people)
    assert set(dropped.image_ids) == {"two", "three"}
    assert dropped.dropped == {"one class": 2}
    assert dropped.part_counts[ALL] == {"hand": 2}
    assert dropped.part_counts[SELECTED] == {"hand": 1}
    assert "hierarchy:people|ancestors:drop|parts:apart" in dropped.signature
    kept = select_images(images, Procedure(3, ancestors="keep"), people)
    assert set(kept.image_ids) == {"same", "two", "three"}
    counted = select_images(images, Procedure(3, parts="count"), people)
    assert set(counted.image_ids) == {"part", "two", "three"}
    assert counted.part_counts == {}
    added = select_images(images, Procedure(4, ancestors="add"), people)
    assert added.class_counts[SELECTED]["person"] == 4


def test_too_many_images_of_many_classes_are_an_error_or_chosen_from() -> None:
    images = [ImageObjects(n, dict.fromkeys("abcdefg", 1)) for n in range(8)]
    images.append(ImageObjects("odd", dict.fromkeys("hijklmnopq", 1)))
    with pytest.raises(UsageError, match=r"9 images have more than 6 classes .* target of 3"):
        select_images(images, Procedure(3))
    found = select_images(images, Procedure(3, too_many="choose"))
    assert len(found) == 3
    assert "odd" in found.image_ids
    assert set(found.reasons) == {"more than 6 classes"}
    assert len(select_images(images, Procedure(9))) == 9


def test_what_cannot_be_selected_from_is_refused_in_words() -> None:
    turned = [ImageObjects(n, {"a": 1, "b": 1}, 90.0) for n in range(2)]
    unknown = [ImageObjects(n, {"a": 1, "b": 1}, None) for n in range(2, 4)]
    upright = [ImageObjects(n, {"a": 1, "b": 1}) for n in range(4, 6)]
    with pytest.raises(ContentError, match="of none of the 2 images the rotation is known"):
        select_images(unknown, Procedure(1))
    with pytest.raises(UsageError, match=r"2 of 6 images .* 2 unknown rotation; 2 turned"):
        select_images([*turned, *unknown, *upright], Procedure(3))
    with pytest.raises(ContentError, match="no images to select from"):
        select_images([], Procedure(1))
    with pytest.raises(ContentError, match="image '4' is listed twice"):
        select_images([*upright, ImageObjects("4", {"a": 1})], Procedure(1))


def test_a_selection_is_a_table() -> None:
    found = select_images(zipf_images(100, 20), Procedure(10))
    assert found.table()["image_id"] == found.image_ids
    assert list(found.table()) == ["image_id", "classes", "reason", "entropy"]
    first, *_ = found.class_table().rows()
    assert first[0] == max(
        found.class_counts[ALL], key=lambda label: found.class_counts[ALL][label]
    )
    assert repr(found).startswith("Selection(10 of 100 images, entropy ")


def test_coco_can_be_selected_from() -> None:
    path = shared_data("chair_objects/coco2014_gt_objects.json")
    images = list(read_object_annotations(path))
    found = select_images(images, Procedure(9000, 10))
    many = {image.image_id for image in images if len(image.counts) > 6}
    assert many <= set(found.image_ids)
    assert len(found) == 9000
    assert min(found.sizes) == 2
    # Images of many classes show kitchens and tables again and again; the others make up for it.
    assert found.entropies[-1] > found.entropies[len(many) - 1]
    without = select_images(images, Procedure(3000, 20, more_than=80))
    assert without.balance[SELECTED].entropy > without.balance[RANDOM].entropy + 0.3
    assert found.dropped == Counter(
        "no class" if not image.counts else "one class" for image in images if len(image.counts) < 2
    )
