"""Cutline's own form of judgments: JSON lines, of rated captions or of pairs."""

from __future__ import annotations

from typing import Any

from cutline.core.errors import ContentError, FileError
from cutline.datasets.judgments.lines import (
    caption_of,
    captions_of,
    image_id_of,
    json_records,
    numbers_of,
)
from cutline.datasets.judgments.types import CaptionPairs, RatedCaptions
from cutline.datasets.source import Source
from cutline.datasets.wording import MISSING, described, printable

VERSION = 1


def read_cutline_lines(source: Source) -> RatedCaptions | CaptionPairs:
    """Read JSON lines of judgments; the first line may be a header.

    A header is `{"cutline": "judgments", "version": 1, "name": ...}`. A rated caption is
    `{"image_id", "caption", "references", "ratings"}`, with `system` where it is known. A pair is
    `{"image_id", "captions", "references", "votes"}`, with `category` where there is one. A file
    holds the one or the other.

    Raises:
        FileError: where a line is no record, or the header is of another file or version.
        ContentError: where a record lacks a field, or has something else there.
    """
    records = list(json_records(source))
    name = source.system
    if "cutline" in records[0][1] and "image_id" not in records[0][1]:
        name = _name(*records.pop(0)) or name
    if not records:
        raise FileError(f"{source.name}: a header and no judgments")
    is_pairs = "votes" in records[0][1]
    for place, record in records:
        if ("votes" in record) != is_pairs:
            expected = ("ratings", "votes") if is_pairs else ("votes", "ratings")
            found = expected[0] if expected[0] in record else "neither ratings nor votes"
            raise ContentError(f"{place}: found {found}, expected {expected[1]}")
    return _pairs(name, records) if is_pairs else _rated(name, records)


def _name(place: str, header: dict[str, Any]) -> str:
    if header["cutline"] != "judgments":
        raise FileError(
            f"{place}: a Cutline file of {described(header['cutline'])}, expected 'judgments'"
        )
    if header.get("version", VERSION) != VERSION:
        raise FileError(
            f"{place}: version {described(header['version'])}; this Cutline reads version {VERSION}"
        )
    name = header.get("name")
    return printable(name) if isinstance(name, str) else ""


def _rated(name: str, records: list[tuple[str, dict[str, Any]]]) -> RatedCaptions:
    return RatedCaptions(
        name,
        tuple(image_id_of(record, "image_id", place) for place, record in records),
        tuple(caption_of(r.get("caption", MISSING), "caption", place) for place, r in records),
        _references(records),
        tuple(numbers_of(r.get("ratings", MISSING), "ratings", place) for place, r in records),
        systems=tuple(printable(str(record.get("system", ""))) for _, record in records),
    )


def _pairs(name: str, records: list[tuple[str, dict[str, Any]]]) -> CaptionPairs:
    captions, votes = [], []
    for place, record in records:
        pair = captions_of(record.get("captions", MISSING), "captions", place)
        chosen = numbers_of(record["votes"], "votes", place)
        if len(pair) != 2 or len(chosen) != 2:
            raise ContentError(
                f"{place}: {len(pair)} captions and {len(chosen)} votes, expected two of each"
            )
        if min(chosen) < 0:
            raise ContentError(f'{place}: "votes" has {min(chosen):g}, expected how many people')
        captions.append((pair[0], pair[1]))
        votes.append((chosen[0], chosen[1]))
    return CaptionPairs(
        name,
        tuple(image_id_of(record, "image_id", place) for place, record in records),
        tuple(captions),
        _references(records),
        tuple(votes),
        tuple(printable(str(record.get("category") or "")) for _, record in records),
    )


def _references(records: list[tuple[str, dict[str, Any]]]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        captions_of(record.get("references", MISSING), "references", place)
        for place, record in records
    )
