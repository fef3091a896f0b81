"""Labels of objects as nouns: what a detector calls `Dining_Tables` is a dining table."""

from __future__ import annotations

from cutline.text.number_forms import singular_of

_ENDS_IN_S_LIST = """
    binoculars canvas christmas clothes electronics eyeglasses goggles goods jeans leggings news
    overalls pajamas pants pliers pyjamas rhinoceros scissors series shears shorts slacks species
    sunglasses tights tongs trousers tweezers
"""
#: Nouns that end in s and have no other form for one of them.
ENDS_IN_S = frozenset(_ENDS_IN_S_LIST.split())

#: Plurals that look like singulars, as those of "basis" do.
_SINGULARS = {f"{noun}s": noun for noun in ("bikini", "kiwi", "panini", "ski", "taxi", "zucchini")}

#: Nouns whose plural ends in i. Lemmatizers make one of any word in i: "graffitus", "tsunamus".
_ENDS_IN_US = frozenset({"alumnus", "cactus", "fungus", "hippopotamus", "nucleus", "octopus"})


def label_noun(label: str) -> str:
    """A label in lower case, with single spaces, and in the singular.

    >>> [label_noun(label) for label in (" Dining_Tables", "Wine glass", "people", "potted-plant")]
    ['dining table', 'wine glass', 'people', 'potted plant']
    """
    words = label.replace("_", " ").replace("-", " ").lower().split()
    return " ".join([*words[:-1], object_singular(words[-1])]) if words else ""


def object_singular(word: str, lemma: str | None = None) -> str:
    """The singular of a word in lower case, the same for labels and for the nouns of captions.

    Args:
        word: as it stands in a label or a caption.
        lemma: what a parser says its singular is; some parsers leave rare plurals as they are.

    >>> [object_singular(word) for word in ("bowls", "skis", "scissors")]
    ['bowl', 'ski', 'scissors']
    >>> object_singular("cacti", "cactus"), object_singular("graffiti", "graffitus")
    ('cactus', 'graffiti')
    """
    if word in ENDS_IN_S:
        return word
    if lemma and word.endswith("i") and lemma.endswith("us") and lemma not in _ENDS_IN_US:
        return word
    return _SINGULARS.get(word) or singular_of(lemma or word)
