"""A caption, read once for all checks: its words, their places, and its parse."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from cutline.text.parse import Sentence, Token
from cutline.text.parser import caption_parser, missing_parser
from cutline.text.tokenizer import Tokenizer

#: So many characters are read. No caption has more, and a page must answer at once.
MOST_CHARACTERS = 1_000

#: Languages that put no spaces between words, where a word has about two characters.
_WITHOUT_SPACES = frozenset({"ja", "km", "lo", "my", "th", "yue", "zh"})
_CHARACTERS_A_WORD = 2

_HALF_CHARACTERS = re.compile("[\ud800-\udfff]")
#: What the tokenizer writes instead of what was typed.
_REWRITTEN = {
    "``": "\"“”„«»'‘`",
    "''": "\"“”„«»'’",
    "`": "'‘`",
    "-lrb-": "(",
    "-rrb-": ")",
    "-lsb-": "[",
    "-rsb-": "]",
    "-lcb-": "{",
    "-rcb-": "}",
}
_ALONE = Tokenizer(context="none")


@dataclass(frozen=True)
class Word:
    """A word of the parse, and where it stands; the whole text where that is not known."""

    token: Token
    start: int
    end: int

    @property
    def low(self) -> str:
        """In lower case."""
        return self.token.text.lower()


@dataclass(frozen=True)
class Reading:
    """A caption and all that checks compare it with.

    Args:
        typed: the text as it was typed.
        language: a code such as `en` or `pt-BR`.
        least_words: how many words are asked for.
        own: captions that the same person wrote before.
        others: captions of the same image by other people.
        labels: names of objects in the image.
    """

    typed: str
    language: str = "en"
    least_words: int = 8
    own: Sequence[str] = ()
    others: Sequence[str] = ()
    labels: Sequence[str] = ()

    @cached_property
    def text(self) -> str:
        """What is read: no more than a page can answer for, and no half characters."""
        return _HALF_CHARACTERS.sub("\ufffd", self.typed[:MOST_CHARACTERS])

    @property
    def is_english(self) -> bool:
        """Whether checks that are about English words apply."""
        return base_language(self.language) == "en"

    @cached_property
    def has_spaces(self) -> bool:
        """Whether the language has spaces between words."""
        return base_language(self.language) not in _WITHOUT_SPACES

    @property
    def whole(self) -> tuple[int, int]:
        """The place of the whole text."""
        return 0, len(self.typed)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words in lower case, without punctuation, to count and to compare."""
        return words_of(self.text, self.has_spaces)

    @property
    def word_count(self) -> int:
        """How many words it has; in languages without spaces an estimate."""
        if self.has_spaces:
            return len(self.words)
        return -(-len(self.words) // _CHARACTERS_A_WORD)

    @cached_property
    def is_titled(self) -> bool:
        """Whether every longer word has a capital, so that capitals tell nothing."""
        longer = [word for word in self.text.split() if len(word) > 3 and word[0].isalpha()]
        return len(longer) > 1 and all(word[0].isupper() for word in longer)

    @cached_property
    def sentences(self) -> tuple[tuple[Word, ...], ...]:
        """The parse, with places; nothing where there is no parser."""
        if missing_parser() is not None or not self.text.strip():
            return ()
        # A text all in capitals, or with one on every word, would be full of names.
        text = self.text.lower() if self.text.isupper() or self.is_titled else self.text
        places = _Places(self.text)
        (parse,) = caption_parser().parse([text], jobs=1)
        return tuple(_placed(sentence, places) for sentence in parse)


def base_language(language: str) -> str:
    """The language without its region: `pt` of `pt-BR`.

    >>> base_language("pt-BR"), base_language("EN_us")
    ('pt', 'en')
    """
    return re.split("[-_]", language.strip().lower(), maxsplit=1)[0]


@lru_cache(maxsize=1 << 13)
def words_of(text: str, has_spaces: bool = True) -> tuple[str, ...]:
    """The words of a text as scores count them; its letters where no spaces part words.

    >>> words_of("A dog's bone, isn't it?")
    ('a', 'dog', "'s", 'bone', 'is', "n't", 'it')
    """
    text = _HALF_CHARACTERS.sub("\ufffd", text[:MOST_CHARACTERS])
    if not has_spaces:
        return tuple(letter for letter in text.lower() if letter.isalnum())
    (tokenized,) = _ALONE.tokenize([text], jobs=1)
    return tuple(word for word in tokenized.split() if any(map(_is_word_part, word)))


def _is_word_part(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM"


def _placed(sentence: Sentence, places: _Places) -> tuple[Word, ...]:
    return tuple(Word(token, *places.of(token.text)) for token in sentence)


class _Places:
    """Where tokens stand in a text, asked for one after another."""

    def __init__(self, text: str) -> None:
        # As long as before: the small form of "İ" has two characters.
        small = (letter.lower() for letter in text)
        self._text = "".join(
            low if len(low) == 1 else letter for low, letter in zip(small, text, strict=True)
        )
        self._at = 0

    def of(self, token: str) -> tuple[int, int]:
        """The place of the next token; that of the whole text where it was written otherwise."""
        low = token.lower()
        starts = [self._text.find(way, self._at) for way in (*_REWRITTEN.get(low, ()), low)]
        found = [start for start in starts if start >= 0]
        if not found:
            return 0, len(self._text)
        start = min(found)
        self._at = start + (1 if low in _REWRITTEN else len(token))
        return start, self._at
