"""Captions of images whose features are in a store, in batches to learn from."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from cutline.core.errors import ContentError, UsageError
from cutline.core.types import ImageId
from cutline.models.images import Images
from cutline.models.training.load import load_images
from cutline.models.training.order import epoch_order, number_of_batches
from cutline.models.vocabulary import END, PAD, START, Vocabulary
from cutline.text.tokenizer import Tokenizer

if TYPE_CHECKING:
    from cutline.datasets.features import FeatureStore

#: How many words of a caption count; what is longer is cut.
LONGEST = 20

#: Each caption by itself: what words it has must not depend on which caption comes next.
_TOKENIZER = Tokenizer(context="none")


@dataclass(frozen=True)
class Share:
    """Which part of every batch this process works on.

    Args:
        number: that of the process, from 0 on.
        of: how many processes there are.
    """

    number: int = 0
    of: int = 1


@dataclass(frozen=True)
class CaptionBatch:
    """Captions to learn from.

    Args:
        images: a row for each caption.
        tokens: captions x length; `START`, the words, `END`, and `PAD` up to the longest.
    """

    images: Images
    tokens: Tensor

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def words(self) -> int:
        """How many tokens there are to predict: words and ends."""
        return int((self.tokens[:, 1:] != PAD).sum())


class CaptionData:
    """Captions as numbers, with the store that has their images.

    Args:
        store: region features.
        captions: the words of each image's captions.
        vocabulary: that of the training captions, also where these are others.
        longest: how many words of a caption count.
        most_regions: how many regions to take at most of an image.
        references: the captions of each image as they were written, to score against; by default
            their words.

    Raises:
        ContentError: when no caption has any word, or images have no features.
    """

    def __init__(
        self,
        store: FeatureStore,
        captions: Mapping[ImageId, Sequence[Sequence[str]]],
        vocabulary: Vocabulary,
        *,
        longest: int = LONGEST,
        most_regions: int | None = None,
        references: Mapping[ImageId, Sequence[str]] | None = None,
    ) -> None:
        _check_images(store, captions)
        self.store = store
        self.vocabulary = vocabulary
        self.longest = longest
        self.most_regions = most_regions
        self.ids: tuple[ImageId, ...] = tuple(captions)
        self.references: dict[ImageId, tuple[str, ...]] = {
            image_id: tuple(references[image_id])
            if references is not None
            else tuple(" ".join(caption) for caption in of)
            for image_id, of in captions.items()
        }
        numbers, places = [], []
        for place, of in enumerate(captions.values()):
            for caption in of:
                if caption:
                    numbers.append(vocabulary.numbers(caption[:longest]))
                    places.append(place)
        if not numbers:
            raise ContentError("no caption has any word: there is nothing to learn from")
        self._lengths = np.array([len(one) for one in numbers])
        self._ends = np.cumsum(self._lengths)
        # One array for all: a list for each caption takes ten times the memory.
        self._numbers = np.concatenate([np.array(one, np.int32) for one in numbers])
        self._places = np.array(places)

    @classmethod
    def of(
        cls,
        store: FeatureStore,
        references: Mapping[ImageId, Sequence[str]],
        vocabulary: Vocabulary | None = None,
        *,
        most_words: int | None = None,
        least_count: int = 1,
        always: Iterable[str] = (),
        longest: int = LONGEST,
        most_regions: int | None = None,
    ) -> CaptionData:
        """Captions as they were written, tokenized as everywhere in Cutline.

        Without a vocabulary, theirs is made: give that of the training captions for all others.

        Args:
            store: region features.
            references: the captions of each image.
            vocabulary: the words, if they are known.
            most_words: how many words a new vocabulary has at most.
            least_count: how often a word has to occur for it.
            always: words that it has in any case.
            longest: how many words of a caption count.
            most_regions: how many regions to take at most of an image.
        """
        captions = tokenized(references)
        if vocabulary is None:
            vocabulary = Vocabulary.of(
                (caption for of in captions.values() for caption in of),
                most=most_words,
                least_count=least_count,
                always=always,
            )
        return cls(
            store,
            captions,
            vocabulary,
            longest=longest,
            most_regions=most_regions,
            references=references,
        )

    def __len__(self) -> int:
        """How many captions there are."""
        return len(self._places)

    def first_captions(self) -> CaptionData:
        """The same images with one caption each, for training that needs no more of them.

        References stay as they are.
        """
        rows = np.unique(self._places, return_index=True)[1]
        found = copy.copy(self)
        for name in ("_places", "_lengths", "_ends"):
            setattr(found, name, getattr(self, name)[rows])
        return found

    def number_of_batches(self, size: int) -> int:
        """How many batches an epoch has."""
        return number_of_batches(len(self), size)

    def batches(
        self, size: int, *, seed: int, epoch: int, start: int = 0, share: Share | None = None
    ) -> Iterator[CaptionBatch]:
        """The batches of an epoch, or what one of several processes does of each.

        Args:
            size: captions in a batch.
            seed: of the order.
            epoch: each has another order.
            start: the first batch to give, to go on in the middle of an epoch.
            share: whose part; all parts together are the whole batch.

        Raises:
            UsageError: when a batch has fewer captions than there are processes.
        """
        share = share or Share()
        for rows in epoch_order(self._lengths, size, seed, epoch)[start:]:
            if len(rows) < share.of:
                raise UsageError(
                    f"a batch of {len(rows)} captions for {share.of} processes: each needs one"
                )
            # Filled up as the whole batch is, so that all processes see the same lengths.
            length = int(self._lengths[rows].max()) + 2
            yield self._batch(rows[share.number :: share.of], length)

    def batch(self, rows: Sequence[int]) -> CaptionBatch:
        """Some captions by their numbers, which go through all images in order."""
        chosen = np.asarray(rows)
        return self._batch(chosen, int(self._lengths[chosen].max()) + 2)

    def _batch(self, rows: np.ndarray, length: int) -> CaptionBatch:
        tokens = np.full((len(rows), length), PAD, np.int64)
        tokens[:, 0] = START
        for row, caption in enumerate(rows):
            end, count = self._ends[caption], self._lengths[caption]
            tokens[row, 1 : count + 1] = self._numbers[end - count : end]
            tokens[row, count + 1] = END
        # An image with several captions in the batch is read once.
        places, row_of = np.unique(self._places[rows], return_inverse=True)
        ids = [self.ids[place] for place in places]
        images = load_images(self.store, ids, self.most_regions)
        return CaptionBatch(images.rows(torch.from_numpy(row_of)), torch.from_numpy(tokens))

    def digest(self) -> str:
        """What names this data: captions as numbers, their images, and who made the features."""
        found = hashlib.sha256(repr((self.ids, self.store.made_by, self.most_regions)).encode())
        for part in (self._numbers, self._lengths, self._places):
            found.update(np.ascontiguousarray(part, np.int64).tobytes())
        return found.hexdigest()[:16]


def tokenized(
    references: Mapping[ImageId, Sequence[str]],
) -> dict[ImageId, list[list[str]]]:
    """The words of all captions of each image."""
    texts = [text for of in references.values() for text in of]
    words = iter(_TOKENIZER.tokenize(texts))
    return {image_id: [next(words).split() for _ in of] for image_id, of in references.items()}


def _check_images(store: FeatureStore, captions: Iterable[ImageId]) -> None:
    missing = [image_id for image_id in captions if image_id not in store]
    if missing:
        raise ContentError(
            f"{len(missing):,} images with captions have no features, such as {missing[0]!r}; "
            f"the store has ids such as {next(iter(store.ids), None)!r}"
        )
