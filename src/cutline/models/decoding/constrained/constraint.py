"""What a caption has to mention: a thing, with every phrase that mentions it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cutline.core.errors import UsageError
from cutline.text.number_forms import plural_of
from cutline.text.object_labels import object_singular
from cutline.text.tokenizer import Tokenizer

#: Words in a row.
Phrase = tuple[str, ...]


@dataclass(frozen=True)
class Constraint:
    """A thing that a caption has to mention.

    Args:
        name: what it is called.
        phrases: words in a row, any of which mentions it. They are spelt as tokens of captions.
    """

    name: str
    phrases: tuple[Phrase, ...]

    def __post_init__(self) -> None:
        if not self.phrases or not all(self.phrases):
            raise UsageError(f"nothing to say for the constraint {self.name!r}: expected words")


def mention(name: str, others: Iterable[str] = ()) -> Constraint:
    """The constraint to mention something, in the singular or the plural.

    Args:
        name: what it is called, as captions call it.
        others: more names that mention it just as well.

    >>> [" ".join(phrase) for phrase in mention("Bus", ["coach"]).phrases]
    ['bus', 'buses', 'coach', 'coaches']
    >>> [" ".join(phrase) for phrase in mention("french fries").phrases]
    ['french fries', 'french fry']
    """
    phrases: dict[Phrase, None] = {}
    for words in _tokens([name, *others]):
        phrases.update(dict.fromkeys(_forms(words)))
    return Constraint(name, tuple(phrases))


def _forms(words: Phrase) -> list[Phrase]:
    """The phrase as it is, then in the singular and the plural."""
    if not words:
        return []
    singular = object_singular(words[-1])
    forms = dict.fromkeys((words[-1], singular, plural_of(singular)))
    return [(*words[:-1], form) for form in forms]


def _tokens(texts: Sequence[str]) -> list[Phrase]:
    return [tuple(text.split()) for text in Tokenizer().alone().tokenize(texts)]


def words_of(constraints: Iterable[Constraint]) -> tuple[str, ...]:
    """Every word of every phrase, for a vocabulary that can say them all.

    >>> words_of([mention("bus"), mention("hot dog")])
    ('bus', 'buses', 'dog', 'dogs', 'hot')
    """
    return tuple(
        sorted({word for item in constraints for phrase in item.phrases for word in phrase})
    )


def mentions(words: Sequence[str], constraint: Constraint, beside: Iterable[Constraint]) -> bool:
    """Whether words mention a thing, somewhere with a phrase of its own.

    Of phrases that end at one word only the longest counts: where a hot dog is wanted beside a dog,
    "a hot dog" mentions no dog.

    Args:
        words: a caption's tokens.
        constraint: the thing.
        beside: the other things that the caption is to mention.
    """
    own = set(constraint.phrases)
    known = own.union(*(other.phrases for other in beside))
    for end in range(1, len(words) + 1):
        ending = [
            phrase for phrase in known if tuple(words[max(0, end - len(phrase)) : end]) == phrase
        ]
        if ending and max(ending, key=len) in own:
            return True
    return False
