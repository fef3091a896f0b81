"""Captions that were written before: copies, near copies, and one text with words exchanged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cutline.text.caption_checks.finding import Finding
from cutline.text.caption_checks.reading import Reading, words_of

#: From here on, captions are nearly the same.
NEARLY_SAME = 0.85

#: Words that may be exchanged in a text, and how many have to stay for it to be a template.
MOST_EXCHANGED = 2
FEWEST_KEPT = 5

#: Texts of fewer words are alike by chance.
_FEWEST_WORDS = 4


def likeness(first: Sequence[str], second: Sequence[str]) -> float:
    """How alike two texts are, from 0 to 1: the share of words that both have in one order.

    Twice the longest common subsequence over the words of both.

    >>> likeness("a dog on a red couch".split(), "a dog on a blue couch".split())
    0.8333333333333334
    >>> likeness("a dog chases a cat".split(), "a cat chases a dog".split())
    0.6
    """
    total = len(first) + len(second)
    return 2 * common_words(first, second) / total if total else 1.0


def common_words(first: Sequence[str], second: Sequence[str]) -> int:
    """The length of the longest common subsequence, some dozen operations for two captions.

    Each word of the second text updates a row of bits, one for each word of the first (Hyyrö 2004).
    """
    places: dict[str, int] = {}
    for place, word in enumerate(first):
        places[word] = places.get(word, 0) | 1 << place
    every = (1 << len(first)) - 1
    row = every
    for word in second:
        matches = row & places.get(word, 0)
        row = (row + matches) | (row - matches)
    return len(first) - (row & every).bit_count()


def is_of_template(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether one text is the other with one or two words exchanged.

    >>> frame = "a photo of a {} in the middle of a room"
    >>> is_of_template(frame.format("dog").split(), frame.format("big lamp").split())
    True
    """
    kept = common_words(first, second)
    exchanged = max(len(first), len(second)) - kept
    return kept >= FEWEST_KEPT and 0 < exchanged <= MOST_EXCHANGED


def own_copies(reading: Reading) -> Iterator[Finding]:
    """Copies of what the same person wrote before."""
    likest = _likest(reading, reading.own)
    if likest == 1:
        message = "You have written exactly this before. Please describe what is special here."
        yield Finding("own-copy", "problem", message, *reading.whole)
    elif likest >= NEARLY_SAME:
        message = "You have written nearly this before. What is different in this image?"
        yield Finding("own-copy", "warning", message, *reading.whole)


def own_templates(reading: Reading) -> Iterator[Finding]:
    """A text that the same person wrote before, with one or two words exchanged.

    Once is chance: many images have a man who rides something. A text that comes again and again
    was not written for the image.
    """
    words = reading.words
    if not reading.has_spaces or len(words) < FEWEST_KEPT:
        return
    earlier = _similar_sizes(words, reading.own, reading.has_spaces)
    alike = [other for other in earlier if is_of_template(words, other)]
    if not alike or any(likeness(words, other) >= NEARLY_SAME for other in alike):
        return
    if len(alike) > 1:
        message = f"{len(alike)} earlier captions of yours have the same words but one or two."
        yield Finding("own-template", "warning", message, *reading.whole)
    else:
        message = "An earlier caption of yours has the same words but one or two."
        yield Finding("own-template", "hint", message, *reading.whole)


def copies_of_others(reading: Reading) -> Iterator[Finding]:
    """Copies of what others wrote of the same image."""
    likest = _likest(reading, reading.others)
    if likest == 1:
        message = "Somebody has described this image in the same words. Can you say it in yours?"
        yield Finding("copy", "warning", message, *reading.whole)
    elif likest >= NEARLY_SAME:
        message = "Somebody has described this image in nearly the same words."
        yield Finding("copy", "hint", message, *reading.whole)


def _likest(reading: Reading, captions: Iterable[str]) -> float:
    words = reading.words
    if len(words) < _FEWEST_WORDS:
        return 0.0
    earlier = _similar_sizes(words, captions, reading.has_spaces)
    return max((likeness(words, other) for other in earlier), default=0.0)


def _similar_sizes(
    words: Sequence[str], captions: Iterable[str], has_spaces: bool
) -> Iterator[tuple[str, ...]]:
    """The words of captions that are not so much longer or shorter that they cannot be alike."""
    for caption in captions:
        other = words_of(caption, has_spaces)
        shorter, longer = sorted((len(words), len(other)))
        if longer - shorter <= MOST_EXCHANGED or 2 * shorter >= NEARLY_SAME * (shorter + longer):
            yield other
