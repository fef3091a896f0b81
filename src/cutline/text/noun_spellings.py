"""How a noun may be spelled in a word list: in the singular, as one word or as several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from cutline.text.number_forms import number_forms, singular_of

_GAP = re.compile(r"[\s_-]+")
#: Between two words of a noun, in the order in which they are tried: wine_glass, x-ray, wineglass.
_JOINTS = ("_", "-", "")
#: More words than these are joined in one way throughout.
_MIXED = 3
#: A shorter piece of a word is no word.
_SHORTEST = 2


def words_of(noun: str) -> tuple[str, ...]:
    """The words of a noun, in lower case.

    >>> words_of("Wine Glass"), words_of("merry-go-round"), words_of("fire_hydrant")
    (('wine', 'glass'), ('merry', 'go', 'round'), ('fire', 'hydrant'))
    """
    return tuple(word for word in _GAP.split(noun.lower()) if word)


def singulars(words: Sequence[str]) -> list[tuple[str, ...]]:
    """The words with the last one in the singular, the likeliest first; none where it is in it.

    >>> singulars(["wine", "glasses"])[0], singulars(["people"]), singulars(["dog"])
    (('wine', 'glass'), [('person',)], [])
    """
    *before, last = words
    if last.endswith("people"):
        # Where WordNet has it, it is a group, which is no kind of person.
        found = [last.removesuffix("people") + "person"]
    else:
        shorter = [form for form in number_forms(last) if len(form) < len(last)]
        found = [singular_of(last), *sorted(shorter, key=lambda form: (-len(form), form))]
    return [(*before, form) for form in dict.fromkeys(found) if form != last]


def spellings(words: Sequence[str]) -> Iterator[str]:
    """The words joined by underscores, as word lists have them, and in other ways.

    >>> list(spellings(["wine", "glass"])), list(spellings(["sofa"]))
    (['wine_glass', 'wine-glass', 'wineglass'], ['sofa'])
    """
    gaps = len(words) - 1
    if gaps >= _MIXED:
        ways = [(joint,) * gaps for joint in _JOINTS]
    else:
        ways = list(product(_JOINTS, repeat=gaps))
    for joints in ways:
        yield "".join(f"{joint}{word}" for joint, word in zip(("", *joints), words, strict=True))


def taken_apart(words: Sequence[str]) -> Iterator[str]:
    """A noun that is written as one word, as two.

    >>> list(taken_apart(["teapot"]))
    ['te_apot', 'tea_pot', 'teap_ot']
    """
    if len(words) == 1:
        word = words[0]
        for place in range(_SHORTEST, len(word) - _SHORTEST + 1):
            yield f"{word[:place]}_{word[place:]}"
