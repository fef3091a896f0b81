"""Words that tell which nouns of captions name objects, and of how many they speak."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.text.number_forms import is_plural
from cutline.text.object_labels import object_singular
from cutline.text.parse import Sentence

_UNKNOWN_AMOUNTS = """
    array assortment bunch bundle cluster collection crowd flock group herd hundred line lot lots
    mass number pack pile row selection series set several stack team thousand ton tons variety
"""
#: One of what follows, whatever more there is: "a slice of pizza".
_PARTS = "bit kind part piece portion slice sort type"

#: Nouns that say how many of what follows "of", and how many that is; 0 where nobody knows.
QUANTITIES = {
    **dict.fromkeys(_UNKNOWN_AMOUNTS.split(), 0),
    **dict.fromkeys(_PARTS.split(), 1),
    "couple": 2,
    "pair": 2,
    "trio": 3,
    "dozen": 12,
}

_ONE_PAIR_LIST = """
    binoculars boxers breeches briefs earphones eyeglasses forceps goggles headphones jeans khakis
    knickers leggings overalls pajamas pants pliers pyjamas scissors shears shorts slacks spectacles
    sunglasses sweatpants tights tongs trousers tweezers underpants
"""
#: Nouns of which a pair is one thing. Of shoes it is two.
_ONE_PAIR = frozenset(_ONE_PAIR_LIST.split())
#: What "glasses" are for that are not worn: a pair of them is two.
_DRINKS = "beer champagne cocktail drinking juice margarita martini pint shot water whiskey wine"
_FOR_DRINKS = frozenset(_DRINKS.split())

_LESS_THAN_OBJECTS = """
    afternoon air anything area back background bottom center centre close close-up closeup corner
    day direction distance edge end evening everything foreground front half image inside left
    midair middle morning night nothing other outside photo photograph picture place position right
    scene shot side something thing time top view way while
"""
#: Nouns that say where or when something is, or that there is a picture, and name nothing in it.
LESS_THAN_OBJECTS = frozenset(_LESS_THAN_OBJECTS.split())

_OBJECTS_IN_ING_LIST = """
    awning building ceiling clothing covering crossing drawing dressing dwelling earring engraving
    fencing filling flooring frosting herring icing keyring king landing lettering lighting
    lightning lining offering opening painting paving plumbing pudding railing ring roofing
    seasoning shaving sibling siding sling spring string stuffing swing topping trimming wing
    wiring writing
"""
#: Nouns in -ing that name something. Others are actions, or verbs that the tagger took for nouns:
#: "a young boy standing on grass".
_OBJECTS_IN_ING = frozenset(_OBJECTS_IN_ING_LIST.split())

_FIXED = """
    baking sheet, baseball bat, baseball glove, boxing glove, cell phone, cellular phone,
    coffee table, cutting board, dining area, dining room, dining table, double decker bus,
    double-decker bus, electric guitar, ferris wheel, fire hydrant, fishing rod, flying disc,
    french fry, frying pan, hair drier, hair dryer, hot dog, living room, mobile home, mobile phone,
    parking garage, parking lot, parking meter, potted plant, remote control, rolling pin,
    sewing machine, shopping bag, shopping cart, sleeping bag, sports ball, stop sign,
    stuffed animal, stuffed bear, swimming pool, teddy bear, tennis racket, tennis racquet,
    traffic light, training wheel, vending machine, washing machine, wine glass
"""
#: Words that are one noun, though a tagger may not see it; of the last the singular.
_FIXED_PHRASES = frozenset(tuple(phrase.split()) for phrase in _FIXED.split(","))
_FIRST_WORDS = frozenset(phrase[0] for phrase in _FIXED_PHRASES)
_LONGEST = max(map(len, _FIXED_PHRASES))

#: Nouns that are adjectives as well, and tagged as such where they stand alone.
_ADJECTIVES_TOO = frozenset({"remote"})
#: Tags of what stands before a noun and its adjectives: articles, numbers, other nouns, "his".
_BEFORE_NOUNS = frozenset({"DT", "CD", "NN", "NNP", "NNS", "POS", "PRP$"})

_NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS.split(), start=1)}
#: Tagged as a noun, though "a dozen eggs" are eggs.
_NUMBERS["dozen"] = 12


def fixed_size(words: Sequence[str]) -> int:
    """How many words at the beginning are one noun: 2 for "hot dogs on a grill", else 1.

    >>> fixed_size(["hot", "dogs", "on"]), fixed_size(["big", "dogs", "on"])
    (2, 1)
    """
    if words[0] not in _FIRST_WORDS:
        return 1
    for size in range(min(_LONGEST, len(words)), 1, -1):
        if (*words[: size - 1], object_singular(words[size - 1])) in _FIXED_PHRASES:
            return size
    return 1


def is_one_pair(words: Sequence[str]) -> bool:
    """Whether a pair of something is one thing, by all words of the noun in lower case.

    >>> is_one_pair(["scissors"]), is_one_pair(["shoes"])
    (True, False)
    >>> is_one_pair(["reading", "glasses"]), is_one_pair(["wine", "glasses"])
    (True, False)
    """
    if words[-1] == "glasses":
        return _FOR_DRINKS.isdisjoint(words)
    return words[-1] in _ONE_PAIR


def is_object_word(sentence: Sentence, place: int) -> bool:
    """Whether a word of a sentence is a noun that may name something to be seen."""
    token = sentence[place]
    if not token.tag.startswith("NN"):
        return _is_noun_by_its_place(sentence, place)
    # Brackets and signs are tagged as nouns where a tagger knows no better.
    if not token.text[:1].isalnum():
        return False
    lemma = token.lemma.lower()
    if lemma == "dozen" and _counts_what_follows(sentence, place):
        return False
    return not lemma.endswith("ing") or lemma in _OBJECTS_IN_ING


def _counts_what_follows(sentence: Sentence, place: int) -> bool:
    """Whether a noun such as "dozen" is a number, with what it counts after its adjectives."""
    after = place + 1
    while after < len(sentence) and sentence[after].tag in ("JJ", "CC", "VBD", "VBN"):
        after += 1
    if after == len(sentence):
        return False
    # Their plurals are taken for verbs now and then.
    return sentence[after].tag.startswith("NN") or (
        sentence[after].tag == "VBZ" and is_plural(sentence[after].text.lower())
    )


def _is_noun_by_its_place(sentence: Sentence, place: int) -> bool:
    """Whether a word is a noun that a tagger took for a verb or an adjective.

    So are the bears of "two bears on a rock", and a remote with nothing that it could qualify.
    """
    token, word = sentence[place], sentence[place].text.lower()
    if token.tag == "VBZ" and place > 0:
        return (number_named(sentence[place - 1].text) or 0) > 1 and is_plural(word)
    if word not in _ADJECTIVES_TOO or token.tag != "JJ" or token.relation == "amod":
        return False
    before = place - 1
    while before >= 0 and sentence[before].tag == "JJ":
        before -= 1
    return before < 0 or sentence[before].tag in _BEFORE_NOUNS


def number_named(word: str) -> int | None:
    """The number that a word is, or None.

    >>> number_named("Three"), number_named("4"), number_named("many")
    (3, 4, None)
    """
    if word.isascii() and word.isdigit() and len(word) < 4:
        return int(word)
    return _NUMBERS.get(word.lower())
