"""JSON files of captions: COCO annotations and results, Karpathy, nocaps, plain dictionaries."""

from __future__ import annotations

from typing import Any

from cutline.core.errors import FileError
from cutline.core.types import ImageId
from cutline.datasets.fields import caption_fields, chosen_field, numbered
from cutline.datasets.json_document import Table, load_document
from cutline.datasets.json_members import Members
from cutline.datasets.problems import Place, Problem
from cutline.datasets.records import Purpose, Records
from cutline.datasets.source import Source
from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, short

_NOCAPS_DOMAINS = {"in_domain", "near_domain", "out_domain"}


def read_json_captions(source: Source, purpose: Purpose) -> Records:
    """Read any of the JSON forms; the form is told by the keys the file has.

    Raises:
        FileError: when the file is not JSON, or JSON of another kind.
    """
    content, duplicates = load_document(source)
    if isinstance(content, Table):
        records = _from_array(source, content, purpose)
    elif isinstance(content, dict):
        records = _from_object(source, content, purpose)
    else:
        raise FileError(
            f"{source.name}: found {described(content)}, expected an array or an object"
        )
    if duplicates:
        tables = [content] if isinstance(content, Table) else content.values()
        keys = [table.key for table in tables if isinstance(table, Table)]
        records.problems[:0] = _duplicate_keys(source, records, keys, duplicates)
    return records


def _from_object(source: Source, content: dict[str, Any], purpose: Purpose) -> Records:
    images, annotations = content.get("images"), content.get("annotations")
    if isinstance(annotations, Table):
        listed = images if isinstance(images, Table) else None
        return _from_annotations(source, listed, annotations, purpose)
    if isinstance(images, Table) and images.column("sentences") is not None:
        return _from_karpathy(source, images)
    if "images" in content or "annotations" in content:
        raise FileError(
            f"{source.name}: looks like COCO annotations but has no captions: expected "
            f'"annotations", a list of {{"image_id", "caption"}}'
        )
    if any(name in content for name in ("image_id", *caption_fields(purpose))):
        return _from_single(source, content, purpose)
    if "cutline" in content:
        raise FileError(
            f"{source.name}: a Cutline file of {described(content['cutline'])} without records "
            f"of captions"
        )
    return _from_dictionary(source, content)


def _from_annotations(
    source: Source, images: Table | None, annotations: Table, purpose: Purpose
) -> Records:
    records = _from_columns(source, annotations, "COCO annotations", purpose)
    if images is None:
        return records
    records.problems += _strays(source, images)
    ids = images.column("id")
    if ids is None:
        found = "its records have no" if images.count else "it is empty, expected records with an"
        raise FileError(f'{source.name}: "images": {found} "id"')
    records.order = ids
    domains = images.column("domain")
    if domains is not None:
        records.format = "nocaps annotations"
        records.tags["domain"] = _tag_by_id(ids, domains)
    return records


def _from_array(source: Source, table: Table, purpose: Purpose) -> Records:
    records = _from_columns(source, table, "COCO results", purpose)
    split, domain = table.column("split"), table.column("domain")
    for name, values in (("split", split), ("domain", domain)):
        if values is None:
            continue
        tags = _tag_by_id(records.image_ids, values)
        is_nocaps = name == "split" and set(tags.values()) <= _NOCAPS_DOMAINS
        records.tags["domain" if is_nocaps else name] = tags
    if records.caption_field != "caption":
        records.format = f'JSON records with "{records.caption_field}"'
    return records


def _from_columns(source: Source, table: Table, format_name: str, purpose: Purpose) -> Records:
    fields = [name for name in caption_fields(purpose) if name in table.columns]
    _refuse_other_tables(source, table, bool(fields))
    nothing: list[Any] = [MISSING] * table.count
    records = Records(
        file=source.name,
        format=format_name,
        image_ids=table.columns.get("image_id", nothing),
        captions=table.columns[fields[0]] if fields else nothing,
        caption_field=fields[0] if fields else "caption",
        line_of=Members(source, table.key).line,
        problems=_strays(source, table),
        system=source.system,
        strays=frozenset(index for index, _ in table.strays),
    )
    if len(fields) > 1:
        _merge_captions(records, {name: table.columns[name] for name in fields}, purpose)
    return records


def _refuse_other_tables(source: Source, table: Table, has_captions: bool) -> None:
    under = f'"{table.key}": ' if table.key else ""
    if table.count == 0:
        raise FileError(f"{source.name}: {under}holds no records")
    lacking = [] if "image_id" in table.columns else ['"image_id"']
    lacking += [] if has_captions else ['"caption"']
    if lacking and len(table.strays) < table.count:
        raise FileError(
            f"{source.name}: {under}no record has {' or '.join(lacking)}: expected "
            f'[{{"image_id": 1, "caption": "..."}}, ...]'
        )


def _merge_captions(records: Records, columns: dict[str, list[Any]], purpose: Purpose) -> None:
    """Take each record's captions from the field that it has."""
    records.captions = list(records.captions)
    for index in range(len(records.captions)):
        present = {name for name, values in columns.items() if values[index] is not MISSING}
        field, rival = chosen_field(present, purpose)
        records.captions[index] = columns[field][index] if field else MISSING
        if rival:
            message = f'the record has both "{field}" and "{rival}", expected one of them'
            records.add_problem("two-captions", index, message)


def _strays(source: Source, table: Table) -> list[Problem]:
    members = Members(source, table.key)
    return [
        Problem(
            "wrong-type",
            Place(source.name, members.line(index), index + 1),
            f"found {described(value)}, expected a record",
        )
        for index, value in table.strays
    ]


def _duplicate_keys(
    source: Source, records: Records, tables: list[str], duplicates: list[tuple[int, str]]
) -> list[Problem]:
    lines = source.line_numbers(offset for offset, _ in duplicates)
    members = [(key, Members(source, key)) for key in tables]
    problems = []
    for line, (offset, key) in zip(lines, duplicates, strict=True):
        found = ((name, of.index_at(offset)) for name, of in members)
        name, index = next(((n, i) for n, i in found if i is not None), ("", None))
        image_id = key if records.ids_are_text else None  # a dictionary's keys are its ids
        place = Place(source.name, line, None if index is None else index + 1, image_id)
        if index is not None and (name != "images" or records.order is None):
            place = records.place(index)
        message = (
            f"the key {short(key)!r} stands twice in one object; the last one counts for most "
            f"programs"
        )
        problems.append(Problem("duplicate-key", place, message))
    return problems


def _from_karpathy(source: Source, images: Table) -> Records:
    name = next((n for n in ("cocoid", "imgid", "filename") if n in images.columns), None)
    if name is None:
        raise FileError(f"{source.name}: the images have neither cocoid, imgid nor filename")
    ids = images.columns[name]
    captions = [
        [s.get("raw", MISSING) if isinstance(s, dict) else s for s in of]
        if isinstance(of, list)
        else of
        for of in images.columns["sentences"]
    ]
    records = Records(
        file=source.name,
        format="Karpathy splits",
        image_ids=ids,
        captions=captions,
        caption_field="sentences",
        id_field=name,
        line_of=Members(source, "images").line,
        problems=_strays(source, images),
        system=source.system,
        strays=frozenset(index for index, _ in images.strays),
    )
    split = images.column("split")
    if split is not None:
        records.tags["split"] = _tag_by_id(ids, split)
    return records


def _from_single(source: Source, content: dict[str, Any], purpose: Purpose) -> Records:
    field, rival = chosen_field(content, purpose)
    records = Records(
        file=source.name,
        format="one JSON record",
        image_ids=[content.get("image_id", MISSING)],
        captions=[content[field] if field else MISSING],
        caption_field=field or "caption",
        line_of=lambda index: 1,
        system=source.system,
    )
    if rival:
        message = f'the record has both "{field}" and "{rival}", expected one of them'
        records.add_problem("two-captions", 0, message)
    return records


def _from_dictionary(source: Source, content: dict[str, Any]) -> Records:
    if not content:
        raise FileError(f"{source.name}: an empty object, expected captions")
    captions = list(content.values())
    if not any(isinstance(value, str | list) for value in captions):
        keys = ", ".join(repr(short(key)) for key in list(content)[:6])
        raise FileError(
            f"{source.name}: not a caption file: the keys are {keys}; expected image ids with "
            f"captions, or COCO's keys"
        )
    return Records(
        file=source.name,
        format="dictionary of captions by image id",
        image_ids=numbered(list(content)),
        captions=captions,
        caption_field="value",
        line_of=Members(source).line,
        system=source.system,
        ids_are_text=True,
    )


def _tag_by_id(ids: list[Any], values: list[Any]) -> dict[ImageId, str]:
    return {
        image_id: LONE_SURROGATE.sub("\ufffd", str(value))
        for image_id, value in zip(ids, values, strict=True)
        if type(image_id) in (int, str) and type(value) in (int, str)
    }
