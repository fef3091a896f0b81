"""Captions become batches: each once an epoch, by length, in an order that a seed gives."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch

from cutline.core.errors import ContentError, UsageError
from cutline.datasets.features import FeatureStore, FeatureWriter, Regions
from cutline.models.training.data import CaptionData, Share
from cutline.models.training.load import image_batches, load_images
from cutline.models.training.order import epoch_order
from cutline.models.vocabulary import END, PAD, START, UNKNOWN
from tests.models.torch_part import needs_torch
from tests.models.training.toy import references, write_store

needs_torch()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> FeatureStore:
    return write_store(tmp_path_factory.mktemp("toy"))


def rows_of(batch) -> list[tuple[object, tuple[int, ...]]]:
    words = [tuple(one for one in row if one != PAD) for row in batch.tokens.tolist()]
    return list(zip(batch.images.ids, words, strict=True))


def test_captions_are_words_of_the_training_captions(store: FeatureStore) -> None:
    data = CaptionData.of(store, {3: ["A red ball.", "Red, red BALL!"]})
    assert data.vocabulary.words[4:] == ("red", "ball", "a")
    other = CaptionData.of(store, {4: ["a blue ball"]}, data.vocabulary)
    assert rows_of(other.batch([0])) == [(4, (START, 6, UNKNOWN, 5, END))]
    assert data.references == {3: ("A red ball.", "Red, red BALL!")}


def test_long_captions_are_cut_and_empty_ones_left_out(store: FeatureStore) -> None:
    data = CaptionData.of(store, {1: ["one two three four", " . "], 2: ["one"]}, longest=3)
    assert len(data) == 2
    assert data.batch([0, 1]).tokens.tolist() == [
        [START, *data.vocabulary.numbers(["one", "two", "three"]), END],
        [START, *data.vocabulary.numbers(["one"]), END, PAD, PAD],
    ]
    assert data.batch([0, 1]).words == 6
    with pytest.raises(ContentError, match="no caption has any word"):
        CaptionData.of(store, {1: ["."]})


def test_images_without_features_are_told(store: FeatureStore) -> None:
    with pytest.raises(ContentError, match=r"2 images .* such as 'x'; the store has .* such as 0"):
        CaptionData.of(store, {1: ["one"], "x": ["two"], 900: ["three"]})


def test_an_epoch_has_every_caption_once(store: FeatureStore) -> None:
    data = CaptionData.of(store, references())
    wanted = Counter(rows_of(data.batch(range(len(data)))))
    for epoch in range(2):
        batches = list(data.batches(7, seed=3, epoch=epoch))
        assert len(batches) == data.number_of_batches(7) == 12
        assert Counter(row for batch in batches for row in rows_of(batch)) == wanted
        assert {len(batch) for batch in batches} <= {6, 7}


def test_batches_are_of_like_length(store: FeatureStore) -> None:
    data = CaptionData.of(store, references())
    mixed = [
        batch for batch in data.batches(8, seed=0, epoch=0) if bool((batch.tokens == PAD).any())
    ]
    assert len(mixed) <= 1


def test_seed_and_epoch_give_the_order(store: FeatureStore) -> None:
    data = CaptionData.of(store, references())

    def order(seed: int, epoch: int, start: int = 0) -> list[object]:
        return [rows_of(one) for one in data.batches(7, seed=seed, epoch=epoch, start=start)]

    assert order(1, 4) == order(1, 4)
    assert order(1, 4) != order(1, 5)
    assert order(1, 4) != order(2, 4)
    assert order(1, 4, start=5) == order(1, 4)[5:]


def test_shares_of_processes_are_the_whole_batch(store: FeatureStore) -> None:
    data = CaptionData.of(store, references())
    whole = list(data.batches(7, seed=1, epoch=0))
    parts = [list(data.batches(7, seed=1, epoch=0, share=Share(n, 3))) for n in range(3)]
    for batch, *shares in zip(whole, *parts, strict=True):
        assert Counter(rows_of(batch)) == Counter(row for one in shares for row in rows_of(one))
        assert {one.tokens.shape[1] for one in shares} == {batch.tokens.shape[1]}
        assert sum(one.words for one in shares) == batch.words
    with pytest.raises(UsageError, match="a batch of 6 captions for 9 processes"):
        list(data.batches(7, seed=1, epoch=0, share=Share(0, 9)))


def test_one_caption_of_each_image(store: FeatureStore) -> None:
    data = CaptionData.of(store, references())
    first = data.first_captions()
    assert len(first) == 40
    assert first.references == data.references
    assert rows_of(first.batch([0, 39])) == rows_of(data.batch([0, 78]))
    assert first.digest() != data.digest()


def test_the_digest_tells_data_apart(store: FeatureStore) -> None:
    data = CaptionData.of(store, references())
    assert data.digest() == CaptionData.of(store, references()).digest()
    assert data.digest() != CaptionData.of(store, references(39)).digest()
    assert data.digest() != CaptionData.of(store, references(), most_regions=1).digest()


def test_long_and_short_orders_have_all_places() -> None:
    lengths = np.random.default_rng(0).integers(1, 20, 1001)
    batches = epoch_order(lengths, 4, 7, 0)
    assert sorted(np.concatenate(batches).tolist()) == list(range(1001))
    assert epoch_order(np.array([], int), 4, 7, 0) == []


def test_images_are_filled_up(tmp_path: Path) -> None:
    with FeatureWriter(tmp_path / "features", 2, classes=("cat", "dog")) as writer:
        boxes = np.array([[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1], [0, 0, 1, 1]], np.float32)
        features = np.arange(6, dtype=np.float32).reshape(3, 2)
        scores = np.array([0.2, 0.9, 0.5], np.float32)
        writer.add("three", Regions(features, boxes, np.array([0, 1, -1]), scores))
        writer.add("none", Regions(features[:0], boxes[:0], np.array([], int), scores[:0]))
    store = FeatureStore.open(tmp_path / "features")
    images = load_images(store, ["three", "none", "three"])
    assert images.ids == ("three", "none", "three")
    assert images.features[0].tolist() == [[0, 1], [2, 3], [4, 5]]
    assert images.mask.tolist() == [[True] * 3, [True, False, False], [True] * 3]
    assert not images.features[1].any()
    assert images.labels is not None
    assert images.labels.tolist() == [[0, 1, -1], [-1, -1, -1], [0, 1, -1]]
    assert images.boxes is not None
    assert images.boxes[1, 0].tolist() == [0, 0, 1, 1]
    surest = load_images(store, ["three"], most_regions=2)
    assert surest.features[0].tolist() == [[2, 3], [4, 5]]
    assert surest.scores is not None
    assert torch.equal(surest.scores, torch.tensor([[0.9, 0.5]]))
    assert [len(one) for one in image_batches(store, ["three"] * 5, 2)] == [2, 2, 1]
    with pytest.raises(ContentError, match="four"):
        load_images(store, ["four"])
