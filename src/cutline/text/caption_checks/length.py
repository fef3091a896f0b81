"""Whether a caption has enough words, and is one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from cutline.text.caption_checks.finding import Finding
from cutline.text.caption_checks.reading import MOST_CHARACTERS, Reading

_STOPS = frozenset(".!?")


def few_words(reading: Reading) -> Iterator[Finding]:
    """Fewer words than asked for, as the tokenizer of scores counts them."""
    count = reading.word_count
    if count >= reading.least_words:
        return
    missing = reading.least_words - count
    more = f"{missing} more word" if count and missing == 1 else f"{missing} more words"
    asked = f"at least {reading.least_words}"
    message = (
        f"Please add {more}: {asked} are asked for." if count else f"Please write {asked} words."
    )
    yield Finding("few-words", "problem", message, *reading.whole)


def long_text(reading: Reading) -> Iterator[Finding]:
    """More than anybody's caption has."""
    if len(reading.typed) > MOST_CHARACTERS:
        message = (
            f"Please shorten this to one sentence: it has over {MOST_CHARACTERS:,} characters."
        )
        yield Finding("long", "problem", message, MOST_CHARACTERS, len(reading.typed))


def more_sentences(reading: Reading) -> Iterator[Finding]:
    """A second sentence, by the parser."""
    with_words = [
        sentence
        for sentence in reading.sentences
        if sum(word.token.text[:1].isalpha() for word in sentence) > 1
    ]
    if len(with_words) < 2:
        return
    first, second = with_words[0], with_words[1]
    # Where the first does not end in a mark, the parser cut a sentence that goes on.
    if first[-1].token.text[-1:] in _STOPS:
        message = "One sentence is enough: can you say it all in one?"
        yield Finding("sentences", "warning", message, second[0].start, with_words[-1][-1].end)
