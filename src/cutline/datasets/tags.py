"""Labels of images from a file, to cut scores into slices by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.core.types import ImageId
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source, open_source
from cutline.datasets.text_captions import table_rows
from cutline.datasets.wording import described, printable, short


def read_tags(path: str, image_ids: Iterable[ImageId]) -> dict[ImageId, str]:
    """The label of each image: a JSON object `{id: label}`, or a table of ids and labels.

    In a table the first column is the id and the second the label; ids may be numbers here and
    text in the references, or the other way round.

    Raises:
        FileError: when the file cannot be read or is neither.
        ContentError: when it labels none of the images, or one of them in two ways.
    """
    source = open_source(path)
    start = source.data[:64].lstrip()
    pairs = _from_json(source) if start[:1] == b"{" else _from_table(source)
    by_text = {str(image_id): image_id for image_id in image_ids}
    tags: dict[ImageId, str] = {}
    for text, label in pairs:
        image_id = by_text.get(text)
        if image_id is not None and tags.setdefault(image_id, label) != label:
            raise ContentError(
                f"{source.name}, image {short(repr(image_id))}: labelled both "
                f"{short(tags[image_id])!r} and {short(label)!r}"
            )
    if not tags:
        raise ContentError(f"{source.name}: labels none of the {len(by_text)} images")
    return tags


def _from_json(source: Source) -> list[tuple[str, str]]:
    try:
        content, duplicates = native.load_json(source.data, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error) from None
    for offset, key in duplicates:
        line, column = source.line_and_column(offset)
        raise FileError(
            f"{source.name}, line {line}, column {column}: {short(key)!r} is labelled twice"
        )
    return [(key, _label(value, key, source)) for key, value in content.items()]


def _label(value: Any, key: str, source: Source) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return printable(str(value))
    raise FileError(
        f"{source.name}, image {short(repr(key))}: found {described(value)}, expected a label"
    )


def _from_table(source: Source) -> list[tuple[str, str]]:
    first_line = source.data[: max(0, source.data.find(b"\n")) or None]
    pairs = []
    for line, row in table_rows(source, "\t" if b"\t" in first_line else ","):
        if len(row) < 2:
            raise FileError(
                f"{source.name}, line {line}: found {row[0][:40]!r}, expected an image id and a "
                f"label"
            )
        pairs.append((row[0].strip(), printable(row[1].strip())))
    return pairs
