"""Slots: places in a caption that a region of the image fills with the name of its class."""

from __future__ import annotations

import torch
from torch import Tensor

from cutline.core.errors import UsageError
from cutline.models.class_words import ClassWords
from cutline.models.images import Images

#: Two boxes of one class that share more than this are one thing.
SAME_FROM = 0.5


def labels_of(images: Images, classes: ClassWords) -> Tensor:
    """The classes of regions, images x regions; -1 for none.

    Raises:
        UsageError: when no detector named them, or another one than the classes are of.
    """
    if images.labels is None:
        raise UsageError(
            "this captioner fills slots with the names of regions, but these images' regions have "
            "no labels: make their features with a detector"
        )
    most = int(images.labels.max()) if images.labels.numel() else -1
    if most >= len(classes):
        raise UsageError(
            f"a region has the label {most}, but the captioner knows {len(classes)} classes: "
            f"these features are of another detector"
        )
    return images.labels.long()


def usable(images: Images, classes: ClassWords, least_score: float) -> Tensor:
    """Which regions can fill a slot: those that a detector named, and was sure of. images x
    regions."""
    named = images.mask & (labels_of(images, classes) >= 0)
    return named if images.scores is None else named & (images.scores >= least_score)


def most_certain(allowed: Tensor, images: Images, most: int) -> Tensor:
    """Of allowed regions so many, those that the detector was most sure of. images x regions."""
    if images.scores is None:
        return allowed & (allowed.cumsum(1) <= most)
    scores = images.scores.masked_fill(~allowed, -torch.inf)
    # The first of equals comes first, so that an image's memory does not depend on its batch.
    order = scores.argsort(dim=1, descending=True, stable=True)
    places = torch.arange(order.shape[1], device=order.device)
    rank = torch.empty_like(order).scatter_(1, order, places.expand_as(order))
    return allowed & (rank < most)


def same_things(images: Images, classes: ClassWords) -> Tensor:
    """Which regions show one thing: of the same class, and more than half shared; images x regions
    x regions. A detector may box a thing twice."""
    labels = labels_of(images, classes)
    itself = torch.eye(labels.shape[1], dtype=torch.bool, device=labels.device)
    itself = itself.expand(len(images), -1, -1)
    if images.boxes is None:
        return itself
    alike = labels.unsqueeze(1) == labels.unsqueeze(2)
    return itself | (alike & (_overlap(images.boxes) > SAME_FROM))


def _overlap(boxes: Tensor) -> Tensor:
    """The intersection over the union of each two boxes: images x regions x regions."""
    one, other = boxes.unsqueeze(2), boxes.unsqueeze(1)  # images x regions x 1 x 4, and crosswise
    least = torch.maximum(one[..., :2], other[..., :2])
    most = torch.minimum(one[..., 2:], other[..., 2:])
    shared = (most - least).clamp(min=0).prod(-1)
    area = (boxes[..., 2:] - boxes[..., :2]).clamp(min=0).prod(-1)
    union = area.unsqueeze(2) + area.unsqueeze(1) - shared
    return shared / union.clamp(min=torch.finfo(boxes.dtype).tiny)


def used_after(used: Tensor, tokens: Tensor, same: Tensor, words: int) -> Tensor:
    """The regions that rows have named, with their last tokens: rows x regions.

    Args:
        used: rows x regions, before.
        tokens: rows; slots are numbered from `words` on.
        same: rows x regions x regions, which regions show one thing.
        words: the size of the vocabulary.
    """
    if not same.shape[1]:
        return used
    region = (tokens - words).clamp(0, same.shape[1] - 1)
    now = same[torch.arange(len(tokens), device=tokens.device), region]  # rows x regions
    slot = (tokens >= words) & (tokens < words + same.shape[1])
    return used | (now & slot.unsqueeze(1))


def slot_words(
    images: Images, row: int, allowed: Tensor, classes: ClassWords, words: int
) -> dict[int, str]:
    """The tokens that are slots of an image, and what the class of each is called.

    Args:
        images: one of them, in `row`.
        row: its place.
        allowed: images x regions, which can fill a slot.
        classes: what labels are called.
        words: the size of the vocabulary, after which slots are numbered.
    """
    labels = labels_of(images, classes)[row].tolist()
    regions = allowed[row].nonzero().flatten().tolist()
    return {words + region: classes.called(labels[region]) for region in regions}
