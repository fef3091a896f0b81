"""Selected images as JSON, and as lists of ids."""

from __future__ import annotations

import json

from cutline.benchmarks.selection import Selection
from cutline.core.atomic import atomic_write
from cutline.core.errors import ContentError, UsageError
from cutline.datasets.selected_images import KIND, VERSION

_NO_LISTS = (".json", ".csv", ".tsv", ".html")


def as_json(selection: Selection) -> str:
    """Every figure, and the ids in the order of selection."""
    content = {"cutline": KIND, "version": VERSION, **selection.to_dict()}
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def check_output(path: str | None) -> None:
    """Refuse a name that promises another kind of file.

    Raises:
        UsageError: naming the two kinds that there are.
    """
    if path and path.lower().removesuffix(".gz").endswith(_NO_LISTS):
        raise UsageError(
            f"{path}: ids are written one a line, expected a name that ends in .txt or .jsonl "
            f"(figures come with --json, pages with --report)"
        )


def write_ids(selection: Selection, path: str) -> None:
    """Write the ids, one a line, or as JSON lines with reasons."""
    is_lines = path.lower().removesuffix(".gz").endswith(".jsonl")
    text = _json_lines(selection) if is_lines else ids_text(selection)
    with atomic_write(path) as file:
        file.write(text)


def ids_text(selection: Selection) -> str:
    """The ids in the order of selection, one a line.

    Raises:
        ContentError: when an id has a line end inside.
    """
    ids = [str(image_id) for image_id in selection.image_ids]
    for text in ids:
        if len(text.splitlines()) != 1 or text != text.strip():
            raise ContentError(
                f"image {text!r}: such an id cannot stand on a line of its own; write .jsonl"
            )
    return "".join(f"{text}\n" for text in ids)


def _json_lines(selection: Selection) -> str:
    header = {"cutline": KIND, "version": VERSION, "signature": selection.signature}
    records = [dict(zip(selection.table(), row, strict=True)) for row in selection.table().rows()]
    lines = (json.dumps(one, ensure_ascii=False, allow_nan=False) for one in (header, *records))
    return "".join(f"{line}\n" for line in lines)
