"""All checks of a caption, behind one entrance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cutline.core.errors import UsageError
from cutline.text.caption_checks.copies import copies_of_others, own_copies, own_templates
from cutline.text.caption_checks.finding import Finding, in_order
from cutline.text.caption_checks.foreign_matter import invisible, links, markup, pictograms
from cutline.text.caption_checks.length import few_words, long_text, more_sentences
from cutline.text.caption_checks.names import proper_names
from cutline.text.caption_checks.openings import begins_with_there_is, speaks_of_a_picture
from cutline.text.caption_checks.reading import Reading
from cutline.text.caption_checks.speech import speech
from cutline.text.caption_checks.spelling import missing_spelling, spelling
from cutline.text.caption_checks.strange_text import (
    capitals,
    mashed_keys,
    no_letters,
    repeated,
    unfinished,
)
from cutline.text.caption_checks.tense import future, past
from cutline.text.parser import missing_parser


@dataclass(frozen=True)
class Check:
    """A check: what it is called, who does it, and what it is for and needs."""

    name: str
    find: Callable[[Reading], Iterator[Finding]]
    is_english: bool = False
    needs: Literal["parser", "spelling"] | None = None


CHECKS: tuple[Check, ...] = (
    Check("few-words", few_words),
    Check("long", long_text),
    Check("no-letters", no_letters),
    Check("character", invisible),
    Check("link", links),
    Check("markup", markup),
    Check("emoji", pictograms),
    Check("repeated", repeated),
    Check("capitals", capitals),
    Check("mashed-keys", mashed_keys),
    Check("own-copy", own_copies),
    Check("own-template", own_templates),
    Check("copy", copies_of_others),
    Check("there-is", begins_with_there_is, is_english=True),
    Check("picture-of", speaks_of_a_picture, is_english=True),
    Check("unfinished", unfinished, is_english=True),
    Check("speech", speech, is_english=True),
    Check("sentences", more_sentences, is_english=True, needs="parser"),
    Check("name", proper_names, is_english=True, needs="parser"),
    Check("past", past, is_english=True, needs="parser"),
    Check("future", future, is_english=True, needs="parser"),
    Check("spelling", spelling, is_english=True, needs="spelling"),
)

#: Checks whose findings are about single words, and say more of them than that they are unknown.
_MARKING = frozenset({"character", "emoji", "link", "markup", "mashed-keys", "name", "repeated"})

_MISSING: dict[str, Callable[[], str | None]] = {
    "parser": missing_parser,
    "spelling": missing_spelling,
}


def missing_checks() -> dict[str, str]:
    """The checks that are left out here: why, with the command that helps, by the check's name."""
    reasons = {part: missing() for part, missing in _MISSING.items()}
    return {check.name: reason for check in CHECKS if (reason := reasons.get(check.needs or ""))}


def check_caption(
    text: str,
    *,
    least_words: int = 8,
    language: str = "en",
    own: Sequence[str] = (),
    others: Sequence[str] = (),
    labels: Sequence[str] = (),
) -> list[Finding]:
    """What there is to say of a caption, the gravest first.

    Args:
        text: what was typed so far.
        least_words: how many words are asked for.
        language: its code, such as `en` or `pt-BR`; what is about English words is checked in
            English alone.
        own: captions that the same person wrote before.
        others: captions of the same image by other people.
        labels: names of objects in the image, which are neither names nor misspelt.

    Raises:
        UsageError: when fewer than no words are asked for.

    >>> [(found.check, found.message) for found in check_caption("There is a dog.")]
    [('there-is', 'Please begin with what you see, not with "There is".'),
     ('few-words', 'Please add 4 more words: at least 8 are asked for.')]
    """
    if least_words < 0:
        raise UsageError(f"least_words: found {least_words}, expected 0 or more")
    reading = Reading(text, language, least_words, own, others, labels)
    if not text.strip():
        return list(few_words(reading))
    missing = missing_checks() if reading.is_english else {}
    chosen = [
        check
        for check in CHECKS
        if check.name not in missing and (reading.is_english or not check.is_english)
    ]
    found = [finding for check in chosen for finding in check.find(reading)]
    return sorted(_without_doubts(found), key=in_order)


def _without_doubts(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Without hints on the spelling of what another check has marked: a link is not misspelt."""
    marked = [found for found in findings if found.check in _MARKING]
    for finding in findings:
        is_marked = any(m.start < finding.end and finding.start < m.end for m in marked)
        if finding.check != "spelling" or not is_marked:
            yield finding


def prepare_checks() -> None:
    """Open the parser and the lists of words, so that nobody waits with the first caption."""
    check_caption("A small dog sleeps on a bed in a brigth room.")
