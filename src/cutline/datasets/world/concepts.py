"""The words of the world as a file of concepts, for pair recall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cutline.datasets.world.settings import HeldOut
from cutline.datasets.world.words import COLOURS, DEEDS, SIZES, THINGS


def concepts_text(pairs: Iterable[HeldOut]) -> str:
    """A file of concepts: all words of the world, and the pairs that are held out.

    >>> print(concepts_text([HeldOut("black", "cat")])[-22:], end="")
    <BLANKLINE>
    [pairs, 1]
    black cat
    """
    return "\n".join(_lines(pairs)) + "\n"


def _lines(pairs: Iterable[HeldOut]) -> Iterator[str]:
    yield "# The words of a scene world."
    yield "\n[adjectives, colour]"
    yield from COLOURS
    yield "\n[adjectives, size]"
    yield from (_line(size, words) for size, words in SIZES.items() if words)
    for heading, acts in (("animate", True), ("inanimate", False)):
        yield f"\n[nouns, {heading}]"
        yield from (_line(t.label, t.words) for t in THINGS.values() if t.acts is acts)
    yield "\n[verbs, intransitive]"
    yield from (_line(deed.label, deed.lemmas) for deed in DEEDS.values())
    named = [str(pair) for pair in pairs]
    if named:
        yield "\n[pairs, 1]"
        yield from named


def _line(name: str, words: Iterable[str]) -> str:
    others = [word for word in words if word != name]
    return f"{name}: {', '.join(others)}" if others else name
