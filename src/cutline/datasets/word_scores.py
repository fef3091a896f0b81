"""Words that a system gives images, with or without scores, from JSON lines."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.core.types import ImageId
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import MISSING, described, other_ids, printable, short

_SPACE = b" \t\r\n"
_KIND = "word-scores"
_EXPECTED = 'a list of words, or scores by word, such as {"dog": 0.93}'


@dataclass(frozen=True, eq=False)
class WordScores:
    """Entry by entry, the image `images[i]` is given the word `numbers[i]` with `scores[i]`.

    Images and words are places in `image_ids` and `words`. A file without scores has 1 everywhere.
    """

    system: str
    image_ids: tuple[ImageId, ...]
    words: tuple[str, ...]
    images: NDArray[np.int32]
    numbers: NDArray[np.int32]
    scores: NDArray[np.float64]


def is_word_scores(path: str) -> bool:
    """Whether a file begins with words of images, or says that it is of that kind.

    Raises:
        FileError: when it cannot be read.
    """
    source = open_source(path)
    for _, _, line in source.lines():
        if line.strip(_SPACE):
            try:
                record, _ = native.load_json(line.strip(_SPACE), {}, frozenset())
            except native.JsonError:
                return False
            if not isinstance(record, dict):
                return False
            return "words" in record or record.get("cutline") == _KIND
    return False


def read_word_scores(path: str, image_ids: Iterable[ImageId], words: Iterable[str]) -> WordScores:
    """The scores of some words for some images.

    A line of the file is `{"image_id": 7, "words": {"dog": 0.93, "ball": 0.2}}`, or without scores
    `{"image_id": 7, "words": ["dog", "ball"]}`; the first may be a header `{"cutline":
    "word-scores", "system": ...}`. Higher scores are surer; any finite numbers will do. Words are
    compared in lower case, and of several spellings the highest score counts. Ids may be numbers
    here and text in the references, or the other way round. Images and words that were not asked
    for are left out.

    Raises:
        FileError: when the file cannot be read, or a line is something else.
        ContentError: when it has none of the images or none of the words, or an image twice.
    """
    source = open_source(path)
    return _Reader(source, image_ids, tuple(dict.fromkeys(words))).read()


class _Reader:
    def __init__(
        self, source: Source, image_ids: Iterable[ImageId], words: tuple[str, ...]
    ) -> None:
        self._source = source
        self._system = source.system
        self._by_text = {str(image_id): image_id for image_id in image_ids}
        self._words = words
        # The only keys that the parser keeps: a file may have thousands of words for each image.
        self._number_of = {
            form: number
            for number, word in enumerate(words)
            for form in (word.upper(), word.capitalize(), word)
        }
        self._kept = frozenset(self._number_of)
        self._line_of: dict[ImageId, int] = {}
        self._is_graded: bool | None = None
        self._images, self._numbers, self._scores = array("i"), array("i"), array("d")

    def read(self) -> WordScores:
        first: str | None = None
        is_start = True
        for number, start, line in self._source.lines():
            if not line.strip(_SPACE):
                continue
            place = f"{self._source.name}, line {number}"
            record = self._record(line, start, place)
            if is_start and "image_id" not in record and "cutline" in record:
                self._read_header(record, place)
            else:
                text = self._id_text(record, place)
                first = text if first is None else first
                self._add(text, record.get("words", MISSING), place, number)
            is_start = False
        if not self._line_of:
            known = other_ids(first, self._by_text)
            raise ContentError(f"{self._source.name}: has words for none of the {known}")
        if not self._scores:
            raise ContentError(
                f"{self._source.name}: has none of the {len(self._words):,} words that are looked "
                f"at, such as {short(repr(self._words[0] if self._words else ''))}"
            )
        return WordScores(
            self._system,
            tuple(self._line_of),
            self._words,
            np.frombuffer(self._images, dtype=np.int32),
            np.frombuffer(self._numbers, dtype=np.int32),
            np.frombuffer(self._scores, dtype=np.float64),
        )

    def _record(self, line: bytes, start: int, place: str) -> dict[str, Any]:
        try:
            record, duplicates = native.load_json(line.rstrip(_SPACE), {}, self._kept)
        except native.JsonError as error:
            raise not_json(self._source, error, start, "line") from None
        if not isinstance(record, dict):
            raise FileError(f'{place}: found {described(record)}, expected {{"image_id", "words"}}')
        for _, key in duplicates:
            raise FileError(f"{place}: {short(key)!r} stands twice in one object")
        return record

    def _read_header(self, record: dict[str, Any], place: str) -> None:
        if record["cutline"] != _KIND:
            found = described(record["cutline"])
            raise FileError(f"{place}: a Cutline file of {found}, expected {_KIND!r}")
        if record.get("version", 1) != 1:
            found = described(record["version"])
            raise FileError(f"{place}: version {found}; this Cutline reads version 1")
        if isinstance(record.get("system"), str):
            self._system = printable(record["system"])

    def _id_text(self, record: dict[str, Any], place: str) -> str:
        image_id = record.get("image_id", MISSING)
        if type(image_id) not in (int, str):
            raise FileError(f'{place}: "image_id": found {described(image_id)}, expected an id')
        return str(image_id)

    def _add(self, text: str, words: Any, place: str, line: int) -> None:
        found = self._found(words, place)
        image_id = self._by_text.get(text)
        if image_id is None:
            return
        before = self._line_of.setdefault(image_id, line)
        if before != line:
            raise ContentError(
                f"{place}: image {short(repr(image_id))} has words already, in line {before}"
            )
        image = len(self._line_of) - 1
        self._images.extend([image] * len(found))
        self._numbers.extend(found)
        self._scores.extend(found.values())

    def _found(self, words: Any, place: str) -> dict[int, float]:
        """The scores of an image by the number of the word."""
        is_graded = isinstance(words, dict)
        if not is_graded and not isinstance(words, list):
            raise FileError(f'{place}: "words": found {described(words)}, expected {_EXPECTED}')
        if self._is_graded not in (None, is_graded):
            raise FileError(
                f'{place}: "words": lists and scores are mixed; expected one of them throughout'
            )
        self._is_graded = is_graded
        found: dict[int, float] = {}
        for word in words:
            if not isinstance(word, str):
                raise FileError(f'{place}: "words": found {described(word)}, expected a word')
            number = self._number_of.get(word)
            if number is not None:
                score = _score(words[word], word, place) if is_graded else 1.0
                found[number] = max(score, found.get(number, -math.inf))
        return found


def _score(value: Any, word: str, place: str) -> float:
    if type(value) in (int, float):
        try:
            score = float(value)
        except OverflowError:
            score = math.inf
        if math.isfinite(score):
            return score
    raise FileError(f"{place}: {short(word)!r}: found {described(value)}, expected a score")
