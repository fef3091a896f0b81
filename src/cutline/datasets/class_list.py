"""Lists of class names: a vocabulary."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.datasets.json_document import not_json
from cutline.datasets.object_synonyms import plain_label
from cutline.datasets.source import Source, open_source
from cutline.datasets.text_captions import text_lines
from cutline.datasets.wording import described, printable, short


def read_class_list(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """The classes of a file: one a line, where `#` begins a remark, or a JSON array of names.

    Raises:
        FileError: when the file cannot be read or is neither.
        ContentError: when a class stands twice.
    """
    source = open_source(path)
    is_json = source.data[:64].lstrip()[:1] in (b"[", b"{")
    seen: dict[str, str] = {}
    for where, label in _from_json(source) if is_json else _from_lines(source):
        plain = plain_label(label)
        if plain in seen:
            raise ContentError(f"{where}: the class {short(label)!r} stands twice")
        seen[plain] = label
    if not seen:
        raise FileError(f"{source.name}: holds no classes")
    return tuple(seen.values())


def _from_lines(source: Source) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text_lines(source), 1):
        label = printable(" ".join(line.split()))
        if label and not label.startswith("#"):
            yield f"{source.name}, line {number}", label


def _from_json(source: Source) -> Iterator[tuple[str, str]]:
    try:
        content: Any = native.load_json(source.data, {}, frozenset())[0]
    except native.JsonError as error:
        raise not_json(source, error) from None
    if not isinstance(content, list):
        raise FileError(f"{source.name}: found {described(content)}, expected an array of classes")
    for number, label in enumerate(content, 1):
        where = f"{source.name}, item {number}"
        if not isinstance(label, str) or not label.strip():
            raise FileError(f"{where}: found {described(label)}, expected a class")
        yield where, printable(label.strip())
