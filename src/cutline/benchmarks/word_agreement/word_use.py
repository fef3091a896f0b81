"""How many captions of each image use a word: the counts that all of word agreement rests on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutline import native
from cutline.benchmarks.word_agreement.caption_words import (
    CaptionWords,
    Integers,
    lemmas_in,
    tokens_in,
)
from cutline.core.errors import ContentError, UsageError
from cutline.core.jobs import default_jobs
from cutline.core.signature import Signature
from cutline.core.types import Benchmark, ImageId
from cutline.text.parsers import OWN, parser_named
from cutline.text.tokenizer import parse_tokenizer

#: As many words as the paper looks at.
MOST_FREQUENT = 1_000

#: What a word is: a token of the tokenizer, or the lemma that a parser gives it.
Unit = Literal["token", "lemma"]
UNITS: tuple[Unit, ...] = ("token", "lemma")


class WordImages(NamedTuple):
    """The images of words, those of word `w` from `starts[w]` to `starts[w + 1]`.

    `counts` says how many captions of the image have the word; there is no entry for none.
    """

    starts: Integers
    images: Integers
    counts: Integers


@dataclass(frozen=True, eq=False)
class WordUse:
    """Which captions have which words, as places: a word is in few captions.

    Captions are numbered through all images. Those that have word `w` are in `captions`, ascending,
    from `starts[w]` to `starts[w + 1]`. `parts` holds a part of speech for each word, or nothing.
    """

    name: str
    image_ids: tuple[ImageId, ...]
    caption_counts: Integers
    words: tuple[str, ...]
    starts: Integers
    captions: NDArray[np.int32]
    #: What words were cut by, and what tells these captions from others.
    tokenizer: str
    fingerprint: str
    unit: Unit = "token"
    parser: str = OWN
    parts: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The place of each word."""
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def image_of_caption(self) -> Integers:
        """The place of each caption's image."""
        return np.repeat(np.arange(len(self.caption_counts)), self.caption_counts)

    @cached_property
    def word_of_entry(self) -> Integers:
        """The word of each entry of `captions`."""
        return np.repeat(np.arange(len(self.words)), np.diff(self.starts))

    @cached_property
    def in_images(self) -> WordImages:
        """The images of each word, with the number of captions that have it."""
        size = max(len(self.image_ids), 1)
        keys = self.word_of_entry * size + self.image_of_caption[self.captions]
        unique, counts = np.unique(keys, return_counts=True)
        starts = np.searchsorted(unique, np.arange(len(self.words) + 1) * size)
        return WordImages(starts, unique % size, counts.astype(np.int64))

    @property
    def image_counts(self) -> Integers:
        """In how many images any caption has each word."""
        return np.diff(self.in_images.starts)

    def only_images(self, kept: NDArray[np.bool_]) -> WordUse:
        """The same words in some of the images."""
        if kept.all():
            return self
        is_kept = kept[self.image_of_caption]
        place = np.cumsum(is_kept) - 1
        entries = is_kept[self.captions]
        sizes = np.bincount(self.word_of_entry[entries], minlength=len(self.words))
        return replace(
            self,
            image_ids=tuple(self.image_ids[image] for image in np.flatnonzero(kept)),
            caption_counts=self.caption_counts[kept],
            starts=_starts(sizes),
            captions=place[self.captions[entries]].astype(np.int32),
        )

    def with_captions(self, at_least: int) -> WordUse:
        """The same words in images that have so many captions.

        Raises:
            ContentError: when no image has.
        """
        kept = self.caption_counts >= at_least
        if not kept.any():
            most = int(self.caption_counts.max(initial=0))
            raise ContentError(
                f"{self.name}: no image has {at_least} captions, the most is {most}; "
                f"agreement needs one more than k"
            )
        return self.only_images(kept)

    def only_words(self, kept: Sequence[int]) -> WordUse:
        """Some of the words, by their places."""
        ranges = [np.arange(self.starts[word], self.starts[word + 1]) for word in kept]
        entries = np.concatenate([np.empty(0, np.int64), *ranges])
        return replace(
            self,
            words=tuple(self.words[word] for word in kept),
            starts=_starts(np.array([len(entries) for entries in ranges], dtype=np.int64)),
            captions=self.captions[entries],
            parts=tuple(self.parts[word] for word in kept) if self.parts else (),
        )

    def signature(self, computed: str, **settings: object) -> str:
        """All that has to be equal for two figures to be compared."""
        settings["words"] = f"{len(self)}={_digest(self.words)}"
        metric = f"{computed}({','.join(f'{name}={value}' for name, value in settings.items())})"
        counts = set(self.caption_counts.tolist()) or {0}
        sizes = f"{min(counts)}" if len(counts) == 1 else f"{min(counts)}-{max(counts)}"
        files = f"parser={parser_named(self.parser).digest}" if self.unit == "lemma" else ""
        images = len(self.image_ids)
        return str(Signature(metric, self.tokenizer, sizes, images, self.fingerprint, files=files))


def count_words(
    benchmark: Benchmark,
    words: int | Iterable[str] = MOST_FREQUENT,
    *,
    unit: Unit = "token",
    tokenizer: str = "ptb",
    parser: str = OWN,
    jobs: int | None = None,
) -> WordUse:
    """In which captions words are used.

    Args:
        benchmark: images and captions.
        words: how many, those that most captions have; or which. Words of a list that no caption
            has are left out.
        unit: whether forms of a word are words of their own (`token`) or one word (`lemma`).
        tokenizer: what cuts captions into lower-case tokens; lemmas come from the parser.
        parser: `cutline`, or `spacy/MODEL`; for lemmas only.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.

    Raises:
        ContentError: when no caption has any of the words.
        UsageError: when there is no such unit or tokenizer.

    >>> captions = (["A dog runs.", "The dog!"], ["a cat", "a dog and a cat"])
    >>> use = count_words(Benchmark("mine", (7, 9), captions), ["dog", "cat", "emu"])
    >>> use.words, use.in_images.images.tolist(), use.in_images.counts.tolist()
    (('dog', 'cat'), [0, 1, 1], [2, 1, 2])
    """
    if unit not in UNITS:
        raise UsageError(f"words are told apart by {' or '.join(UNITS)}, not by {unit!r}")
    chosen = parse_tokenizer(tokenizer)
    references = native.make_references(
        benchmark.references, chosen.tokenization, jobs or default_jobs()
    )
    if unit == "lemma":
        found = lemmas_in((c for texts in benchmark.references for c in texts), parser, jobs)
    else:
        found = tokens_in(native.reference_texts(references))
    numbers = _chosen(found, words)
    if not len(numbers):
        raise ContentError(f"{benchmark.name}: no caption has any of the words")
    starts, captions = _by_word(found, numbers)
    return WordUse(
        name=benchmark.name,
        image_ids=benchmark.image_ids,
        caption_counts=np.array([len(texts) for texts in benchmark.references], dtype=np.int64),
        words=tuple(found.vocabulary[number] for number in numbers),
        starts=starts,
        captions=captions,
        tokenizer=str(chosen) if unit == "token" else "parser",
        fingerprint=f"{references.fingerprint:016x}",
        unit=unit,
        parser=parser,
    )


def _chosen(found: CaptionWords, words: int | Iterable[str]) -> list[int]:
    frequencies = np.bincount(found.numbers, minlength=len(found.vocabulary)).tolist()
    if isinstance(words, int):
        used = (number for number, times in enumerate(frequencies) if times)
        order = sorted(used, key=lambda n: (-frequencies[n], found.vocabulary[n]))
        return order[: max(words, 0)]
    number_of = {word: number for number, word in enumerate(found.vocabulary)}
    wanted = (number_of.get(word) for word in dict.fromkeys(words))
    return [number for number in wanted if number is not None and frequencies[number]]


def _by_word(found: CaptionWords, numbers: Sequence[int]) -> tuple[Integers, NDArray[np.int32]]:
    """The captions of some words, in the order of these words; entries are sorted by word."""
    first = np.searchsorted(found.numbers, numbers)
    last = np.searchsorted(found.numbers, numbers, side="right")
    parts = [found.captions[start:end] for start, end in zip(first, last, strict=True)]
    return _starts(last - first), np.concatenate(parts).astype(np.int32)


def _digest(words: Sequence[str]) -> str:
    """What tells these words from others, in whatever order they are."""
    text = "\n".join(sorted(words)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:8]


def _starts(sizes: Integers) -> Integers:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
