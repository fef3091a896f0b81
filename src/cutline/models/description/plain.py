"""Selected boxes as a sentence that is true of them: articles, counts, and where things are."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.datasets.gold_boxes.types import Box, BoxedImage
from cutline.models.description.spatial import Extent, preposition
from cutline.text.box_markup import MarkedText
from cutline.text.number_forms import is_plural, plural_of

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_VOWELS = tuple("aeiou")
#: Begin with a vowel's letter and not with its sound.
_CONSONANT_SOUNDS = ("uni", "use", "euro", "one")


def plain(image: BoxedImage, selected: Sequence[Box], seed: int = 1) -> MarkedText:
    """A sentence about the first box and where it is among the others.

    Boxes of one label are named together and counted. Every preposition is true of the first
    things and those that follow it. Nothing is random: the seed is there for all styles alike.

    >>> dogs = Box("0", "dog", 0, 0, 5, 5), Box("2", "dog", 0, 6, 4, 4)
    >>> oak = Box("1", "oak", 6, 0, 3, 9)
    >>> plain(BoxedImage(7, (*dogs, oak), (), 10, 10), (dogs[0], oak, dogs[1])).plain
    'Two dogs to the left of an oak .'
    """
    groups: dict[str, list[Box]] = {}
    for box in selected:
        groups.setdefault(box.label, []).append(box)
    if not groups:
        return MarkedText((), ())
    (first, *others) = groups.values()
    words, boxes = _named(first)
    words[0] = words[0].capitalize()
    for place, other in enumerate(others):
        links = [
            *(["and"] if place else []),
            *preposition(Extent.of(first), Extent.of(other)).split(),
        ]
        named, pointing = _named(other)
        words += [*links, *named]
        boxes += [*([()] * len(links)), *pointing]
    return MarkedText((*words, "."), (*boxes, ()))


def _named(boxes: Sequence[Box]) -> tuple[list[str], list[tuple[str, ...]]]:
    label = boxes[0].label.split()
    pointing = tuple(box.id for box in boxes)
    if is_plural(label[-1]):
        start, noun = "some", label  # a box of several things: how many is not known
    elif len(boxes) == 1:
        start, noun = _article(label[0]), label
    else:
        count = len(boxes) - 2
        start = _NUMBERS[count] if count < len(_NUMBERS) else str(len(boxes))
        noun = [*label[:-1], plural_of(label[-1])]
    return [start, *noun], [(), *([pointing] * len(noun))]


def _article(word: str) -> str:
    lower = word.lower()
    return "an" if lower.startswith(_VOWELS) and not lower.startswith(_CONSONANT_SOUNDS) else "a"
