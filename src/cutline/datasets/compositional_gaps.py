"""Gaps on disk: which images are trained on, and which are held out for pairs of concepts.

Two layouts are read. Cutline's own is a folder with a manifest, `gaps.json`, and a folder of lists
for each group of pairs. The published one is a JSON file for each group, with lists of ids as text:
`train_images_split`, `val_images_split`, `test_images_split` and `heldout_pairs`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cutline import native
from cutline.core.errors import FileError
from cutline.core.types import ImageId
from cutline.datasets.fields import numbered
from cutline.datasets.json_document import not_json
from cutline.datasets.source import Source, open_source
from cutline.datasets.wording import described, printable, short

KIND, VERSION = "gaps", 1
MANIFEST = "gaps.json"
#: The lists of a group in Cutline's layout, and what they are called in the published one.
LISTS = {
    "train": "train_images_split",
    "val": "val_images_split",
    "eval": "test_images_split",
    "left_out": "",
}
HELD_OUT = "heldout_pairs"
#: What no training caption has: words of both concepts, or the two put together.
RULES = ("together", "related")
_PUBLISHED = "dataset_splits_"
EVAL_PAIRS, EVAL_PAIRS_KIND = "eval_pairs.jsonl", "eval-pairs"
SUSPECTS, SUSPECTS_KIND = "suspects.jsonl", "gap-suspects"


@dataclass(frozen=True)
class Suspect:
    """A training caption in which a second matcher finds pairs that are held out."""

    image_id: ImageId
    caption: str
    pairs: tuple[str, ...]


@dataclass(frozen=True)
class GapSplit:
    """The images of one group of held-out pairs.

    `agreeing` has, for each image of `evaluation`, how many references hold each pair; it and
    `left_out` and `suspects` are empty where the file does not tell.
    """

    name: str
    pairs: tuple[str, ...]
    train: tuple[ImageId, ...]
    val: tuple[ImageId, ...]
    evaluation: tuple[ImageId, ...]
    left_out: tuple[ImageId, ...] = ()
    agreeing: Mapping[ImageId, Mapping[str, int]] = field(default_factory=dict)
    suspects: tuple[Suspect, ...] = ()


def published_name(folder: str) -> str:
    """The file of a group in the published layout.

    >>> published_name("1")
    'dataset_splits_1.json'
    """
    return f"{_PUBLISHED}{folder}.json"


def read_gaps(path: str | os.PathLike[str]) -> tuple[GapSplit, ...]:
    """The groups of a folder that `cutline gaps` wrote, or of a file of the published layout.

    Raises:
        FileError: when it cannot be read or is neither, naming the file and what was expected.
    """
    if Path(path).is_dir():
        return _from_folder(Path(path))
    content = _object_of(open_source(path))
    if content.get("cutline") == KIND:
        return _from_folder(Path(path).parent)
    return (_from_published(os.fspath(path), content),)


def read_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """What the manifest of a folder of gaps says.

    Raises:
        FileError: when there is none, or it is of another kind or version.
    """
    path = Path(folder) / MANIFEST
    if not path.is_file():
        raise FileError(
            f"{folder}: is no folder of gaps: it has no {MANIFEST}; expected what cutline gaps "
            f"wrote, or a JSON file with {LISTS['train']}"
        )
    content = _object_of(open_source(path))
    if content.get("cutline") != KIND:
        raise FileError(f'{path}: has {described(content.get("cutline"))}, expected "{KIND}"')
    if content.get("version") != VERSION:
        raise FileError(
            f"{path}: version {described(content.get('version'))}; this Cutline reads version "
            f"{VERSION}"
        )
    if content.get("gap") not in RULES or not isinstance(content.get("matcher"), str):
        raise FileError(f'{path}: expected "gap", {" or ".join(RULES)}, and a "matcher"')
    groups = content.get("groups")
    if not isinstance(groups, list) or not all(map(_is_group, groups)):
        raise FileError(f'{path}: expected "groups", each with a name, a folder and pairs')
    return content


def _is_group(group: Any) -> bool:
    if not isinstance(group, dict) or not isinstance(group.get("pairs"), list):
        return False
    folder = group.get("folder")
    # The folder of a group stands in the manifest's own: nothing else is ever read.
    is_plain = isinstance(folder, str) and folder not in ("", ".", "..")
    is_plain = is_plain and not set(str(folder)) & set("/\\:\0")
    pairs = (pair.get("name") if isinstance(pair, dict) else None for pair in group["pairs"])
    return (
        is_plain and isinstance(group.get("name"), str) and all(isinstance(p, str) for p in pairs)
    )


def _from_folder(folder: Path) -> tuple[GapSplit, ...]:
    manifest = read_manifest(folder)
    is_text = manifest.get("image_ids") == "text"
    return tuple(_from_group(folder, manifest, group, is_text) for group in manifest["groups"])


def _from_group(
    folder: Path, manifest: Mapping[str, Any], group: Mapping[str, Any], is_text: bool
) -> GapSplit:
    name, place = group["name"], folder / group["folder"]
    if manifest.get("layout") == "published":
        file = folder / published_name(group["folder"])
        lists = _published_lists(os.fspath(file), _object_of(open_source(file)))
        lists["left_out"] = _lines_of(place / "left_out.txt")
    else:
        lists = {key: _lines_of(place / f"{key}.txt") for key in LISTS}
    ids = _typed(lists, is_text)
    suspects = [
        Suspect(record["image_id"], record["caption"], tuple(record["pairs"]))
        for record in _records(place / SUSPECTS, SUSPECTS_KIND, ("image_id", "caption", "pairs"))
    ]
    return GapSplit(
        name=name,
        pairs=tuple(pair["name"] for pair in group["pairs"]),
        train=ids["train"],
        val=ids["val"],
        evaluation=ids["eval"],
        left_out=ids["left_out"],
        agreeing=_agreeing(place / EVAL_PAIRS),
        suspects=tuple(suspects),
    )


def _from_published(file: str, content: Mapping[str, Any]) -> GapSplit:
    lists = _published_lists(file, content)
    pairs = content.get(HELD_OUT) or []  # null, where nothing is held out
    if not isinstance(pairs, list) or not all(isinstance(pair, str) for pair in pairs):
        raise FileError(f'{file}: "{HELD_OUT}": expected a list such as ["black_cat"]')
    ids = _typed({**lists, "left_out": []}, is_text=False)
    return GapSplit(
        name=printable(Path(file).name.partition(".")[0]).removeprefix(_PUBLISHED),
        pairs=tuple(pair.replace("_", " ") for pair in pairs),
        train=ids["train"],
        val=ids["val"],
        evaluation=ids["eval"],
    )


def _published_lists(file: str, content: Mapping[str, Any]) -> dict[str, list[str]]:
    lists = {}
    for key, name in LISTS.items():
        if not name:
            continue
        found = content.get(name, ...)
        if not isinstance(found, list) or not all(type(value) in (int, str) for value in found):
            raise FileError(
                f'{file}: "{name}": found {described(found)}, expected a list of image ids; gaps '
                f"are a folder that cutline gaps wrote, or a JSON file with lists of images"
            )
        lists[key] = [str(value) for value in found]
        _refuse_twice(lists[key], f'{file}: "{name}"')
    return lists


def _typed(lists: Mapping[str, list[str]], is_text: bool) -> dict[str, tuple[ImageId, ...]]:
    """Ids as numbers if all of them are; lists of one group are never of two kinds."""
    whole = [text for texts in lists.values() for text in texts]
    typed = iter(whole if is_text else numbered(whole))
    return {key: tuple(next(typed) for _ in texts) for key, texts in lists.items()}


def _lines_of(path: Path) -> list[str]:
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise FileError(f"{path}: expected UTF-8 text, an image id a line") from None
    # Not `splitlines`: an id may hold what that takes for the end of a line.
    lines = text.split("\n")
    if lines.pop():
        raise FileError(f"{path}: the last line has no end: the file is cut off")
    _refuse_twice(lines, os.fspath(path))
    return lines


def _refuse_twice(ids: Sequence[str], where: str) -> None:
    if len(set(ids)) == len(ids):
        return
    [(twice, _)] = Counter(ids).most_common(1)
    raise FileError(f"{where}: image {short(twice)!r} stands twice, expected each image once")


def _agreeing(path: Path) -> dict[ImageId, dict[str, int]]:
    found: dict[ImageId, dict[str, int]] = {}
    for record in _records(path, EVAL_PAIRS_KIND, ("image_id", "pair", "references")):
        found.setdefault(record["image_id"], {})[record["pair"]] = record["references"]
    return found


_IS_RIGHT = {
    "image_id": lambda value: type(value) in (int, str),
    "caption": lambda value: isinstance(value, str),
    "pair": lambda value: isinstance(value, str),
    "pairs": lambda value: isinstance(value, list) and all(isinstance(p, str) for p in value),
    "references": lambda value: type(value) is int and value > 0,
}


def _records(path: Path, kind: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """The records after the header; none where there is no such file."""
    if not path.exists():
        return []
    source = open_source(path)
    records = []
    for number, start, line in source.lines():
        record = _json_of(source, line.removesuffix(b"\n"), start, "line")
        where = f"{path}, line {number}"
        if number == 1:
            if not isinstance(record, dict) or record.get("cutline") != kind:
                raise FileError(f'{where}: expected the header {{"cutline": "{kind}"}}')
            continue
        for name in names:
            found = record.get(name, ...) if isinstance(record, dict) else record
            if not isinstance(record, dict) or not _IS_RIGHT[name](found):
                raise FileError(f'{where}: "{name}": found {described(found)}')
        records.append(record)
    return records


def _object_of(source: Source) -> dict[str, Any]:
    content = _json_of(source, source.data, 0, "file")
    if not isinstance(content, dict):
        raise FileError(
            f"{source.name}: found {described(content)}, expected an object with lists of images, "
            f"such as {LISTS['train']}"
        )
    return content


def _json_of(source: Source, data: Any, start: int, unit: str) -> Any:
    try:
        # The strict reader says where it goes wrong, and leaves out what stands deep inside.
        native.load_json(data, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error, start, unit) from None
    return json.loads(bytes(data))
