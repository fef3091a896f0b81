"""What the caption parser sees of a token beside the word itself: its ends and its shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

#: The layout of a model's files, which `tools/parser` writes and `cutline.text.parser` reads.
MODEL_FORMAT = 1

#: Ends of a word that have vectors of their own: its last two, three and four letters, and its
#: first three.
AFFIXES = (-2, -3, -4, 3)

#: Stands for whatever was too rare in training to have a vector.
UNKNOWN = ""

SHAPES = ("lower", "capitalised", "upper", "mixed", "number", "hyphenated", "sign")


def affix_of(word: str, number: int) -> str:
    """One end of a lower-cased word, marked where it is the whole word.

    >>> [affix_of("running", number) for number in range(len(AFFIXES))], affix_of("on", 3)
    (['ng', 'ing', 'ning', 'run'], '^on$')
    """
    length = AFFIXES[number]
    if len(word) <= abs(length):
        return f"^{word}$"
    return word[length:] if length < 0 else word[:length]


def features_of(
    token: str, words: Mapping[str, int], affixes: Sequence[Mapping[str, int]]
) -> tuple[int, ...]:
    """A token as the network sees it: numbers of its word, its ends and its shape.

    What the vocabulary lacks has the number of `UNKNOWN`, 0.
    """
    word = token.lower()
    ends = (known.get(affix_of(word, number), 0) for number, known in enumerate(affixes))
    return words.get(word, 0), *ends, shape_of(token)


def shape_of(token: str) -> int:
    """Which of `SHAPES` a token has.

    >>> [SHAPES[shape_of(token)] for token in ("dog", "Two", "TV", "iPad", "1,000", "t-shirt", ".")]
    ['lower', 'capitalised', 'upper', 'mixed', 'number', 'hyphenated', 'sign']
    """
    if any(character.isdigit() for character in token):
        return 4
    if not any(character.isalpha() for character in token):
        return 6
    if "-" in token:
        return 5
    if token.islower():
        return 0
    if token[0].isupper() and (len(token) == 1 or token[1:].islower()):
        return 1
    return 2 if token.isupper() else 3
