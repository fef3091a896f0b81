"""JSON lines: a record a line, perhaps after a header."""

from __future__ import annotations

from typing import Any

from cutline import native
from cutline.core.errors import FileError
from cutline.datasets.fields import chosen_field
from cutline.datasets.json_document import not_json
from cutline.datasets.records import Purpose, Records
from cutline.datasets.source import Source
from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, printable, short

_TAG_FIELDS = ("domain", "split")
#: Files of another kind that can be read for this purpose: descriptions of boxes are references.
_ALSO = {"references": ("boxes",), "run": ()}


def read_json_lines(source: Source, purpose: Purpose) -> Records:
    """Read JSON lines; the first line may be a header `{"cutline": "run", "system": ...}`.

    Raises:
        FileError: where a line is not JSON, with its number.
    """
    records = Records(source.name, "JSON lines", [], [], system=source.system)
    lines: list[int] = []
    records.line_of = lines.__getitem__
    strays: set[int] = set()
    for number, start, line in source.lines():
        if not line.strip(b" \t\r\n"):
            continue
        record, duplicates = _parsed(source, start, line)
        if not lines and _is_header(record):
            _read_header(record, number, records, purpose)
            continue
        lines.append(number)
        _add(record, records, purpose, strays)
        for _, key in duplicates:
            message = f"the key {short(key)!r} stands twice in one object"
            records.add_problem("duplicate-key", len(lines) - 1, message)
    if not lines:
        raise FileError(f"{source.name}: holds no records")
    records.strays = frozenset(strays)
    return records


def _parsed(source: Source, start: int, line: bytes) -> tuple[Any, list[tuple[int, str]]]:
    """What a line holds, and its keys that stand twice."""
    try:
        return native.load_json(line.removesuffix(b"\n"), {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error, start, "line") from None


def _is_header(record: Any) -> bool:
    return isinstance(record, dict) and "cutline" in record and "image_id" not in record


def _read_header(record: dict[str, Any], number: int, records: Records, purpose: Purpose) -> None:
    if record["cutline"] not in (purpose, *_ALSO[purpose]):
        raise FileError(
            f"{records.file}, line {number}: a Cutline file of {described(record['cutline'])}, "
            f"expected {purpose!r}"
        )
    if record.get("version", 1) != 1:
        raise FileError(
            f"{records.file}, line {number}: version {described(record['version'])}; "
            f"this Cutline reads version 1"
        )
    if isinstance(record.get("system"), str):
        records.system = printable(record["system"])


def _add(record: Any, records: Records, purpose: Purpose, strays: set[int]) -> None:
    index = len(records.image_ids)
    is_record = isinstance(record, dict)
    fields = record if is_record else {}
    field, rival = chosen_field(fields, purpose)
    image_id = fields.get("image_id", MISSING)
    records.image_ids.append(image_id)
    records.captions.append(fields[field] if field else MISSING)
    if not is_record:
        strays.add(index)
        message = f"found {described(record)}, expected a record"
        records.add_problem("wrong-type", index, message)
    if rival:
        message = f'the record has both "{field}" and "{rival}", expected one of them'
        records.add_problem("two-captions", index, message)
    for tag in _TAG_FIELDS:
        if isinstance(fields.get(tag), str) and type(image_id) in (int, str):
            label = LONE_SURROGATE.sub("\ufffd", fields[tag])
            records.tags.setdefault(tag, {})[image_id] = label
