"""Small scenes of animals with the labels that a detector gave, for captioners with slots."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from cutline.models.class_words import ClassWords
from cutline.models.images import Images
from cutline.models.vocabulary import END, PAD, START, Vocabulary

#: The zebra is novel: no caption has it.
CLASSES = ClassWords.of(
    ["dog", "cat", "horse", "zebra", "wine glass"],
    {"dog": ["puppy"], "zebra": ["pony"]},
    {"zebra": "horse"},
)
DOG, CAT, HORSE, ZEBRA, GLASS = range(5)
#: A share for each class, one for being a group, and one for being young.
FEATURES = 7

#: A region's class, whether it shows several, and whether they are young.
Thing = tuple[int, bool, bool]


def one(label: int) -> Thing:
    """A single one."""
    return label, False, False


def scene(things: Sequence[Sequence[Thing]], regions: int | None = None) -> Images:
    """A batch of images that show these things, side by side, found for certain."""
    most = max(map(len, things)) if regions is None else regions
    features = torch.zeros(len(things), most, FEATURES)
    mask = torch.zeros(len(things), most, dtype=torch.bool)
    boxes, scores = torch.zeros(len(things), most, 4), torch.zeros(len(things), most)
    labels = torch.full((len(things), most), -1)
    for image, shown in enumerate(things):
        for region, (label, many, young) in enumerate(shown):
            features[image, region, label] = 1
            features[image, region, 5:] = torch.tensor([float(many), float(young)])
            mask[image, region] = True
            boxes[image, region] = torch.tensor([region / 9, 0.1, (region + 1) / 9, 0.9])
            labels[image, region], scores[image, region] = label, 0.9 - region / 100
    return Images(tuple(range(len(things))), features, mask, boxes, labels, scores)


#: What is learnt from.
SHOWN: list[list[Thing]] = [
    [one(DOG)],
    [one(CAT)],
    [one(HORSE)],
    [(DOG, True, False)],
    [(CAT, True, False)],
    [(HORSE, True, False)],
    [(DOG, False, True)],
    [one(DOG), one(CAT)],
    [one(CAT), one(HORSE)],
    [one(HORSE), one(DOG)],
    [one(GLASS)],
]
CAPTIONS = [
    "a dog on the grass",
    "a cat on the grass",
    "a horse on the grass",
    "two dogs on the grass",
    "two cats on the grass",
    "two horses on the grass",
    "a puppy on the grass",
    "a dog beside a cat",
    "a cat beside a horse",
    "a horse beside a dog",
    "a wine glass on the grass",
]
VOCABULARY = Vocabulary.of([caption.split() for caption in CAPTIONS])
SLOT = len(VOCABULARY)


def tokens_of(captions: Sequence[str]) -> Tensor:
    """Captions as a data loader gives them."""
    rows = [[START, *VOCABULARY.numbers(caption.split()), END] for caption in captions]
    length = max(map(len, rows))
    return torch.tensor([row + [PAD] * (length - len(row)) for row in rows])


def read(tokens: Tensor) -> list[str]:
    """A template in words, with `[2]` for a slot of region 2."""
    return [
        f"[{number - SLOT}]" if number >= SLOT else VOCABULARY.words[number]
        for number in tokens.tolist()
        if number not in (START, END, PAD)
    ]
