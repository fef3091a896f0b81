"""Texts that are hardly meant: no letters, repeated or mashed keys, capitals throughout."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cutline.text.caption_checks.finding import Finding
from cutline.text.caption_checks.known_words import is_known_word
from cutline.text.caption_checks.reading import Reading

_REPEATED_CHARACTER = re.compile(r"([^\W\d_])\1{3,}|([^\w\s.])\2{3,}|\.{6,}")
_REPEATED_WORD = re.compile(r"\b(\w+)(?:\W+\1\b){2,}", re.IGNORECASE)
_LATIN_WORD = re.compile(r"[a-zA-Z]{4,}")

_TOP_ROW, _OTHER_ROWS = "qwertyuiop", ("asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")
_MOST_CONSONANTS = 5

_LAST_WORDS_LIST = "a an the and or but of with"
#: Words after which something has to come.
_NEVER_LAST = frozenset(_LAST_WORDS_LIST.split())


def no_letters(reading: Reading) -> Iterator[Finding]:
    """Signs and figures alone."""
    text = reading.text
    if text.strip() and not any(character.isalpha() for character in text):
        message = "Please describe the image in words."
        yield Finding("no-letters", "problem", message, *reading.whole)


def repeated(reading: Reading) -> Iterator[Finding]:
    """One character, or one word, again and again."""
    for found in _REPEATED_CHARACTER.finditer(reading.text):
        message = f'"{found[0][:12]}" repeats one character. Is this what you meant?'
        yield Finding("repeated", "warning", message, *found.span())
    for found in _REPEATED_WORD.finditer(reading.text):
        message = f'"{found[1][:20]}" stands here several times in a row.'
        yield Finding("repeated", "problem", message, *found.span())


def capitals(reading: Reading) -> Iterator[Finding]:
    """Capitals throughout, or on every word."""
    letters = [character for character in reading.text if character.isalpha()]
    if len(letters) > 5 and reading.text.isupper():
        message = "Please write without capital letters throughout."
        yield Finding("capitals", "warning", message, *reading.whole)
    elif reading.is_english and reading.is_titled:
        message = "Only the first word needs a capital letter."
        yield Finding("capitals", "hint", message, *reading.whole)


def mashed_keys(reading: Reading) -> Iterator[Finding]:
    """Words that are runs of neighbouring keys, or have hardly a vowel."""
    for found in _LATIN_WORD.finditer(reading.text):
        word = found[0].lower()
        is_likely = _is_run_of_keys(word) or (reading.is_english and _is_hard_to_say(word))
        if is_likely and not found[0].isupper() and not is_known_word(word):
            message = f'"{found[0][:20]}" does not look like a word.'
            yield Finding("mashed-keys", "problem", message, *found.span())


def unfinished(reading: Reading) -> Iterator[Finding]:
    """A last word after which something has to come."""
    last = re.search(r"([a-zA-Z]+)\W*$", reading.text)
    if last and last[1].lower() in _NEVER_LAST and reading.word_count >= reading.least_words:
        message = f'It ends with "{last[1]}". Is something missing?'
        yield Finding("unfinished", "hint", message, *last.span(1))


def _is_run_of_keys(word: str) -> bool:
    # Four keys of the upper row are part of "property"; five of them are part of no word.
    return _has_run(word, _TOP_ROW, 5) or any(_has_run(word, row, 4) for row in _OTHER_ROWS)


def _has_run(word: str, row: str, length: int) -> bool:
    runs = (row[at : at + length] for at in range(len(row) - length + 1))
    return any(run in word or run[::-1] in word for run in runs)


def _is_hard_to_say(word: str) -> bool:
    if len(word) > 4 and _VOWELS.isdisjoint(word):
        return True
    run = 0
    for letter in word:
        run = 0 if letter in _VOWELS else run + 1
        if run > _MOST_CONSONANTS:
            return True
    return False
