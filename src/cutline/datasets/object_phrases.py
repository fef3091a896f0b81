"""Words in a row that name objects, with their plurals, as a tokenizer cuts them."""

from __future__ import annotations

from collections.abc import Mapping

from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.text.number_forms import number_forms
from cutline.text.tokenizer import Tokenizer

#: The animals and vehicles before which CHAIR takes "baby", "adult" and "passenger" for no person.
_ANIMALS = "bird cat dog horse sheep cow elephant bear zebra giraffe animal cub"
_QUALIFIED = {"baby": _ANIMALS, "adult": _ANIMALS, "passenger": "jet train"}
#: Two words that CHAIR takes for the second, or the first, of them.
_TAKEN_FOR = {"bow tie": "tie", "toilet seat": "toilet"}

Phrase = tuple[str, ...]


def object_phrases(synonyms: ObjectSynonyms, tokenizer: Tokenizer) -> dict[Phrase, str | None]:
    """The label of every phrase, its other forms included unless these are given too.

    The label is None for phrases that name no object.

    >>> pets = ObjectSynonyms("pets", {"dog": "dog", "hot dog": None})
    >>> phrases = object_phrases(pets, Tokenizer("none", "none"))
    >>> phrases[("dogs",)], phrases[("hot", "dogs")], phrases[("baby", "dog")]
    ('dog', None, 'dog')
    """
    label_of = _with_qualified(synonyms.label_of)
    cut = tokenizer.alone().tokenize(list(label_of))
    phrases: dict[Phrase, str | None] = {}
    for tokens, label in zip(cut, label_of.values(), strict=True):
        # Tokens without a letter or digit are punctuation.
        if words := tuple(word for word in tokens.split(" ") if any(map(str.isalnum, word))):
            phrases[words] = label
    for phrase, label in list(phrases.items()):
        for form in sorted(number_forms(phrase[-1])):
            phrases.setdefault((*phrase[:-1], form), label)
    return phrases


def _with_qualified(label_of: Mapping[str, str | None]) -> dict[str, str | None]:
    taken_for = _TAKEN_FOR | {
        f"{qualifier} {noun}": noun
        for qualifier, nouns in _QUALIFIED.items()
        for noun in nouns.split()
    }
    qualified = {phrase: label_of.get(word) for phrase, word in taken_for.items()}
    return {**qualified, **label_of}
