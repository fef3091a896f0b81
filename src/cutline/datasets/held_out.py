"""A folder of references and the captions that were held out of them, with its manifest.

`cutline references` writes it: for each set of references a file in the form of COCO's annotations
and a run in the form of COCO's results, and `manifest.json`, which says what they are.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline import native
from cutline.core.errors import FileError
from cutline.core.types import Benchmark, Run
from cutline.datasets.coco_subset import sha256_of_file
from cutline.datasets.json_document import not_json
from cutline.datasets.read import read_references, read_run
from cutline.datasets.source import open_source
from cutline.datasets.wording import described, short

KIND, VERSION = "held-out", 1
MANIFEST = "manifest.json"


@dataclass(frozen=True)
class HeldOutSet:
    """One set of references, and what people say who are not among them."""

    name: str
    references: Benchmark
    human: Run


def read_held_out(folder: str | os.PathLike[str]) -> tuple[HeldOutSet, ...]:
    """The sets of a folder that `cutline references` wrote, smallest first.

    Raises:
        FileError: when it is no such folder, or a file is not the one that was written.
        ContentError: when what a file holds cannot be used.
    """
    manifest = read_held_out_manifest(folder)
    for name, digest in manifest["files"].items():
        path = Path(folder) / name
        if sha256_of_file(str(path)) != digest:
            raise FileError(f"{path}: is not the file that {MANIFEST} describes: its hash differs")
    return tuple(
        HeldOutSet(
            of_set["name"],
            read_references(Path(folder) / of_set["references"])[0],
            read_run(Path(folder) / of_set["human"])[0],
        )
        for of_set in manifest["sets"]
    )


def read_held_out_manifest(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """What the manifest of such a folder says.

    Raises:
        FileError: when there is none, or it is of another kind or version.
    """
    path = Path(folder) / MANIFEST
    if not path.is_file():
        raise FileError(
            f"{folder}: has no {MANIFEST}; expected a folder that cutline references wrote"
        )
    source = open_source(path)
    try:
        # The strict reader says where it goes wrong, and leaves out what stands deep inside.
        native.load_json(source.data, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error) from None
    content = json.loads(bytes(source.data))
    kind = content.get("cutline", ...) if isinstance(content, dict) else content
    if kind != KIND:
        raise FileError(f'{path}: has {described(kind)}, expected "{KIND}"')
    if content.get("version") != VERSION:
        raise FileError(
            f"{path}: version {described(content.get('version'))}; this Cutline reads version "
            f"{VERSION}"
        )
    _check(path, content)
    found: dict[str, Any] = content
    return found


def _check(path: Path, content: dict[str, Any]) -> None:
    files, sets = content.get("files"), content.get("sets")
    if not isinstance(files, dict) or not isinstance(sets, list) or not sets:
        raise FileError(f'{path}: expected "files" with their hashes, and "sets"')
    for name, digest in files.items():
        # Files stand in the folder itself: nothing else is ever read.
        if name in ("", ".", "..") or set(name) & set("/\\:\0") or not isinstance(digest, str):
            raise FileError(f"{path}: {short(repr(name))} is no name of a file with its hash")
    for of_set in sets:
        values = of_set if isinstance(of_set, dict) else {}
        listed = all(values.get(key) in files for key in ("references", "human"))
        if not listed or not isinstance(values.get("name"), str):
            raise FileError(
                f'{path}: expected sets with a name, and "references" and "human" among the files'
            )
