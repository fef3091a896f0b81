"""Images that nobody ever saw: a small grammar says what is on them, and systems repeat it."""

from __future__ import annotations

import random
from dataclasses import dataclass

NOUNS = ("dog", "cat", "horse", "boat", "kite", "clock", "bus", "bicycle", "man", "woman")
SAME = {
    "boat": "ship",
    "bicycle": "bike",
    "woman": "lady",
    "man": "guy",
    "small": "little",
    "big": "large",
}
LOOKS = ("red", "small", "brown", "big", "wooden", "old", "striped")
DOINGS = ("waits", "stands", "rests", "moves", "shines")
WHERE = ("on a beach", "near a house", "in a field", "under a bridge", "beside a lake")
MORE = ("", "", " at night", " with two birds above it", " while the sun sets behind a hill")

#: Captions that a page must show as they are, by the place of their image.
AWKWARD = {
    1: "<script>alert('a dog')</script> & \"a cat\" on <b>a beach</b>",
    2: "a small 🐕‍🦺 dog rests near a house 🏠",
    3: "كلب بني يقف على الشاطئ near a house",
    4: "a " + "very" * 60 + "long dog waits in a field",
    5: "",
    6: "{{a}} ${dog} <!-- rests --> `under` a \\u003cbridge\\u003e",
}


@dataclass(frozen=True)
class Invented:
    """References and three runs by image id, and the objects on each image."""

    references: dict[int, list[str]]
    runs: dict[str, dict[int, str]]
    objects: dict[int, list[str]]


def invented(images: int, awkward: bool = False) -> Invented:
    """The same captions whenever so many are asked for."""
    chance = random.Random(5)
    references: dict[int, list[str]] = {}
    objects: dict[int, list[str]] = {}
    runs: dict[str, dict[int, str]] = {"steady": {}, "hasty": {}, "parrot": {}}
    for place in range(images):
        image_id = 4001 + place
        parts = [chance.choice(words) for words in (LOOKS, NOUNS, DOINGS, WHERE, MORE)]
        said = [_sentence(chance, *parts) for _ in range(6)]
        references[image_id] = [f"{text.capitalize()}." for text in said[:5]]
        objects[image_id] = [parts[1]]
        runs["steady"][image_id] = said[5]
        runs["hasty"][image_id] = f"a {parts[1] if chance.random() < 0.6 else 'thing'}"
        runs["parrot"][image_id] = f"a man stands {WHERE[place % len(WHERE)]}"
        if awkward and place in AWKWARD:
            runs["steady"][image_id] = AWKWARD[place]
            if AWKWARD[place]:
                references[image_id][0] = AWKWARD[place]
    return Invented(references, runs, objects)


def _sentence(
    chance: random.Random, look: str, noun: str, doing: str, where: str, more: str
) -> str:
    def often(word: str) -> str:
        return SAME.get(word, word) if chance.random() < 0.3 else word

    shown = f"{often(look)} {often(noun)}" if chance.random() < 0.8 else often(noun)
    article = "an" if shown[0] in "aeiou" else chance.choice(("a", "the"))
    return f"{article} {shown} {doing} {where}{more if chance.random() < 0.5 else ''}"
