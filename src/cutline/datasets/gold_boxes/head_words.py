"""The word of a phrase that names its object, and what an entity is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence


def head_place(words: Sequence[str]) -> int | None:
    """The place of a phrase's last word with a letter or digit, or None.

    >>> head_place(["a", "street", "performer", "."])
    2
    """
    for place in range(len(words) - 1, -1, -1):
        if any(map(str.isalnum, words[place])):
            return place
    return None


def head_word(words: Sequence[str]) -> str | None:
    """That word in lower case, without punctuation around it. Singular and plural are two words.

    >>> head_word(["Three", "Dogs,"]), head_word(["the", "dog"])
    ('dogs', 'dog')
    """
    place = head_place(words)
    return None if place is None else stripped(words[place].lower())


def commonest(heads: Iterable[str]) -> str | None:
    """The head word that is there most often, the first of those that are equally frequent.

    >>> commonest(["lady", "woman", "performer", "woman"]), commonest([])
    ('woman', None)
    """
    counts = Counter(heads)
    return max(counts, key=counts.__getitem__) if counts else None


def stripped(word: str) -> str:
    """A word without what stands around it that is neither letter nor digit.

    >>> stripped('"dog\\'s".')
    "dog's"
    """
    if word.isalnum():
        return word
    places = [place for place, character in enumerate(word) if character.isalnum()]
    return word[places[0] : places[-1] + 1] if places else ""
