"""Rows of shards: an image with its caption and references, and what is wrong with some of them.

A row is `{"image_id": 7, "caption": "...", "references": ["...", "..."]}`; instead of `caption` it
may have `captions`, best first, of which the first counts. What is seen in the image may stand in
`objects`, as labels or as what a detector writes. What cannot be scored is left out and
told, by its kind and its place.
"""

from __future__ import annotations

import gzip
import io
import json
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any

from cutline.core.errors import FileError
from cutline.datasets.caption_text import faults, repaired, unusual
from cutline.datasets.wording import LONE_SURROGATE, described
from cutline.scale.parts import Part
from cutline.scale.storage import opened

#: So many rows are worked on at once.
CHUNK_ROWS = 16_384
#: So many problems of a part are told one by one; all are counted.
MOST_TOLD = 20
#: These only need another character in their place.
_REPAIRED = {"line-end", "lone-surrogate"}
#: These are told, and scored as they are.
_HARMLESS = {"empty-caption", "control-character"}


@dataclass(frozen=True)
class Wanted:
    """What rows are read for, beside ids and captions: metrics differ in what they need.

    Args:
        references: whether a row has to have references; else it may.
        objects: whether objects are read. Images without any are scored by what else there is.
    """

    references: bool = True
    objects: bool = False


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with a row.

    Args:
        kind: one of `cutline.datasets.problems`, or `not-a-record`.
        row: of the part, from 0 on.
        message: what was found, and what was expected.
        image_id: if it is known.
    """

    kind: str
    row: int
    message: str
    image_id: str | None = None


@dataclass
class Problems:
    """How often what is wrong, and the first of it."""

    counts: Counter[str] = field(default_factory=Counter)
    told: list[Problem] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        """Count a problem."""
        self.counts[problem.kind] += 1
        if len(self.told) < MOST_TOLD:
            self.told.append(problem)


@dataclass
class Rows:
    """Rows that can be scored, by column."""

    numbers: list[int] = field(default_factory=list)
    image_ids: list[str] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    references: list[list[str]] = field(default_factory=list)
    #: Labels of what is seen, as often as it is there.
    objects: list[list[str]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, places: slice) -> Rows:
        return Rows(
            self.numbers[places],
            self.image_ids[places],
            self.captions[places],
            self.references[places],
            self.objects[places],
        )

    def __add__(self, other: Rows) -> Rows:
        return Rows(
            self.numbers + other.numbers,
            self.image_ids + other.image_ids,
            self.captions + other.captions,
            self.references + other.references,
            self.objects + other.objects,
        )


@dataclass
class PartReader:
    """Reads the rows of a part, and counts what it meets.

    Args:
        part: what to read.
        left_out: rows not to give, by their numbers, as those that stand elsewhere too.
        wanted: what rows are read for.
    """

    part: Part
    left_out: Container[int] = ()
    wanted: Wanted = Wanted()
    problems: Problems = field(default_factory=Problems)
    rows: int = 0
    #: How many parts before and behind have rows that the texts of these depend on.
    reach: tuple[int, int] = (0, 0)

    def chunks(self) -> Iterator[Rows]:
        """Good rows, so many at a time.

        Raises:
            FileError: when the shard cannot be read.
        """
        rows = Rows()
        for record in self._records():
            number, self.rows = self.rows, self.rows + 1
            if number in self.left_out or record is _BLANK:
                continue
            self._take(number, record, rows)
            if len(rows) >= CHUNK_ROWS:
                yield rows
                rows = Rows()
        if len(rows):
            yield rows

    def _records(self) -> Iterator[Any]:
        if self.part.format == "parquet":
            yield from _parquet_records(self.part, self.wanted)
            return
        for line in _lines(self.part):
            try:
                yield json.loads(line) if line.strip() else _BLANK
            except (ValueError, RecursionError) as error:
                yield _Unreadable(f"not JSON: {error}, expected an object")

    def _take(self, number: int, record: Any, rows: Rows) -> None:
        if not isinstance(record, dict):
            unreadable = isinstance(record, _Unreadable)
            found = record.why if unreadable else f"{described(record)}, expected an object"
            self.problems.add(Problem("not-a-record", number, found))
            return
        image_id = record.get("image_id", ...)
        if isinstance(image_id, bool) or not isinstance(image_id, int | str):
            kind = "missing-field" if image_id is ... else "wrong-type"
            found = f'"image_id" is {described(image_id)}, expected a whole number or text'
            self.problems.add(Problem(kind, number, found))
            return
        name = str(image_id)
        if found := LONE_SURROGATE.search(name):  # no Parquet file could hold the id
            message = f'"image_id" has U+{ord(found[0]):04X}, which is half a character'
            self.problems.add(Problem("lone-surrogate", number, message))
            return
        caption = self._caption(number, name, record)
        references = self._references(number, name, record)
        objects = self._objects(number, name, record)
        if caption is None or references is None or objects is None:
            return
        rows.numbers.append(number)
        rows.image_ids.append(name)
        rows.captions.append(caption)
        rows.references.append(references)
        rows.objects.append(objects)

    def _caption(self, number: int, name: str, record: dict[str, Any]) -> str | None:
        caption = record.get("caption", ...)
        if caption is ... or caption is None:
            ranked = record.get("captions", ...)
            caption = ranked[0] if isinstance(ranked, list) and ranked else caption
        found = self._texts([caption], number, name, "caption")
        return None if found is None else found[0]

    def _references(self, number: int, name: str, record: dict[str, Any]) -> list[str] | None:
        references = record.get("references", ...)
        if not self.wanted.references and references in (..., None, []):
            return []
        if not isinstance(references, list):
            kind = "missing-field" if references is ... else "wrong-type"
            found = f'"references" is {described(references)}, expected a list of captions'
            self.problems.add(Problem(kind, number, found, name))
            return None
        if not references:
            self.problems.add(Problem("no-reference", number, "no reference", name))
            return None
        return self._texts(references, number, name, "references")

    def _objects(self, number: int, name: str, record: dict[str, Any]) -> list[str] | None:
        given = record.get("objects") if self.wanted.objects else None
        if given is None:
            return []
        if not isinstance(given, list):
            message = f'"objects" is {described(given)}, expected a list of labels'
            self.problems.add(Problem("wrong-type", number, message, name))
            return None
        labels = [one.get("label", ...) if isinstance(one, dict) else one for one in given]
        for label in labels:
            if not isinstance(label, str):
                kind = "missing-field" if label is ... else "wrong-type"
                message = f'a label of "objects" is {described(label)}, expected text'
                self.problems.add(Problem(kind, number, message, name))
                return None
        return [repaired(label) for label in labels]

    def _texts(self, texts: list[Any], number: int, name: str, where: str) -> list[str] | None:
        """The texts, put right where that can be; None where they cannot be used."""
        places = unusual(texts)
        if not places:
            return texts
        good = list(texts)
        for place in places:
            for kind, message in faults(texts[place], where):
                self.problems.add(Problem(kind, number, message, name))
                if kind in _REPAIRED:
                    good[place] = repaired(good[place])
                elif kind not in _HARMLESS:
                    return None
        return good


@dataclass(frozen=True)
class _Unreadable:
    why: str


#: A line without anything, which has a number all the same.
_BLANK = object()


def _parquet_records(part: Part, wanted: Wanted) -> Iterator[Any]:
    from pyarrow import ArrowException, parquet

    names = ["image_id", "caption", "captions", "references", *["objects"] * wanted.objects]
    try:
        with opened(part.shard) as file:
            shard = parquet.ParquetFile(file)
            columns = [name for name in names if name in shard.schema_arrow.names]
            groups = range(part.first, part.last)
            for batch in shard.iter_batches(CHUNK_ROWS, groups, columns):
                yield from _records_of(batch)
    except ArrowException as error:
        raise FileError(f"{part.shard}: damaged: {error}") from None


def _records_of(batch: Any) -> list[Any]:
    """The rows of a batch. Nothing keeps a Parquet file from holding text that is none."""
    try:
        return list(batch.to_pylist())
    except (ValueError, OverflowError) as error:
        if len(batch) == 1:
            return [_Unreadable(f"a value that cannot be read: {error}")]
    middle = len(batch) // 2
    return _records_of(batch.slice(0, middle)) + _records_of(batch.slice(middle))


def _lines(part: Part) -> Iterator[bytes]:
    """The lines that begin in this part."""
    with opened(part.shard) as file:
        if part.format == "jsonl.gz":
            try:
                yield from gzip.GzipFile(fileobj=file)
            except (OSError, EOFError) as error:
                raise FileError(f"{part.shard}: a damaged gzip file: {error}") from None
            return
        yield from _lines_between(file, part.first, part.last)


def _lines_between(file: Any, first: int, last: int) -> Iterator[bytes]:
    at = max(0, first - 1)
    file.seek(at)
    lines = io.BufferedReader(file, 1 << 20)
    if first:
        at += len(lines.readline())  # what began before, or the line end before this part
    while at < last:
        line = lines.readline()
        if not line:
            return
        at += len(line)
        yield line
