"""Which captions put a pair of concepts together: by their parse, or by their words alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import UsageError, near_names
from cutline.core.progress import progress
from cutline.text.caption_sentence import as_sentence
from cutline.text.concepts import ConceptPair
from cutline.text.pair_words import TogetherMatcher, WordMatcher
from cutline.text.parser import CaptionParser
from cutline.text.parsers import CHUNK, OWN, parse_captions, parser_named
from cutline.text.possible_pairs import PossiblePairs
from cutline.text.related_concepts import related_concepts
from cutline.text.trees import Mask

#: How a pair is recognised: `parse` asks whether one depends on the other, `words` looks for the
#: usual patterns without a parser, `together` only asks whether a caption has words of both.
MatcherName = Literal["parse", "words", "together"]
MATCHERS: tuple[MatcherName, ...] = ("parse", "words", "together")

#: Which sentences of a caption count; the published splits were made from the first.
Sentences = Literal["first", "all"]


class PairMatcher(Protocol):
    """What tells which captions hold which pairs."""

    @property
    def signature(self) -> str:
        """What the answers depend on beside the captions and the pairs."""

    def match(self, captions: Sequence[str], jobs: int | None = None) -> Mask:
        """Whether each caption (row) holds each pair (column)."""


@dataclass(frozen=True)
class ParseMatcher:
    """A pair is there when the adjective or verb belongs to the noun in the parse."""

    pairs: tuple[ConceptPair, ...]
    parser: str = OWN
    sentences: Sentences = "first"

    @property
    def signature(self) -> str:
        """The parser, and which sentences count."""
        named = f"{self.parser}={parser_named(self.parser).digest}"
        return f"parse(parser={named},sentences={self.sentences})"

    def match(self, captions: Sequence[str], jobs: int | None = None) -> Mask:
        """Whether each caption (row) holds each pair (column)."""
        concepts = tuple(dict.fromkeys(c for pair in self.pairs for c in (pair.other, pair.noun)))
        number_of = {concept: number for number, concept in enumerate(concepts)}
        columns: dict[tuple[int, int], list[int]] = {}
        for column, pair in enumerate(self.pairs):
            key = number_of[pair.other], number_of[pair.noun]
            columns.setdefault(key, []).append(column)
        found = np.zeros((len(captions), len(self.pairs)), dtype=bool)
        sentences = [as_sentence(caption) for caption in captions]
        rows = self._worth_a_parse(sentences, jobs)
        parses = parse_captions([sentences[row] for row in rows], self.parser, jobs)
        for place, other, noun in related_concepts(parses, concepts, self.sentences):
            for column in columns.get((other, noun), ()):
                found[rows[place], column] = True
        return found

    def _worth_a_parse(self, sentences: Sequence[str], jobs: int | None) -> list[int]:
        """Which of the sentences may hold a pair; all of them, where that cannot be told."""
        parser = parser_named(self.parser)
        if not isinstance(parser, CaptionParser):
            return list(range(len(sentences)))
        possible = _possible_pairs(self.pairs, parser)
        rows: list[int] = np.flatnonzero(possible.rows(sentences, jobs)).tolist()
        return rows


# Outside of the matcher, which is to be sent to other processes.
@lru_cache(maxsize=8)
def _possible_pairs(pairs: tuple[ConceptPair, ...], parser: CaptionParser) -> PossiblePairs:
    return PossiblePairs(pairs, parser.possible_lemmas)


def pair_matcher(
    name: MatcherName,
    pairs: Iterable[ConceptPair],
    *,
    parser: str = OWN,
    sentences: Sentences = "first",
) -> PairMatcher:
    """The matcher of a name.

    Raises:
        UsageError: when there is none.

    >>> from cutline.text.concepts import compositional_concepts
    >>> pairs = [compositional_concepts().pair("black cat")]
    >>> captions = ["a cat on a black couch", "a black and white cat", "the cat is black"]
    >>> pair_matcher("parse", pairs).match(captions).ravel().tolist()
    [False, True, True]
    >>> pair_matcher("together", pairs).match(captions).ravel().tolist()
    [True, True, True]
    """
    if name == "parse":
        return ParseMatcher(tuple(pairs), parser, sentences)
    if name == "words":
        return WordMatcher(tuple(pairs))
    if name == "together":
        return TogetherMatcher(tuple(pairs))
    raise UsageError(
        f"no matcher is named {name!r}{near_names(name, MATCHERS)}; there are: "
        f"{', '.join(MATCHERS)}"
    )


def match_stream(
    matcher: PairMatcher, captions: Iterable[str], jobs: int | None = None
) -> Iterator[Mask]:
    """Whether captions hold pairs, some thousands of captions at a time, in bounded memory."""
    rest = iter(captions)
    while some := list(islice(rest, CHUNK)):
        yield matcher.match(some, jobs)


def match_all(matcher: PairMatcher, captions: Sequence[str], jobs: int | None = None) -> Mask:
    """Whether each of many captions (row) holds each pair (column), with progress.

    What was parsed stays in the cache: after an interruption the work goes on where it was.
    """
    parts = []
    done = 0
    with progress(f"Looking for pairs in {len(captions):,} captions") as step:
        for part in match_stream(matcher, captions, jobs):
            parts.append(part)
            done += len(part)
            step(done / len(captions))
    if not parts:
        return matcher.match([], jobs)
    return np.concatenate(parts)


def agreeing_references(
    matcher: PairMatcher, references: Sequence[Sequence[str]], jobs: int | None = None
) -> NDArray[np.int64]:
    """How many references of each image (row) hold each pair (column)."""
    found = match_all(matcher, [text for texts in references for text in texts], jobs)
    sums = np.concatenate([np.zeros((1, found.shape[1]), np.int64), found.cumsum(axis=0)])
    ends = np.cumsum([len(texts) for texts in references], dtype=np.int64)
    starts = ends - np.array([len(texts) for texts in references], dtype=np.int64)
    counts: NDArray[np.int64] = sums[ends] - sums[starts]
    return counts
