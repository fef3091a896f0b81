"""Singulars and plurals of English nouns."""

from __future__ import annotations

_IRREGULAR = {
    "person": "people",
    "child": "children",
    "man": "men",
    "mouse": "mice",
    "goose": "geese",
    "foot": "feet",
    "tooth": "teeth",
    "ox": "oxen",
    "knife": "knives",
    "wife": "wives",
    "calf": "calves",
    "wolf": "wolves",
    "loaf": "loaves",
    "leaf": "leaves",
    "shelf": "shelves",
    "thief": "thieves",
    "scarf": "scarves",
}
_REGULAR = frozenset({"human", "german", "roman", "caiman", "mongoose"})
_UNCHANGED = frozenset({"sheep", "fish", "deer", "moose", "bison", "aircraft"})
#: Of nouns in the singular that end in s.
_SINGULAR_ENDS = ("ss", "us", "is", "gas", "lens")
_HISSES = ("s", "x", "z", "ch", "sh")


def number_forms(word: str) -> set[str]:
    """Other forms that a noun may have in the singular and the plural.

    Some of them are no English words. That does no harm where they are only looked up: no caption
    has them.

    >>> sorted(number_forms("knife")), sorted(number_forms("bus"))
    (['knifes', 'knives'], ['bu', 'buses', 'busses'])
    >>> sorted(number_forms("puppy")), sorted(number_forms("books"))
    (['puppies'], ['book', 'bookses', 'booksses'])
    """
    return (_irregular(word) | _plurals(word) | _singulars(word)) - {word, ""}


def plurals_of(noun: str) -> frozenset[str]:
    """All plurals that people write, mistaken ones too.

    >>> sorted(plurals_of("bus")), sorted(plurals_of("lady")), sorted(plurals_of("man"))
    (['buses', 'buss', 'busses'], ['ladies', 'ladys'], ['mans', 'men'])
    """
    return frozenset({plural_of(noun), noun + "s"} | _irregular(noun) | _plurals(noun))


def plural_of(noun: str) -> str:
    """The plural to write; a noun that is one already stays.

    >>> [plural_of(noun) for noun in ("dog", "bus", "woman", "puppy", "people", "boots", "sheep")]
    ['dogs', 'buses', 'women', 'puppies', 'people', 'boots', 'sheep']
    """
    irregular = _irregular(noun)
    if irregular:
        return min(irregular)
    if noun in _UNCHANGED or any(noun.endswith(plural) for plural in _IRREGULAR.values()):
        return noun
    if noun.endswith("s") and not noun.endswith(_SINGULAR_ENDS):
        return noun
    return min(_plurals(noun), key=len) if not noun.endswith("o") else noun + "s"


def singular_of(noun: str) -> str:
    """The singular of a noun as far as its form tells; one in the singular stays.

    >>> [singular_of(noun) for noun in ("dogs", "buses", "women", "puppies", "bus", "knives")]
    ['dog', 'bus', 'woman', 'puppy', 'bus', 'knife']
    >>> [singular_of(noun) for noun in ("people", "glasses", "shoes", "tennis", "sheep", "ski")]
    ['people', 'glass', 'shoe', 'tennis', 'sheep', 'ski']
    """
    if noun == "people" or not is_plural(noun):
        return noun
    for singular, plural in _IRREGULAR.items():
        if noun.endswith(plural):
            return noun.removesuffix(plural) + singular
    # Of several that have this plural the longest: "glasse" is no word, but "shoe" is.
    candidates = [word for word in _singulars(noun) if plural_of(word) == noun]
    hissing = [word for word in candidates if word.endswith((*_HISSES, "y"))]
    return max(hissing or candidates, key=len, default=noun)


def is_plural(noun: str) -> bool:
    """Whether a noun is in the plural, as far as its form tells.

    >>> is_plural("people"), is_plural("boots"), is_plural("bus"), is_plural("sheep")
    (True, True, False, False)
    """
    return noun not in _UNCHANGED and plural_of(noun) == noun


def _irregular(word: str) -> set[str]:
    # As endings too: grandchildren, policemen. A box is no kind of ox, and a human no kind of man.
    if word in _REGULAR or (word.endswith("ox") and word != "ox"):
        return set()
    return {
        word.removesuffix(singular) + plural
        for singular, plural in _IRREGULAR.items()
        if word.endswith(singular)
    }


def _plurals(word: str) -> set[str]:
    if word.endswith(_HISSES):
        return {word + "es", word + "ses"} if word.endswith("s") else {word + "es"}
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "o", "u", ""):
        return {word[:-1] + "ies"}
    return {word + "s", word + "es"} if word.endswith("o") else {word + "s"}


def _singulars(word: str) -> set[str]:
    if not word.endswith("s") or word.endswith("ss"):
        return set()
    singulars = {word[:-1]}
    if word.endswith("es") and word[:-2].endswith(_HISSES):
        singulars.add(word[:-2])
    if word.endswith("ies"):
        singulars.add(word[:-3] + "y")
    return singulars
