"""Labels of images from a file, to cut scores into slices by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.core.types import ImageId
from cutline.datasets.json_document import not_json
from cutline.datasets.label_lines import is_label_lines, label_lines
from cutline.datasets.source import Source, open_source
from cutline.datasets.text_captions import table_rows
from cutline.datasets.wording import described, other_ids, printable, short

#: What one image has.
Labels = tuple[str, ...]


def read_tags(path: str, image_ids: Iterable[ImageId]) -> dict[ImageId, Labels]:
    """The labels of each image: a JSON object `{id: label}`, JSON lines, or a table.

    In a table the first column is the id and the second the label; ids may be numbers here and
    text in the references, or the other way round. An image has several labels where JSON has a
    list of them, or the table's one cell has semicolons between them. JSON lines have records
    `{"image_id", "label"}`. Without a label, as with an empty list or cell, an image is as if it
    were not listed.

    Raises:
        FileError: when the file cannot be read or is none of these.
        ContentError: when it labels none of the images, or two rows label one image differently.
    """
    source = open_source(path)
    if is_label_lines(source):
        pairs = [(text, _line_labels(value, text, source)) for text, value in label_lines(source)]
    else:
        start = source.data[:64].lstrip()
        pairs = _from_json(source) if start[:1] == b"{" else _from_table(source)
    by_text = {str(image_id): image_id for image_id in image_ids}
    tags: dict[ImageId, Labels] = {}
    for text, labels in pairs:
        image_id = by_text.get(text)
        if image_id is None or not labels:
            continue
        if set(tags.setdefault(image_id, labels)) != set(labels):
            before, after = (short("; ".join(of)) for of in (tags[image_id], labels))
            raise ContentError(
                f"{source.name}, image {short(repr(image_id))}: labelled both {before!r} and "
                f"{after!r}; several labels go into one row, with ; between them"
            )
    if not tags:
        found = pairs[0][0] if pairs else None
        raise ContentError(f"{source.name}: labels none of the {other_ids(found, by_text)}")
    return tags


def _from_json(source: Source) -> list[tuple[str, Labels]]:
    try:
        content, duplicates = native.load_json(source.data, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error) from None
    for offset, key in duplicates:
        line, column = source.line_and_column(offset)
        raise FileError(
            f"{source.name}, line {line}, column {column}: {short(key)!r} is labelled twice"
        )
    return [(key, _labels(value, key, source)) for key, value in content.items()]


def _labels(value: Any, key: str, source: Source) -> Labels:
    values = value if isinstance(value, list) else [value]
    return _distinct(_label(inner, key, source) for inner in values)


def _line_labels(value: Any, key: str, source: Source) -> Labels:
    return () if value is None else _labels(value, key, source)


def _label(value: Any, key: str, source: Source) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    raise FileError(
        f"{source.name}, image {short(repr(key))}: found {described(value)}, expected a label or "
        f"a list of labels"
    )


def _from_table(source: Source) -> list[tuple[str, Labels]]:
    first_line = source.data[: max(0, source.data.find(b"\n")) or None]
    pairs = []
    for line, row in table_rows(source, "\t" if b"\t" in first_line else ","):
        if len(row) < 2:
            raise FileError(
                f"{source.name}, line {line}: found {row[0][:40]!r}, expected an image id and a "
                f"label"
            )
        pairs.append((row[0].strip(), _distinct(row[1].split(";"))))
    return pairs


def _distinct(labels: Iterable[str]) -> Labels:
    kept = (printable(label.strip()) for label in labels)
    return tuple(dict.fromkeys(label for label in kept if label))
