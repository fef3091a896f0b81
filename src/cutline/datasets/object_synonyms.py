"""Words that name objects: which word stands for which label."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source, open_source
from cutline.datasets.text_captions import text_lines
from cutline.datasets.wording import described, printable, short

#: Stands in place of a label on a line of words that name no object.
NO_LABEL = "-"


@dataclass(frozen=True)
class ObjectSynonyms:
    """Words, or words in a row such as "fire hydrant", by the label of the object they name.

    The label is None for words that name no object, so that the "train" of "train station" is not
    taken for one. `name` tells what a figure was computed with.
    """

    name: str
    label_of: Mapping[str, str | None]

    @property
    def labels(self) -> frozenset[str]:
        """All labels."""
        return frozenset(label for label in self.label_of.values() if label is not None)

    def with_labels(self, labels: Iterable[str]) -> ObjectSynonyms:
        """The same, and labels that are not among the words stand for themselves.

        >>> synonyms = ObjectSynonyms("pets", {"kitten": "cat"})
        >>> synonyms.with_labels(["Cat", "hot_dog"]).label_of
        {'kitten': 'cat', 'cat': 'cat', 'hot dog': 'hot dog'}
        """
        label_of = dict(self.label_of)
        for label in map(plain_label, labels):
            label_of[label] = label_of.get(label) or label
        return ObjectSynonyms(self.name, label_of)


def plain_label(label: str) -> str:
    """A label as it is compared: in lower case, with one space between words.

    >>> plain_label(" Dining_table")
    'dining table'
    """
    return " ".join(label.replace("_", " ").lower().split())


def read_object_synonyms(path: str | os.PathLike[str]) -> ObjectSynonyms:
    """Synonyms from a file: lines of words, or a JSON object `{word: label}`.

    A line has a label and then the words that name the same, with commas between; a line whose
    label is `-` has words that name no object, and one that begins with `#` is a remark. In JSON
    such words have `null` for a label.

    Raises:
        FileError: when the file cannot be read or is neither.
        ContentError: when one word stands for two labels.
    """
    source = open_source(path)
    is_json = source.data[:64].lstrip()[:1] == b"{"
    label_of: dict[str, str | None] = {}
    for where, word, label in _from_json(source) if is_json else _from_lines(source):
        if label_of.setdefault(word, label) != label:
            raise ContentError(
                f"{source.name}, {where}: {short(printable(word))!r} stands for "
                f"{_named(label_of[word])} and for {_named(label)}, expected one label"
            )
    if not any(label_of.values()):
        raise FileError(f"{source.name}: holds no words for any label")
    digest = hashlib.sha256(source.data).hexdigest()[:16]
    return ObjectSynonyms(f"{Path(source.name).name}={digest}", label_of)


def _named(label: str | None) -> str:
    return "nothing" if label is None else repr(short(printable(label)))


def _from_lines(source: Source) -> Iterator[tuple[str, str, str | None]]:
    for number, line in enumerate(text_lines(source), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words = [plain_label(word) for word in line.split(",")]
        if not words[0]:
            raise FileError(
                f"{source.name}, line {number}: found {short(printable(line.strip()))!r}, expected "
                f"a label, a comma and words"
            )
        label = None if words[0] == NO_LABEL else words[0]
        for word in words if label else words[1:]:
            if word:
                yield f"line {number}", word, label


def _from_json(source: Source) -> Iterator[tuple[str, str, str | None]]:
    try:
        content, duplicates = native.load_json(source.data, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error) from None
    for offset, key in duplicates:
        line, column = source.line_and_column(offset)
        raise FileError(f"{source.name}, line {line}, column {column}: {short(key)!r} stands twice")
    for word, label in content.items():
        if plain := plain_label(word):
            yield f"{short(printable(word))!r}", plain, _label(label, word, source)


def _label(value: Any, word: str, source: Source) -> str | None:
    if value is None:
        return None
    if isinstance(value, str) and plain_label(value):
        return plain_label(value)
    raise FileError(
        f"{source.name}, {short(printable(word))!r}: found {described(value)}, expected a label"
    )
