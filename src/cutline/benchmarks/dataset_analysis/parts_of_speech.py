"""How many nouns, verbs and other parts of speech captions have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.core.progress import progress
from cutline.scoring.diagnosis.words import Numbers
from cutline.text.parse import Parses
from cutline.text.parsers import OWN, parse_stream, parser_named

#: Penn Treebank tags of each part of speech, in the order they are told. A word with any other tag
#: is of another part; tags that are not in any of these and have no letter are punctuation.
PARTS: Mapping[str, tuple[str, ...]] = {
    "nouns": ("NN", "NNS", "NNP", "NNPS"),
    "verbs": ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"),
    "adjectives": ("JJ", "JJR", "JJS"),
    "adverbs": ("RB", "RBR", "RBS", "WRB"),
    "prepositions": ("IN", "TO"),
    "numbers": ("CD",),
    "determiners": ("DT", "PDT", "WDT"),
    "pronouns": ("PRP", "PRP$", "WP", "WP$", "EX"),
    "conjunctions": ("CC",),
    "others": (),
}
_BRACKETS = ("-LRB-", "-RRB-")
_HALF_WIDTH = 1.96


@dataclass(frozen=True)
class PartShare:
    """One part of speech.

    `of_words` is its share among words, with an approximate 95% interval for the captions that were
    not drawn, None where all were. `per_caption` is how many a caption has on average,
    `captions_with` the share of captions that have any.
    """

    name: str
    words: int
    of_words: float | None
    interval: tuple[float, float] | None
    per_caption: float
    captions_with: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "name": self.name,
            "words": self.words,
            "of_words": self.of_words,
            "interval": None if self.interval is None else list(self.interval),
            "per_caption": self.per_caption,
            "captions_with": self.captions_with,
        }


@dataclass(frozen=True)
class PartProfile:
    """All parts of speech of some captions."""

    captions: int
    words: int
    is_sample: bool
    parts: tuple[PartShare, ...]
    parser: str

    def part(self, name: str) -> PartShare:
        """The part of this name."""
        return next(part for part in self.parts if part.name == name)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "captions": self.captions,
            "words": self.words,
            "is_sample": self.is_sample,
            "parts": [part.to_dict() for part in self.parts],
        }


def part_profile(
    captions: Sequence[str], *, is_sample: bool = False, parser: str = OWN, jobs: int | None = None
) -> PartProfile:
    """The parts of speech of captions, by a parser that remembers what it has parsed.

    Args:
        captions: at least one.
        is_sample: whether they stand for more captions than there are; then shares have intervals.
        parser: `cutline`, or `spacy/MODEL`.
        jobs: threads to use.

    Raises:
        MissingPartError: where the parser is not installed; the text has the command.

    >>> found = part_profile(["a brown dog sleeps", "two dogs, and a cat"])
    >>> found.words, found.part("nouns").of_words, found.part("adjectives").captions_with
    (9, 0.3333333333333333, 0.5)
    """
    counted = []
    with progress(f"Tagging {len(captions):,} captions") as step:
        for parses in parse_stream(captions, parser, jobs):
            counted.append(_counts(parses))
            step(sum(map(len, counted)) / len(captions))
    counts = np.concatenate(counted)
    lengths = counts.sum(axis=1)
    shares = tuple(
        _share(name, counts[:, place], lengths, is_sample) for place, name in enumerate(PARTS)
    )
    return PartProfile(
        len(captions), int(lengths.sum()), is_sample, shares, parser_named(parser).digest
    )


def _counts(parses: Parses) -> Numbers:
    """For each caption (row) the words of each part (column); punctuation is left out."""
    column_of = {tag: place for place, tags in enumerate(PARTS.values()) for tag in tags}
    others = len(PARTS) - 1
    columns = [-1 if _is_mark(tag) else column_of.get(tag, others) for tag in parses.tag_names]
    of_token = np.array([*columns, -1], dtype=np.int64)[np.asarray(parses.tags, dtype=np.int64)]
    tokens = np.arange(len(parses.texts))
    sentence = np.searchsorted(parses.sentence_ends, tokens, side="right")
    caption = np.searchsorted(parses.caption_ends, sentence, side="right")
    is_word = of_token >= 0
    keys = caption[is_word] * len(PARTS) + of_token[is_word]
    counts = np.bincount(keys, minlength=len(parses) * len(PARTS))
    return counts.reshape(len(parses), len(PARTS)).astype(np.int64)


def _is_mark(tag: str) -> bool:
    return tag in _BRACKETS or not any(map(str.isalpha, tag))


def _share(name: str, counts: Numbers, lengths: Numbers, is_sample: bool) -> PartShare:
    words, total = int(counts.sum()), int(lengths.sum())
    of_words = words / total if total else None
    interval = None
    if is_sample and of_words is not None:
        # Words of one caption go together, so captions are what was drawn: a ratio of two sums.
        spread = float(np.sqrt(np.square(counts - of_words * lengths).sum())) / total
        half = _HALF_WIDTH * spread
        interval = max(0.0, of_words - half), min(1.0, of_words + half)
    return PartShare(
        name=name,
        words=words,
        of_words=of_words,
        interval=interval,
        per_caption=words / len(counts),
        captions_with=float(np.mean(counts > 0)),
    )
