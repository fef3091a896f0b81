"""Words that may be misspelt, by the package pyspellchecker, which brings its list of words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from cutline.core.errors import MissingPartError
from cutline.text.caption_checks.finding import Finding
from cutline.text.caption_checks.known_words import american_spellings, is_known_word
from cutline.text.caption_checks.reading import Reading, words_of

if TYPE_CHECKING:
    from spellchecker import SpellChecker

_PACKAGE = "pyspellchecker"
#: Parts of words with hyphens, such as "multi-layer", need be no words.
_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w-])")
_FEWEST_LETTERS = 3
_FEWEST_IN_COMPOUND = 4
#: Longer words take long to correct, and are no words.
_MOST_LETTERS = 24
#: Nobody reads more hints than this.
_MOST_HINTS = 5


def missing_spelling() -> str | None:
    """Why spelling cannot be checked here, with the command that helps; None where it can."""
    if find_spec("spellchecker") is None:
        # The environment that runs now, which need not be the one whose pip the shell finds.
        command = f"{sys.executable or 'python'} -m pip install {_PACKAGE}"
        return f"checking the spelling needs {_PACKAGE}; get it with: {command}"
    return None


def spelling(reading: Reading) -> Iterator[Finding]:
    """Words in small letters that no list has, with what may be meant."""
    labels = {word for label in reading.labels for word in words_of(label)}
    told: set[str] = set()
    for place, found in enumerate(_WORD.finditer(reading.text)):
        word = found[0].lower()
        if place > 0 and found[0] != word:
            continue  # a name, or a sign's words
        if word in told or word in labels or not may_be_misspelt(word):
            continue
        told.add(word)
        meant = suggestion(word)
        message = f'Is "{found[0]}" spelt right?' + (f' Perhaps "{meant}".' if meant else "")
        yield Finding("spelling", "hint", message, *found.span())
        if len(told) == _MOST_HINTS:
            return


@lru_cache(maxsize=1 << 14)
def may_be_misspelt(word: str) -> bool:
    """Whether no list has a word in lower case, nor in its American spelling."""
    plain = re.sub("['’]s?$", "", word)
    if not _FEWEST_LETTERS <= len(plain) <= _MOST_LETTERS or not plain.isascii():
        return False
    checker = _checker()
    forms = [word.replace("’", "'"), plain, *american_spellings(plain)]
    if any(form in checker or is_known_word(form) for form in forms):
        return False
    return not _is_compound(plain, checker)


def _is_compound(word: str, checker: SpellChecker) -> bool:
    """Whether a word is two known ones in one: "trainyard"."""
    cuts = range(_FEWEST_IN_COMPOUND, len(word) - _FEWEST_IN_COMPOUND + 1)
    return any(word[:cut] in checker and word[cut:] in checker for cut in cuts)


@lru_cache(maxsize=1 << 12)
def suggestion(word: str) -> str | None:
    """The most usual word that is one letter away, if there is one."""
    found = _checker().correction(word)
    return found if found and found != word else None


@cache
def _checker() -> SpellChecker:
    try:
        from spellchecker import SpellChecker
    except ImportError:
        raise MissingPartError(missing_spelling() or f"{_PACKAGE} cannot be loaded") from None
    # Words that are two letters away take a tenth of a second to find, and are rarely meant.
    return SpellChecker(language="en", distance=1)
