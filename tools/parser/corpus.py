"""Parsed sentences to learn from: read, told apart from test captions, and cut into batches."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

#: Longer sentences (1 in 6,000) are left out of training: they would make batches of their own.
LONGEST = 40


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as the official parser analysed it; heads count from 1, 0 is the root."""

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    lemmas: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParsedCaption:
    """A caption with its sentences; `kind` says where its text is from."""

    caption: str
    kind: str
    sentences: tuple[Sentence, ...]


def read_parses(path: Path) -> Iterator[ParsedCaption]:
    """The captions of a file of parses, one JSON object a line."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            sentences = tuple(map(_sentence, record["sents"]))
            yield ParsedCaption(record["caption"], record.get("kind", "t"), sentences)


def _sentence(record: dict[str, list]) -> Sentence:
    heads, relations = zip(*record["basic"], strict=True)
    columns = (tuple(record[name]) for name in ("tok", "tag", "lemma"))
    return Sentence(*columns, heads, relations)


def folded(caption: str) -> str:
    """A caption without what may differ between copies of one text: case, spaces, final dots."""
    return " ".join(caption.lower().split()).rstrip(" .")


def training_and_held_out(
    captions: Iterable[ParsedCaption], tests: Iterable[str], held_out: int, seed: int
) -> tuple[list[ParsedCaption], list[ParsedCaption]]:
    """Captions to train on and captions to watch; neither equals a test caption or the other's.

    The captions that are watched are drawn from all kinds.
    """
    unseen = {folded(caption) for caption in tests}
    usable = [caption for caption in captions if folded(caption.caption) not in unseen]
    random.Random(seed).shuffle(usable)
    watched = usable[:held_out]
    texts = {folded(caption.caption) for caption in watched}
    return [c for c in usable[held_out:] if folded(c.caption) not in texts], watched


def sentences_of(captions: Iterable[ParsedCaption]) -> list[Sentence]:
    """All sentences that are short enough to train on."""
    return [s for caption in captions for s in caption.sentences if len(s.tokens) <= LONGEST]


def batches(sentences: Sequence[Sentence], tokens: int, shuffle: random.Random) -> list[list[int]]:
    """Places of sentences of one length each, so that nothing is padded, in a random order."""
    by_length: dict[int, list[int]] = {}
    for place, sentence in enumerate(sentences):
        by_length.setdefault(len(sentence.tokens), []).append(place)
    made = []
    for length, places in by_length.items():
        shuffle.shuffle(places)
        size = max(1, tokens // length)
        made += [places[at : at + size] for at in range(0, len(places), size)]
    shuffle.shuffle(made)
    return made
