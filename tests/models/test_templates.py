"""Captions with slots for what regions show."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch

from cutline.core.errors import UsageError
from cutline.models.images import Images
from cutline.models.slots import most_certain, same_things, usable, used_after
from cutline.models.templates import NO_SLOT, Templates, templates
from tests.models.slot_scenes import (
    CAT,
    CLASSES,
    DOG,
    GLASS,
    HORSE,
    SLOT,
    VOCABULARY,
    ZEBRA,
    one,
    read,
    scene,
    tokens_of,
)


def made(caption: str, images: Images, decoupled: bool = False) -> Templates:
    allowed = usable(images, CLASSES, 0.5)
    return templates(
        tokens_of([caption]), images, allowed, VOCABULARY, CLASSES, decoupled=decoupled
    )


def test_a_word_that_a_region_shows_is_a_slot() -> None:
    template = made("a dog beside a cat", scene([[one(CAT), one(DOG)]]))
    assert read(template.tokens[0]) == ["a", "[1]", "beside", "a", "[0]"]
    assert template.plural[0].tolist() == [NO_SLOT, NO_SLOT, 0, NO_SLOT, NO_SLOT, 0, NO_SLOT]
    assert template.matches[0, 2].tolist() == [False, True]


def test_a_word_that_no_region_shows_stays() -> None:
    template = made("a dog beside a cat", scene([[one(CAT)]]))
    assert read(template.tokens[0]) == ["a", "dog", "beside", "a", "[0]"]


def test_an_unsure_region_shows_nothing() -> None:
    images = scene([[one(CAT)]])
    unsure = replace(images, scores=torch.full((1, 1), 0.49))
    assert read(made("a cat", unsure).tokens[0]) == ["a", "cat"]


def test_names_of_two_words_become_one_slot() -> None:
    template = made("a wine glass beside a dog", scene([[one(GLASS), one(DOG)]]))
    assert read(template.tokens[0]) == ["a", "[0]", "beside", "a", "[1]"]


def test_tells_number_and_name() -> None:
    template = made("two horses beside a puppy", scene([[one(HORSE), one(DOG)]]))
    slots = template.plural[0] != NO_SLOT
    assert template.plural[0, slots].tolist() == [1, 0]
    assert template.names[0, slots].tolist() == [0, 1]


def test_a_region_is_used_once() -> None:
    template = made("a dog beside a dog", scene([[one(DOG)]]))
    assert read(template.tokens[0]) == ["a", "[0]", "beside", "a", "dog"]
    template = made("a dog beside a dog", scene([[one(DOG), one(DOG)]]))
    assert read(template.tokens[0]) == ["a", "[0]", "beside", "a", "[1]"]
    assert template.matches[0, 2].tolist() == [True, True]
    assert template.matches[0, 5].tolist() == [False, True]


def test_two_boxes_of_one_thing_are_used_together() -> None:
    images = scene([[one(DOG), one(DOG)]])
    assert images.boxes is not None
    images.boxes[0, 1] = images.boxes[0, 0]
    assert read(made("a dog beside a dog", images).tokens[0])[-1] == "dog"


def test_the_surest_region_is_taken() -> None:
    images = scene([[one(DOG), one(DOG)]])
    surer = replace(images, scores=torch.tensor([[0.6, 0.9]]))
    assert read(made("a dog", surer).tokens[0]) == ["a", "[1]"]


def test_decoupled_captions_have_slots_for_all_names_in_the_singular() -> None:
    template = made("two horses beside a dog", scene([[one(HORSE)]]), decoupled=True)
    assert template.tokens[0, -2] == SLOT + 1  # after the only region: none has it
    assert read(template.tokens[0])[:2] == ["two", "horses"]
    assert not template.matches.any()


def test_captions_of_other_lengths_are_filled_up() -> None:
    images = scene([[one(GLASS)], [one(DOG)]])
    allowed = usable(images, CLASSES, 0.5)
    tokens = tokens_of(["a wine glass", "a dog on the grass"])
    both = templates(tokens, images, allowed, VOCABULARY, CLASSES)
    assert [read(row) for row in both.tokens] == [["a", "[0]"], ["a", "[0]", "on", "the", "grass"]]


def test_same_things_overlap_and_are_of_one_class() -> None:
    images = scene([[one(DOG), one(DOG), one(CAT)]])
    boxes = torch.tensor([[[0, 0, 1, 1], [0, 0, 0.6, 1], [0, 0, 1, 1.0]]])
    same = same_things(replace(images, boxes=boxes), CLASSES)[0]
    assert same.tolist() == [[True, True, False], [True, True, False], [False, False, True]]
    half = torch.tensor([[[0, 0, 1, 1], [0, 0, 0.5, 1], [0, 0, 1, 1.0]]])
    assert same_things(replace(images, boxes=half), CLASSES)[0].equal(torch.eye(3).bool())


def test_used_regions_are_those_of_slots() -> None:
    same = torch.eye(2).bool().expand(3, 2, 2)
    before = torch.tensor([[False, True], [False, False], [False, False]])
    after = used_after(before, torch.tensor([4, SLOT + 1, SLOT + 2]), same, SLOT)
    assert after.tolist() == [[False, True], [False, True], [False, False]]


def test_the_surest_are_kept() -> None:
    images = replace(
        scene([[one(DOG), one(CAT), one(HORSE)]]), scores=torch.tensor([[0.7, 0.9, 0.8]])
    )
    allowed = usable(images, CLASSES, 0.5)
    assert most_certain(allowed, images, 2).tolist() == [[False, True, True]]
    assert most_certain(allowed, replace(images, scores=None), 2).tolist() == [[True, True, False]]


def test_refuses_regions_without_fitting_labels() -> None:
    images = scene([[one(ZEBRA)]])
    with pytest.raises(UsageError, match="have no labels"):
        usable(replace(images, labels=None), CLASSES, 0.5)
    with pytest.raises(UsageError, match="the label 5, but the captioner knows 5 classes"):
        usable(replace(images, labels=torch.tensor([[5]])), CLASSES, 0.5)
