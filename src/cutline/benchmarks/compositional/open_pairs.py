"""Every adjective and verb with every noun that captions put it with: no concepts are needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from cutline.benchmarks.compositional.found_pairs import (
    Entries,
    FoundPairs,
    Integers,
    caption_parts,
)
from cutline.core.types import Benchmark
from cutline.text.caption_sentence import as_sentence
from cutline.text.concepts import Concept, ConceptPair, Kind
from cutline.text.parsers import OWN, parse_captions, parser_named
from cutline.text.related_concepts import related_words
from cutline.text.trees import Places, Trees
from cutline.text.word_forms import verb_forms

Key = TypeVar("Key")

#: A word as it is counted: what it is, and its lemma.
Word = tuple[Kind, str]

#: Says of a thing that it is there, and nothing else.
_SAYS_NOTHING: Word = ("verb", "be")


def find_any_pairs(
    benchmark: Benchmark, *, parser: str = OWN, jobs: int | None = None
) -> FoundPairs:
    """All pairs of an adjective or a verb and its noun in the references of a benchmark.

    Words are taken by their lemmas, each for itself: a kitten is no cat here. The first sentence
    of each caption counts. "To be" is left out.

    >>> found = find_any_pairs(Benchmark("mine", (7,), (["a brown dog sleeps", "a lazy dog"],)))
    >>> [pair.name for pair in found.pairs]
    ['brown dog', 'lazy dog', 'sleep dog']
    """
    words, pairs = _Numbers[Word](), _Numbers[tuple[int, int]]()
    held, mentioned = Entries(), Entries()
    for start, captions in caption_parts(benchmark, "Looking for pairs"):
        parses = parse_captions([as_sentence(text) for text in captions], parser, jobs)
        trees, adjectives, verbs = related_words(parses)
        of_place = dict(_words(trees, words))
        mentioned.add(start, _rows((trees.captions[place], of_place[place]) for place in of_place))
        for related in (adjectives, verbs):
            entries = _related(related.nouns, related.others, trees, of_place, pairs)
            held.add(start, _rows(entries))
    method = f"any(parser={parser}={parser_named(parser).digest},sentences=first)"
    return _found(benchmark, words, pairs, held.joined(), mentioned.joined(), method)


class _Numbers(dict[Key, int]):
    """Numbers, handed out in the order of asking."""

    def __missing__(self, key: Key) -> int:
        self[key] = len(self)
        return self[key]


def _words(trees: Trees, numbers: _Numbers[Word]) -> Iterator[tuple[int, int]]:
    """The places of nouns, adjectives and verbs, each with the number of its word."""
    kinds: tuple[tuple[Kind, Sequence[bool]], ...] = (
        ("noun", trees.is_noun.tolist()),
        ("adjective", trees.is_adjective.tolist()),
        ("verb", trees.is_verb.tolist()),
    )
    for place in np.flatnonzero(trees.is_first_sentence).tolist():
        for kind, is_of_kind in kinds:
            word = kind, trees.lemmas[place]
            if is_of_kind[place] and word != _SAYS_NOTHING and any(map(str.isalpha, word[1])):
                yield place, numbers[word]


def _related(
    nouns: Places,
    others: Places,
    trees: Trees,
    of_place: dict[int, int],
    pairs: _Numbers[tuple[int, int]],
) -> Iterator[tuple[int, int]]:
    for noun, other in zip(nouns.tolist(), others.tolist(), strict=True):
        if trees.is_noun[noun] and noun in of_place and other in of_place:
            yield int(trees.captions[noun]), pairs[of_place[other], of_place[noun]]


def _rows(entries: Iterable[tuple[int, int]]) -> Integers:
    return np.array(list(entries), dtype=np.int64).reshape(-1, 2)


def _found(
    benchmark: Benchmark,
    words: _Numbers[Word],
    pairs: _Numbers[tuple[int, int]],
    held: Integers,
    mentioned: Integers,
    method: str,
) -> FoundPairs:
    """The same with words and pairs in the order of their names, whatever came first."""
    lemmas = list(_with_verbs_by_lemma(words))
    concepts = [Concept(kind, lemma, (lemma,)) for kind, lemma in sorted(set(lemmas))]
    number_of = {(concept.kind, concept.name): n for n, concept in enumerate(concepts)}
    new_words = np.array([number_of[word] for word in lemmas], dtype=np.int64)
    keys = [(int(new_words[other]), int(new_words[noun])) for other, noun in pairs]
    ordered = sorted(set(keys))
    pair_number = {key: number for number, key in enumerate(ordered)}
    new_pairs = np.array([pair_number[key] for key in keys], dtype=np.int64)
    return FoundPairs.of(
        benchmark,
        [ConceptPair(concepts[other], concepts[noun]) for other, noun in ordered],
        concepts,
        _renumbered(held, new_pairs),
        _renumbered(mentioned, new_words),
        method,
    )


def _with_verbs_by_lemma(words: Iterable[Word]) -> Iterator[Word]:
    """The words, with forms of a verb in place of which its lemma is known.

    The parser takes many a gerund for a noun, and so leaves it as it is.
    """
    words = list(words)
    lemma_of: dict[str, str] = {}
    for lemma in sorted(lemma for kind, lemma in words if kind == "verb"):
        for form in verb_forms(lemma) - {lemma}:
            if form.endswith("ing"):
                lemma_of.setdefault(form, lemma)
    for kind, lemma in words:
        yield kind, lemma_of.get(lemma, lemma) if kind == "verb" else lemma


def _renumbered(entries: Integers, numbers: Integers) -> Integers:
    if not len(entries):
        return entries
    return np.column_stack([entries[:, 0], numbers[entries[:, 1]]])
