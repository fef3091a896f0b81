"""What people say of a scene: a small grammar in which they differ.

Nobody says all there is to see. Each caption begins with a thing, larger ones and animals first
more often; says of its colour, size and deed what the rates tell; names others or not, and the
place or not; and chooses among words and orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from cutline.datasets.world.chance import Chance
from cutline.datasets.world.settings import WorldSettings
from cutline.datasets.world.types import SceneObject
from cutline.datasets.world.words import DEEDS, PLACES, SIZES

Item = TypeVar("Item")

#: How often a thing or a deed is called by its first word.
_FIRST_WORD = 0.7

_BESIDE = ("next to", "beside", "near")

#: What stands out is named first: how much more so if it is big, or an animal.
_STANDS_OUT = {"small": 0.6, "medium": 1.0, "big": 1.8}
_ANIMAL_STANDS_OUT = 2.0


def say(chance: Chance, place: str, objects: Sequence[SceneObject], settings: WorldSettings) -> str:
    """A caption of a scene.

    >>> dog = SceneObject("dog", "black", "big", "run", (0, 0, 9, 9))
    >>> say(Chance("example", 6), "park", [dog], WorldSettings())
    'A big puppy in the park.'
    """
    first, *others = chance.order(objects, [_weight(item) for item in objects])
    named = [item for item in others if chance.happens(settings.other_rate)]
    where = chance.pick(PLACES[place].phrases) if chance.happens(settings.place_rate) else ""
    if named and chance.happens(0.25):
        listed = [_phrase(chance, item, settings) for item in (first, *named)]
        text = _listed(listed)
        text = f"{text} {where}".strip()
    else:
        text = _sentence(chance, first, named, where, settings)
    return text[0].upper() + text[1:] + "."


def _weight(item: SceneObject) -> float:
    return _STANDS_OUT[item.size] * (_ANIMAL_STANDS_OUT if item.thing.acts else 1.0)


def _sentence(
    chance: Chance,
    first: SceneObject,
    others: Sequence[SceneObject],
    where: str,
    settings: WorldSettings,
) -> str:
    """The first thing, what it does, beside what, and where."""
    parts = [_phrase(chance, first, settings)]
    if first.deed and chance.happens(settings.deed_rate):
        parts.append(_doing(chance, first))
    if others:
        beside = chance.pick(_BESIDE)
        parts.append(f"{beside} {_listed([_phrase(chance, one, settings) for one in others])}")
    if where:
        parts.append(where)
    return " ".join(parts)


def _doing(chance: Chance, item: SceneObject) -> str:
    progressive, present = _worded(chance, DEEDS[item.deed].forms)
    return chance.pick((progressive, f"is {progressive}", present), (0.5, 0.3, 0.2))


def _phrase(chance: Chance, item: SceneObject, settings: WorldSettings) -> str:
    """A thing with an article, and perhaps with its size and colour."""
    words = []
    if SIZES[item.size] and chance.happens(settings.size_rate):
        words.append(_worded(chance, SIZES[item.size]))
    says_colour, worn = chance.happens(settings.colour_rate), item.thing.wears
    if says_colour and not worn:
        words.append(item.colour)
    words.append(_worded(chance, item.thing.names))
    if says_colour and worn:
        words.append(f"in a {item.colour} {worn}")
    article = "an" if words[0][0] in "aeiou" else "a"
    return " ".join((article, *words))


def _worded(chance: Chance, words: Sequence[Item]) -> Item:
    """The usual word, or another that says the same."""
    if len(words) == 1 or chance.happens(_FIRST_WORD):
        return words[0]
    return chance.pick(words[1:])


def _listed(phrases: Sequence[str]) -> str:
    *most, last = phrases
    return f"{' and '.join(most)} and {last}" if most else last
