"""Reading `cutline.json`: every field is checked, and every fault is named at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast, get_args

from cutline import native
from cutline.core.errors import FileError, near_names
from cutline.datasets.bundle.manifest import (
    KIND,
    PARTS,
    VERSION,
    FileEntry,
    Manifest,
    Slice,
    Split,
    Visibility,
)
from cutline.datasets.bundle.names import MANIFEST, name_fault, path_fault, slice_fault
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source
from cutline.datasets.wording import LONE_SURROGATE, MISSING, described, printable, short

_TEXTS = ("title", "benchmark_version", "licence", "citation", "description", "language")
_MAY_BE_EMPTY = ("citation", "description")
_KNOWN = ("cutline", "version", "name", *_TEXTS, "metrics", "tokenizer", "splits", "slices")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_MOST_FAULTS = 20


def read_manifest(source: Source) -> Manifest:
    """What a manifest says. Whether its digest is right is another question.

    Raises:
        FileError: when it is not JSON, not a bundle's, or any field is wrong; all that are, are
            listed.
    """
    content = _object_of(source)
    if content.get("cutline") != KIND:
        found = described(content.get("cutline", MISSING))
        raise FileError(f'{source.name}: "cutline": found {found}, expected "{KIND}"')
    if type(content.get("version")) is not int or content["version"] != VERSION:
        raise FileError(
            f"{source.name}: version {described(content.get('version', MISSING))}; this Cutline "
            f"reads version {VERSION}"
        )
    fields = _Fields(content, "", [])
    manifest = _manifest_of(fields)
    if not fields.faults:
        fields.faults += _contradictions(manifest)
    if fields.faults:
        shown = "\n".join(f"  {printable(fault)}" for fault in fields.faults[:_MOST_FAULTS])
        more = len(fields.faults) - _MOST_FAULTS
        shown += f"\n  ... and {more} more" if more > 0 else ""
        raise FileError(f"{source.name}: is wrong:\n{shown}")
    return manifest


def _object_of(source: Source) -> dict[str, Any]:
    try:
        content, duplicates = native.load_json(source.data, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error) from None
    for offset, key in duplicates:
        line, column = source.line_and_column(offset)
        raise FileError(
            f"{source.name}, line {line}, column {column}: {short(key)!r} stands twice in one "
            f"object"
        )
    if not isinstance(content, dict):
        raise FileError(f"{source.name}: found {described(content)}, expected an object")
    try:
        # The strict reader says where a file goes wrong, and leaves out what stands deep inside.
        return cast("dict[str, Any]", json.loads(bytes(source.data)))
    except ValueError:  # a number of thousands of digits
        raise FileError(f"{source.name}: holds a number that is too long") from None


class _Fields:
    """The fields of an object, with everything that is wrong with them."""

    def __init__(self, content: Mapping[str, Any], under: str, faults: list[str]) -> None:
        self._content = content
        self._under = under
        self.faults = faults

    def has(self, name: str) -> bool:
        return name in self._content

    def fault(self, name: str, message: str) -> None:
        self.faults.append(f'"{self._under}{name}": {message}')

    def value(self, name: str, kind: type, expected: str) -> Any:
        """The value of a field; where it is of another type, an empty one."""
        found = self._content.get(name, MISSING)
        if type(found) is kind:
            return found
        self.fault(name, f"found {described(found)}, expected {expected}")
        return kind()

    def text(self, name: str, *, may_be_empty: bool = False) -> str:
        found: str = self.value(name, str, "text")
        if isinstance(self._content.get(name), str):
            if LONE_SURROGATE.search(found):
                self.fault(name, "holds half a surrogate pair, which no file can hold")
            elif not may_be_empty and not found.strip():
                self.fault(name, "is empty, expected text")
        return found

    def count(self, name: str, least: int) -> int:
        found: int = self.value(name, int, "a whole number")
        if type(self._content.get(name)) is int and found < least:
            self.fault(name, f"found {found}, expected {least} or more")
        return found

    def visibility(self) -> Visibility:
        found = self._content.get("visibility", MISSING)
        if found in get_args(Visibility):
            return cast("Visibility", found)
        self.fault("visibility", f"found {described(found)}, expected public or private")
        return "private"

    def texts(self, name: str) -> tuple[str, ...]:
        found = self.value(name, list, "a list of texts")
        if not all(isinstance(text, str) and _is_sound(text) for text in found):
            self.fault(name, "expected a list of texts, none of them empty")
            return ()
        if len(set(found)) < len(found):
            self.fault(name, "expected each text once")
        return tuple(found)

    def only_known(self, known: Iterable[str]) -> None:
        known = list(known)
        for name in self._content:
            if name not in known:
                self.fault(short(name), f"is no field of a bundle{near_names(name, known)}")

    def inner(self, name: str) -> list[tuple[str, _Fields]]:
        """The objects of an object, such as the splits."""
        found = self.value(name, dict, "an object")
        inner = []
        for key, value in found.items():
            if LONE_SURROGATE.search(key):
                self.fault(name, f"{key!r} holds half a surrogate pair")
            elif isinstance(value, dict):
                inner.append((key, _Fields(value, f"{self._under}{name}.{key}.", self.faults)))
            else:
                self.fault(f"{name}.{key}", f"found {described(value)}, expected an object")
        return inner

    def listed(self, name: str) -> list[_Fields]:
        found = self.value(name, list, "a list")
        listed = []
        for number, value in enumerate(found):
            under = f"{self._under}{name}[{number}]"
            if isinstance(value, dict):
                listed.append(_Fields(value, f"{under}.", self.faults))
            else:
                self.fault(f"{name}[{number}]", f"found {described(value)}, expected an object")
        return listed


def _manifest_of(fields: _Fields) -> Manifest:
    fields.only_known((*_KNOWN, "files", "digest"))
    name = fields.text("name")
    if name and (why := name_fault(name)):
        fields.fault("name", why)
    texts = {key: fields.text(key, may_be_empty=key in _MAY_BE_EMPTY) for key in _TEXTS}
    digest = fields.text("digest")
    if digest and not _SHA256.fullmatch(digest):
        fields.fault("digest", f"found {short(digest)!r}, expected 64 hexadecimal digits")
    return Manifest(
        name=name,
        **texts,
        metrics=fields.texts("metrics"),
        tokenizer=fields.text("tokenizer"),
        splits={key: _split_of(key, inner) for key, inner in fields.inner("splits")},
        slices=tuple(_slice_of(inner) for inner in fields.listed("slices")),
        files={key: _file_of(key, inner) for key, inner in fields.inner("files")},
        digest=digest,
    )


def _split_of(name: str, fields: _Fields) -> Split:
    files = [f"{part}_file" for part in PARTS]
    fields.only_known(("visibility", "images", "captions", *files))
    if why := name_fault(name):
        fields.faults.append(f'"splits": {why}')
    paths = {key: fields.text(key) for key in files if fields.has(key) or key == "images_file"}
    return Split(
        fields.visibility(), fields.count("images", 1), fields.count("captions", 0), **paths
    )


def _slice_of(fields: _Fields) -> Slice:
    fields.only_known(("name", "description", "labels"))
    name = fields.text("name")
    if name and (why := slice_fault(name)):
        fields.fault("name", why)
    return Slice(name, fields.text("description", may_be_empty=True), fields.texts("labels"))


def _file_of(path: str, fields: _Fields) -> FileEntry:
    fields.only_known(("sha256", "bytes", "visibility"))
    if why := path_fault(path):
        fields.faults.append(f'"files": a path {why}')
    sha256 = fields.text("sha256")
    if sha256 and not _SHA256.fullmatch(sha256):
        fields.fault("sha256", f"found {short(sha256)!r}, expected 64 hexadecimal digits")
    return FileEntry(sha256, fields.count("bytes", 0), fields.visibility())


def _contradictions(manifest: Manifest) -> Iterable[str]:
    """Where fields that are right by themselves do not fit together."""
    if not manifest.splits:
        yield '"splits": is empty, expected one split or more'
    names = [one.name for one in manifest.slices]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f'"slices": two are named {short(name)!r}'
    used: dict[str, str] = {}
    for name, split in manifest.splits.items():
        for part, path in split.files.items():
            where = f'"splits.{name}.{part}_file"'
            if path in used:
                yield f"{where}: {path!r} is the file of {used[path]} already"
            used[path] = where
            yield from _file_faults(where, part, split, manifest.files.get(path), path)
        if (split.captions == 0) != (split.references_file is None):
            yield f'"splits.{name}.captions": found {split.captions}, which its references deny'
        if split.labels_file is not None and not manifest.slices:
            yield f'"splits.{name}.labels_file": there are labels, but no slices to cut by'
    for path in manifest.files:
        if path not in used:
            yield f'"files": {path!r} belongs to no split'
    yield from _alike(manifest)


def _file_faults(
    where: str, part: str, split: Split, entry: FileEntry | None, path: str
) -> Iterable[str]:
    if entry is None:
        yield f'{where}: {short(path, 60)!r} is not among the "files"'
        return
    expected = "public" if part == "images" else split.visibility
    if entry.visibility != expected:
        yield f"{where}: {path!r} is {entry.visibility}, expected it to be {expected}"


def _alike(manifest: Manifest) -> Iterable[str]:
    """Names that some file systems cannot tell apart."""
    for field, names in (("files", [*manifest.files, MANIFEST]), ("splits", manifest.splits)):
        seen: dict[str, str] = {}
        for name in names:
            other = seen.setdefault(name.casefold(), name)
            if other != name or (field == "files" and name == MANIFEST and name in manifest.files):
                yield f'"{field}": {other!r} and {name!r} cannot stand beside each other'


def _is_sound(text: str) -> bool:
    return bool(text.strip()) and LONE_SURROGATE.search(text) is None
