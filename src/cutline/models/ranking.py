"""Ranking images and captions by how near their vectors are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import torch
from torch import Tensor

from cutline.core.errors import UsageError
from cutline.models.images import Images
from cutline.models.training.distributed import gathered, gathered_names
from cutline.models.vocabulary import END, PAD, START, Vocabulary

#: Which captions and images of a batch are wrong for each other. Those of "other-images" are; a
#: caption written for the same image is right too. The published programs of BUTR and of VSE++ take
#: all "other-rows", so that a second caption of an image counts as a wrong one.
Negatives = Literal["other-images", "other-rows"]


class Ranker(Protocol):
    """Whatever puts images and captions into one space."""

    vocabulary: Vocabulary

    def image_vectors(self, images: Images) -> Tensor:
        """images x size, each of length 1."""

    def caption_vectors(self, tokens: Tensor) -> Tensor:
        """captions x size, each of length 1.

        Args:
            tokens: captions x length, as `caption_tokens` makes them.
        """


def caption_tokens(captions: Sequence[Sequence[int]]) -> Tensor:
    """Captions as captioners read them: captions x length, from `START` to `END`, filled up.

    Args:
        captions: tokens; those that begin with `START` or have an `END` may keep them.
    """
    rows = []
    for caption in captions:
        words = list(caption[1:] if caption and caption[0] == START else caption)
        words = words[: words.index(END)] if END in words else words
        rows.append([START, *words, END])
    longest = max((len(row) for row in rows), default=2)
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows]).view(-1, longest)


def ranking_costs(
    image_vectors: Tensor,
    caption_vectors: Tensor,
    images: Images,
    margin: float,
    negatives: Negatives = "other-images",
) -> Tensor:
    """How far each pair is from beating its hardest negatives by a margin, in both directions.

    Row i of each is a pair. Across processes the pairs of all are compared, and each gets the costs
    of all. (Faghri et al., VSE++, BMVC 2018)

    Returns:
        a cost for each pair: that of the caption which is nearest to its image among wrong ones,
        and that of the wrong image which is nearest to its caption.
    """
    vectors, captions = gathered(image_vectors), gathered(caption_vectors)
    right = _right(gathered_names(images.ids), negatives).to(vectors.device)
    cosines = vectors @ captions.T  # pairs x pairs: images by captions
    own = cosines.diagonal()
    of_captions = (margin + cosines - own.unsqueeze(1)).clamp(min=0).masked_fill(right, 0)
    of_images = (margin + cosines - own.unsqueeze(0)).clamp(min=0).masked_fill(right, 0)
    return of_captions.amax(1) + of_images.amax(0)


def _right(ids: Sequence[int | str], negatives: Negatives) -> Tensor:
    """pairs x pairs: which caption is right for which image."""
    if negatives == "other-rows":
        return torch.eye(len(ids), dtype=torch.bool)
    if negatives == "other-images":
        known: dict[int | str, int] = {}
        numbers = torch.tensor([known.setdefault(one, len(known)) for one in ids])
        return numbers.unsqueeze(1) == numbers
    raise UsageError(f"negatives are other-images or other-rows, not {negatives!r}")


@torch.no_grad()
def rank_scores(
    ranker: Ranker,
    images: Images,
    captions: Sequence[Sequence[Sequence[int]]],
    at_once: int = 2048,
) -> list[list[float]]:
    """The cosine of each candidate with its image, to order candidates by.

    Args:
        ranker: what has the vectors.
        images: one for each list of candidates.
        captions: for each image the tokens of its candidates, written by any captioner that has
            the ranker's vocabulary.
        at_once: how many captions are read at a time.
    """
    if len(captions) != len(images):
        raise UsageError(f"{len(images)} images, but candidates of {len(captions)}")
    counts = [len(candidates) for candidates in captions]
    owner = torch.repeat_interleave(torch.tensor(counts, dtype=torch.long))
    flat = [caption for candidates in captions for caption in candidates]
    of_images = ranker.image_vectors(images).index_select(0, owner)  # captions x size
    scores: list[float] = []
    for first in range(0, len(flat), at_once):
        vectors = ranker.caption_vectors(caption_tokens(flat[first : first + at_once]))
        scores += (vectors * of_images[first : first + len(vectors)]).sum(1).tolist()
    ends = [sum(counts[: place + 1]) for place in range(len(counts))]
    return [scores[end - count : end] for end, count in zip(ends, counts, strict=True)]


def recall_at(
    most: int, image_vectors: Tensor, caption_vectors: Tensor, owner: Sequence[int]
) -> tuple[float, float]:
    """How often the right one is among the nearest.

    A wrong one that is as near as the right one counts as nearer: vectors that are all the same
    find nothing.

    Args:
        most: how many of the nearest are looked at.
        image_vectors: images x size.
        caption_vectors: captions x size.
        owner: the row of each caption's image.

    Returns:
        the share of images that have one of their captions there, and that of captions that have
        their image there.
    """
    cosines = image_vectors @ caption_vectors.T  # images x captions
    rows = torch.as_tensor(owner, dtype=torch.long)
    right = rows.unsqueeze(0) == torch.arange(len(image_vectors)).unsqueeze(1)
    if not bool(right.any(1).all()) or not bool(right.any(0).all()):
        raise UsageError("recall needs a caption of every image and the image of every caption")
    wrong = cosines.masked_fill(right, -torch.inf)
    best = cosines.masked_fill(~right, -torch.inf)
    nearer_captions = (wrong >= best.amax(1, keepdim=True)).sum(1)
    nearer_images = (wrong >= best.amax(0, keepdim=True)).sum(0)
    return (
        float((nearer_captions < most).double().mean()),
        float((nearer_images < most).double().mean()),
    )
