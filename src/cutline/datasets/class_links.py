"""Hierarchies of classes on file.

Open Images has a file of nested objects: `LabelName`, and under `Subcategory` and `Part` lists of
such objects. Written by hand, a hierarchy is lines:

    duck: bird
    bird: animal
    wing: part of bird

A line has a class and, after a colon, what it is a kind or a part of, with commas between; nothing
stands there for a class that is below no other. A line that begins with `#` is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from cutline import native
from cutline.core.errors import FileError
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source
from cutline.datasets.text_captions import text_lines
from cutline.datasets.wording import MISSING, described, printable, short

Relation = Literal["kind", "part"]

#: A class, what it is a kind or a part of, and which of the two; None if it is below nothing.
ClassLink = tuple[str, str | None, Relation]

#: What all of Open Images is below. It is no class: nothing is labelled with it.
_EVERYTHING = frozenset({"/m/0bl9f", "Entity"})

#: Open Images' class of buildings. Its `Part` key lists what is found in one, laptops and musical
#: instruments among it, and these are no parts.
_BUILDING = frozenset({"/m/0cgh4", "Building"})

_RELATION_OF_KEY: dict[str, Relation] = {"Subcategory": "kind", "Part": "part"}
_PART_OF = re.compile(r"part of\s+(?P<whole>.+)")


def class_links(source: Source) -> Iterator[ClassLink]:
    """What a file says of each class, one link after another; a class below nothing has one too.

    Raises:
        FileError: when the file has neither form.
    """
    is_json = source.data[:64].lstrip()[:1] in (b"{", b"[")
    return _from_json(source) if is_json else _from_lines(source)


def _from_json(source: Source) -> Iterator[ClassLink]:
    kept = frozenset({"LabelName", *_RELATION_OF_KEY})
    try:
        content, duplicates = native.load_json(source.data, {}, kept)
    except native.JsonError as error:
        raise not_json(source, error) from None
    for offset, key in duplicates:
        line, column = source.line_and_column(offset)
        raise FileError(f"{source.name}, line {line}, column {column}: {short(key)!r} stands twice")
    label = _label(content, source.name)
    if label not in _EVERYTHING:
        yield label, None, "kind"
    yield from _below(content, label, source)


def _below(node: dict[str, Any], label: str, source: Source) -> Iterator[ClassLink]:
    # No file is nested so deep that this could fail: the reader of JSON refuses it before.
    where = f"{source.name}, below {short(label)!r}"
    for key, relation in _RELATION_OF_KEY.items():
        inner = node.get(key, [])
        if not isinstance(inner, list):
            raise FileError(f'{where}: "{key}": found {described(inner)}, expected a list')
        is_nothing = label in _EVERYTHING or (relation == "part" and label in _BUILDING)
        for other in inner:
            own = _label(other, where)
            yield own, None if is_nothing else label, relation
            yield from _below(other, own, source)


def _label(node: Any, where: str) -> str:
    label = node.get("LabelName", MISSING) if isinstance(node, dict) else node
    if isinstance(node, dict) and isinstance(label, str) and label.strip():
        return printable(label.strip())
    raise FileError(f'{where}: found {described(label)}, expected a class with a "LabelName"')


def _from_lines(source: Source) -> Iterator[ClassLink]:
    for number, line in enumerate(text_lines(source), 1):
        text = printable(" ".join(line.split()))
        if not text or text.startswith("#"):
            continue
        label, _, rest = (part.strip() for part in text.partition(":"))
        if not label:
            raise FileError(
                f"{source.name}, line {number}: found {short(text)!r}, expected a class, a colon "
                f"and what it is a kind of, such as duck: bird"
            )
        yield label, None, "kind"
        for above in filter(None, (item.strip() for item in rest.split(","))):
            part = _PART_OF.fullmatch(above)
            yield label, part["whole"] if part else above, "part" if part else "kind"
