"""An independent judge of results files: Python's own JSON reader, and rules written down again."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Literal

Fault = Literal["none", "file", "content"]

_CAPTION_FIELDS = ("caption", "captions")
_READ_FIELDS = {"image_id", *_CAPTION_FIELDS}
_UNUSABLE_CHARACTERS = re.compile("[\r\x0b\x0c\u2028\u2029\ud800-\udfff]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_DEEPEST = 64
_LONGEST_CAPTION = 100_000


@dataclass(frozen=True)
class Verdict:
    """What a file holds, or why it is no flawless results file.

    `is_odd` marks what harms no score and may be accepted or refused: a key that stands twice but
    is of no interest.
    """

    fault: Fault = "none"
    reason: str = ""
    captions: dict[int, str] = field(default_factory=dict)
    is_odd: bool = False


class FlawError(Exception):
    """Why a file is not flawless."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(reason)
        self.verdict = Verdict(fault, reason)


class Record(dict[str, Any]):
    """An object, and the keys that it has twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.repeated = {name for name in names if names.count(name) > 1}


class NoNumber:
    """NaN, an infinity, or a number too long to be one."""


def judge(content: bytes, image_ids: Collection[int]) -> Verdict:
    """What a results file for these images is worth."""
    try:
        records = _parsed(_text(content))
        captions = _captions(records)
    except FlawError as flaw:
        return flaw.verdict
    captions = _with_numbers(captions, image_ids)
    if set(captions) != set(image_ids):
        return Verdict("content", "other images than the references")
    return Verdict(captions=captions, is_odd=any(record.repeated for record in records))


def _text(content: bytes) -> str:
    if content[:2] == b"\x1f\x8b":
        try:
            content = gzip.decompress(content)
        except (OSError, EOFError, zlib.error) as error:
            raise FlawError("file", f"gzip: {error}") from None
    try:
        return content.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        raise FlawError("file", str(error)) from None


def _loaded(text: str) -> Any:
    return json.loads(
        text,
        object_pairs_hook=Record,
        parse_constant=lambda name: NoNumber(),
        parse_int=lambda digits: int(digits) if len(digits) < 1000 else NoNumber(),
    )


def _parsed(text: str) -> list[Any]:
    try:
        try:
            content = _loaded(text)
        except json.JSONDecodeError:
            content = [_loaded(line) for line in text.split("\n") if line.strip(" \t\r")]
            if not content or not text.lstrip(" \t\r\n").startswith("{"):
                raise
            if "cutline" in content[0] and "image_id" not in content[0]:
                raise FlawError("file", "the header of something else") from None
    except (json.JSONDecodeError, RecursionError) as error:
        raise FlawError("file", str(error)) from None
    if _depth(content) > _DEEPEST:
        raise FlawError("file", "nested too deeply")
    if isinstance(content, Record):
        # One record, or perhaps captions by image id; neither covers the references.
        content = [content]
    if not isinstance(content, list) or not content:
        raise FlawError("file", "no list of records")
    return content


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def _captions(records: list[Any]) -> dict[Any, str]:
    captions: dict[Any, str] = {}
    for record in records:
        if not isinstance(record, Record):
            raise FlawError("content", "not a record")
        if record.repeated & _READ_FIELDS:
            raise FlawError("content", "a key twice")
        image_id = record.get("image_id")
        if type(image_id) not in (int, str) or _SURROGATES.search(str(image_id)):
            raise FlawError("content", "an id of the wrong type")
        if image_id in captions:
            raise FlawError("content", "an image twice")
        captions[image_id] = _first_caption(record)
    return captions


def _first_caption(record: Record) -> str:
    present = [name for name in _CAPTION_FIELDS if name in record]
    if len(present) != 1:
        raise FlawError("content", f"{len(present)} fields of captions")
    value = record[present[0]]
    ranked = value if isinstance(value, list) else [value]
    for caption in ranked:
        if not isinstance(caption, str):
            raise FlawError("content", "a caption of the wrong type")
        if _UNUSABLE_CHARACTERS.search(caption) or len(caption) > _LONGEST_CAPTION:
            raise FlawError("content", "a caption that cannot be used")
    if not ranked:
        raise FlawError("content", "an empty list of captions")
    first: str = ranked[0]
    return first


def _with_numbers(captions: dict[Any, str], image_ids: Collection[int]) -> dict[Any, str]:
    """Ids as text or names of files are fine where all of them are."""
    if any(image_id in image_ids for image_id in captions):
        return captions
    stems = {re.sub(r"\.(?i:jpe?g|png)$", "", str(i)): text for i, text in captions.items()}
    by_text = {str(image_id): image_id for image_id in image_ids}
    if len(stems) < len(captions):
        return captions
    return {by_text.get(stem, stem): text for stem, text in stems.items()}
