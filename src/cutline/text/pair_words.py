"""Pairs of concepts told by words alone: no parser, no grammar, and no tags.

With the matcher that parses it shares the words of concepts and their forms, and nothing else.
Where captions cannot be parsed, the patterns find most pairs. Where they can, what is found here
and not there, or the other way round, shows where to look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.jobs import default_jobs
from cutline.text.concept_words import ConceptWords
from cutline.text.concepts import Concept, ConceptPair
from cutline.text.tokenizer import parse_tokenizer
from cutline.text.trees import Mask

_PIECES = re.compile(r"[^\W\d_]+")

#: How far apart the two words of a pattern may stand.
REACH = 5

_BE = frozenset({"is", "are", "was", "were", "be", "being", "been", "looks", "look"})
_LINKS = frozenset({"that", "which", "who", "while"})
#: Words that end a noun phrase: what stands before them does not describe the noun after them.
_ENDS_LIST = """
    a about above across after against along among an around as at before behind below beneath
    beside between by down during each every for from he her his if in inside into is it its
    near of off on onto or our out outside over she some than that the their them then there
    they this those through to toward towards under up upon was were while which who with within
    without are be
"""
_ENDS = frozenset(_ENDS_LIST.split())


@dataclass(frozen=True)
class WordMatcher:
    """A pair is there in patterns such as `black cat`, `cat is black`, `man is eating`.

    The adjective stands before the noun with no preposition, article or verb between, or after it
    with a form of "be" between; the verb follows the noun with at most a few words between, none of
    them a preposition or an article.
    """

    pairs: tuple[ConceptPair, ...]

    @property
    def signature(self) -> str:
        """The matcher, and the reach of its patterns."""
        return f"words(reach={REACH})"

    def match(self, captions: Sequence[str], jobs: int | None = None) -> Mask:
        """Whether each caption (row) holds each pair (column)."""
        return _match(self.pairs, captions, jobs, _pattern_holds)


@dataclass(frozen=True)
class TogetherMatcher:
    """A pair is there when a caption has a word of each: the definition, without any grammar.

    What a parser finds hardly ever escapes it: only where a lemmatizer guessed a misspelt word.
    """

    pairs: tuple[ConceptPair, ...]

    @property
    def signature(self) -> str:
        """The matcher."""
        return "together"

    def match(self, captions: Sequence[str], jobs: int | None = None) -> Mask:
        """Whether each caption (row) holds each pair (column)."""
        return _match(self.pairs, captions, jobs, lambda *_: True)


def concepts_in(
    captions: Sequence[str], concepts: Sequence[Concept], jobs: int | None = None
) -> Mask:
    """Whether each caption (row) has a word of each concept (column), whatever it does there."""
    found = np.zeros((len(captions), len(concepts)), dtype=bool)
    for row, _, places in _found_words(captions, concepts, jobs):
        found[row, list(places)] = True
    return found


def _match(
    pairs: Sequence[ConceptPair],
    captions: Sequence[str],
    jobs: int | None,
    holds: Callable[[ConceptPair, Sequence[str], list[int], list[int]], bool],
) -> Mask:
    concepts = tuple(dict.fromkeys(c for pair in pairs for c in (pair.other, pair.noun)))
    number_of = {concept: number for number, concept in enumerate(concepts)}
    numbered = [(number_of[pair.other], number_of[pair.noun], pair) for pair in pairs]
    found = np.zeros((len(captions), len(pairs)), dtype=bool)
    for row, words, places in _found_words(captions, concepts, jobs):
        for column, (other, noun, pair) in enumerate(numbered):
            if other in places and noun in places:
                found[row, column] = holds(pair, words, places[other], places[noun])
    return found


def _found_words(
    captions: Sequence[str], concepts: Sequence[Concept], jobs: int | None
) -> Iterator[tuple[int, list[str], dict[int, list[int]]]]:
    """Each caption that has any concept: its words, and the places of each concept in them."""
    lookup = ConceptWords(concepts)
    tokenizer = parse_tokenizer("ptb(context=none)")
    for row, text in enumerate(tokenizer.tokenize(captions, jobs or default_jobs())):
        words = text.split(" ")
        places: dict[int, list[int]] = {}
        for place in range(len(words)):
            for number in _concepts_at(lookup, words, place):
                places.setdefault(number, []).append(place)
        if places:
            yield row, words, places


def _concepts_at(lookup: ConceptWords, words: Sequence[str], place: int) -> tuple[int, ...]:
    found = lookup.at(words, place)
    if found or words[place].isalpha():
        return found
    # "red-and-white" and "truck." are one token each.
    pieces = filter(str.isalpha, _PIECES.findall(words[place]))
    return tuple(dict.fromkeys(number for piece in pieces for number in lookup.at([piece], 0)))


def _pattern_holds(
    pair: ConceptPair, words: Sequence[str], others: list[int], nouns: list[int]
) -> bool:
    is_there = _verb_follows if pair.other.kind == "verb" else _adjective_describes
    return any(is_there(words, other, noun) for other in others for noun in nouns)


def _adjective_describes(words: Sequence[str], adjective: int, noun: int) -> bool:
    if adjective < noun <= adjective + REACH:
        return not any(word in _ENDS for word in words[adjective + 1 : noun])
    between = words[noun + 1 : adjective]
    return 0 < len(between) <= REACH and between[0] in _BE | _LINKS and bool(_BE & {*between})


def _verb_follows(words: Sequence[str], verb: int, noun: int) -> bool:
    between = words[noun + 1 : verb]
    is_near = noun < verb and len(between) <= REACH
    return is_near and not any(word in _ENDS - _BE - _LINKS for word in between)
