"""Captions as templates: with slots for regions in place of what those can say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from cutline.models.class_words import ClassWords, Mention
from cutline.models.images import Images
from cutline.models.slots import labels_of, same_things
from cutline.models.vocabulary import END, PAD, START, UNKNOWN, Vocabulary

#: In `plural` and `names` of templates: there is no slot here.
NO_SLOT = -1

#: A token, the regions that fit, whether it is plural, and which name it is.
_Place = tuple[int, list[int], int, int]
_NOTHING: _Place = (PAD, [], NO_SLOT, NO_SLOT)


@dataclass(frozen=True)
class Templates:
    """Captions with slots in place of what regions can say. All are captions x length.

    Args:
        tokens: from `START` to `END`, filled up with `PAD`; a slot is the size of the vocabulary
            plus the number of its region; plus that of all regions, where no region has the class.
        matches: captions x length x regions: what would fill the slot as well, since it is of the
            same class and not yet named.
        plural: 1 where the slot's word is in the plural, 0 where not, `NO_SLOT` elsewhere.
        names: which of the class's names it is.
    """

    tokens: Tensor
    matches: Tensor
    plural: Tensor
    names: Tensor


@dataclass(frozen=True)
class Regions:
    """What a template needs to know of one image.

    Args:
        labels: of its regions, -1 for those that cannot fill a slot.
        order: the numbers of those that can, the most certain first.
        same: for each region, those that show the same thing.
    """

    labels: list[int]
    order: list[int]
    same: list[list[bool]]

    @classmethod
    def of(cls, images: Images, classes: ClassWords, allowed: Tensor) -> list[Regions]:
        """Those of each image."""
        labels = labels_of(images, classes).masked_fill(~allowed, -1)
        scores = labels.new_zeros(labels.shape) if images.scores is None else images.scores
        order = scores.argsort(dim=1, descending=True, stable=True)
        same = same_things(images, classes)
        return [
            cls(names, [number for number in ranked if names[number] >= 0], alike)
            for names, ranked, alike in zip(
                labels.tolist(), order.tolist(), same.tolist(), strict=True
            )
        ]


class _Template:
    """One caption's template while it is written."""

    def __init__(self, regions: Regions, words: int) -> None:
        self.regions, self.words = regions, words
        self.free = set(regions.order)
        self.places: list[_Place] = []

    def say(self, token: int) -> None:
        self.places.append((token, [], NO_SLOT, NO_SLOT))

    def show(self, mention: Mention) -> bool:
        """A slot for a mention; false if no region is left for it."""
        fitting = [
            number
            for number in self.regions.order
            if number in self.free and self.regions.labels[number] == mention.label
        ]
        if not fitting:
            return False
        chosen = fitting[0]
        self.free -= {other for other, same in enumerate(self.regions.same[chosen]) if same}
        self.places.append((self.words + chosen, fitting, int(mention.plural), mention.name))
        return True


def templates(
    tokens: Tensor,
    images: Images,
    allowed: Tensor,
    vocabulary: Vocabulary,
    classes: ClassWords,
    *,
    decoupled: bool = False,
) -> Templates:
    """Captions as templates.

    Args:
        tokens: captions x length, words.
        images: a row for each caption.
        allowed: captions x regions: which can fill a slot.
        vocabulary: of the words.
        classes: what the images' labels are called.
        decoupled: whether every name of a class in the singular is a slot, if a region has it or
            not, and none in the plural, as in DNOC; otherwise what a region shows, as in Neural
            Baby Talk.
    """
    written = []
    for row, regions in zip(tokens.tolist(), Regions.of(images, classes, allowed), strict=True):
        template = _Template(regions, len(vocabulary))
        present = range(len(classes)) if decoupled else {*regions.labels} - {-1}
        numbers = [number for number in row if number not in (START, END, PAD)]
        words = ["" if number == UNKNOWN else vocabulary.words[number] for number in numbers]
        template.say(START)
        _fill(template, numbers, classes.mentions(words, present), decoupled)
        template.say(END)
        written.append(template.places)
    return _joined(written, allowed.shape[1], tokens.device)


def _fill(
    template: _Template, numbers: Sequence[int], mentions: Sequence[Mention], decoupled: bool
) -> None:
    place = 0
    for mention in mentions:
        for number in numbers[place : mention.begin]:
            template.say(number)
        place = mention.begin
        if decoupled and mention.plural:
            continue
        if template.show(mention):
            place = mention.end
        elif decoupled:
            template.say(template.words + len(template.regions.labels))
            place = mention.end
    for number in numbers[place:]:
        template.say(number)


def _joined(written: Sequence[Sequence[_Place]], regions: int, device: torch.device) -> Templates:
    """Templates of captions, filled up to one length."""
    length = max((len(places) for places in written), default=0)
    filled = [[*places, *[_NOTHING] * (length - len(places))] for places in written]
    matches = torch.zeros(len(written), length, regions, dtype=torch.bool, device=device)
    where = [
        (caption, number, region)
        for caption, places in enumerate(written)
        for number, place in enumerate(places)
        for region in place[1]
    ]
    if where:
        matches[tuple(torch.tensor(where, device=device).T)] = True
    tokens, plural, names = (
        torch.tensor([[place[part] for place in places] for places in filled], device=device)
        for part in (0, 2, 3)
    )
    return Templates(tokens, matches, plural, names)
