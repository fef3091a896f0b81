"""The part of speech of a word: the one that a parser gives it most often in these captions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from cutline.benchmarks.word_agreement.word_use import WordUse
from cutline.core.errors import UsageError, near_names
from cutline.core.types import Benchmark
from cutline.text.caption_sentence import as_sentence
from cutline.text.parse import Parses
from cutline.text.parsers import OWN, parse_stream

NOUN, VERB, ADJECTIVE, OTHER = "noun", "verb", "adjective", "other"
PARTS = (NOUN, VERB, ADJECTIVE, OTHER)
#: How Penn Treebank tags begin.
_TAGS = {"NN": NOUN, "VB": VERB, "JJ": ADJECTIVE}

#: Captions of each word that are parsed at least, if it has so many: more change few answers.
USES = 20


def with_parts(
    use: WordUse,
    benchmark: Benchmark,
    *,
    uses: int = USES,
    parser: str = OWN,
    jobs: int | None = None,
) -> WordUse:
    """The same words, each with its part of speech: `noun`, `verb`, `adjective` or `other`.

    For each word some of its captions are parsed, spread over all of them. All words of these
    captions are counted, so that frequent words are judged by more. Of two tags that a word
    has equally often the one that stands first above counts; a word that the parser cuts otherwise
    is `other`.

    Args:
        use: the words, of all images of the benchmark.
        benchmark: whose captions these are.
        uses: how many captions of each word are parsed, at least.
        parser: `cutline`, or `spacy/MODEL`.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.

    Raises:
        MissingPartError: where the parser is not installed.

    >>> from cutline.benchmarks.word_agreement.word_use import count_words
    >>> captions = Benchmark("mine", (7,), (["A brown dog sleeps.", "the dog is brown"],))
    >>> found = with_parts(count_words(captions, ["dog", "brown", "sleeps", "the"]), captions)
    >>> found.parts
    ('noun', 'adjective', 'verb', 'other')
    """
    texts = [caption for captions in benchmark.references for caption in captions]
    chosen = _spread(use, uses)
    tally = np.zeros((len(use), len(PARTS)), dtype=np.int64)
    sentences = (as_sentence(texts[caption]) for caption in chosen)
    for parses in parse_stream(sentences, parser, jobs):
        _count(parses, use, tally)
    best = tally.argmax(axis=1)
    best[tally.sum(axis=1) == 0] = PARTS.index(OTHER)
    return replace(use, parts=tuple(PARTS[part] for part in best))


def parse_parts(text: str) -> tuple[str, ...]:
    """Parts of speech from a list with commas.

    Raises:
        UsageError: when there is no such part.

    >>> parse_parts("verb, noun")
    ('verb', 'noun')
    """
    parts = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    for part in parts or ("",):
        if part not in PARTS:
            raise UsageError(
                f"no part of speech is named {part!r}{near_names(part, PARTS)}; there are: "
                f"{', '.join(PARTS)}"
            )
    return parts


def of_parts(use: WordUse, parts: Iterable[str]) -> WordUse:
    """The words of some parts of speech."""
    wanted = set(parts)
    return use.only_words([n for n, part in enumerate(use.parts) if part in wanted])


def _spread(use: WordUse, uses: int) -> list[int]:
    """Captions, ascending, among them so many of each word; rare words choose first."""
    is_chosen = np.zeros(len(use.image_of_caption), dtype=np.bool_)
    for word in np.argsort(np.diff(use.starts), kind="stable").tolist():
        captions = use.captions[use.starts[word] : use.starts[word + 1]]
        missing = uses - int(is_chosen[captions].sum())
        left = captions[~is_chosen[captions]]
        count = min(max(missing, 0), len(left))
        is_chosen[left[np.arange(count) * len(left) // max(count, 1)]] = True
    chosen: list[int] = np.flatnonzero(is_chosen).tolist()
    return chosen


def _count(
    parses: Parses, use: WordUse, tally: np.ndarray[tuple[int, int], np.dtype[np.int64]]
) -> None:
    part_of_tag = [_part(tag) for tag in parses.tag_names]
    tokens: Sequence[str] = parses.lemmas if use.unit == "lemma" else parses.texts
    numbers = np.fromiter(
        (use.number_of.get(token.lower(), -1) for token in tokens), np.int64, len(tokens)
    )
    known = numbers >= 0
    parts = np.array(part_of_tag, dtype=np.int64)[parses.tags[known]]
    np.add.at(tally, (numbers[known], parts), 1)


def _part(tag: str) -> int:
    return PARTS.index(_TAGS.get(tag[:2], OTHER))
