"""Parting a bundle into what is public and what is private, and putting it together again.

The manifest stays the same, byte for byte: a part can be told to belong by its digest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial

from cutline.core.errors import ContentError, MissingPartError, UsageError
from cutline.datasets.bundle.manifest import Manifest, Visibility
from cutline.datasets.bundle.output import Pieces, refuse_target, write_files
from cutline.datasets.bundle.read import Bundle


def write_public(bundle: Bundle, path: str | os.PathLike[str]) -> Manifest:
    """Write the same bundle without its private files.

    Raises:
        UsageError: when it has none.
        MissingPartError: when a public file is not here.
        FileError: when a file is not what the manifest says, or nothing can be written.
    """
    return _write_part(bundle, path, "public")


def write_private(bundle: Bundle, path: str | os.PathLike[str]) -> Manifest:
    """Write the private files of a bundle alone, with the manifest that they belong to.

    Raises:
        UsageError: when it has none.
        MissingPartError: when a private file is not here.
        FileError: when a file is not what the manifest says, or nothing can be written.
    """
    return _write_part(bundle, path, "private")


def join_bundles(first: Bundle, second: Bundle, path: str | os.PathLike[str]) -> Manifest:
    """Write the bundle that two parts come from.

    Raises:
        ContentError: when they are parts of different bundles.
        MissingPartError: when a file is in neither.
        FileError: when a file is not what the manifest says, or nothing can be written.
    """
    refuse_target(path, [first.name, second.name])
    if first.manifest.digest != second.manifest.digest:
        raise ContentError(
            f"{first.name} and {second.name} are parts of different bundles: their digests are "
            f"{first.manifest.digest[:16]}... and {second.manifest.digest[:16]}..."
        )
    parts = {**_pieces(second, second.files.paths), **_pieces(first, first.files.paths)}
    lacking = [name for name in first.manifest.files if name not in parts]
    if lacking:
        raise MissingPartError(f"neither {first.name} nor {second.name} has {lacking[0]}")
    write_files(path, first.manifest, parts)
    return first.manifest


def _write_part(bundle: Bundle, path: str | os.PathLike[str], visibility: Visibility) -> Manifest:
    refuse_target(path, [bundle.name])
    if not bundle.manifest.paths("private"):
        raise UsageError(f"{bundle.name}: has no private files: all of it is public")
    wanted = bundle.manifest.paths(visibility)
    for name in wanted:
        if not bundle.has(name):
            raise MissingPartError(
                f"{bundle.name}: {name} is {visibility} and not here: give the whole bundle, or "
                f"the {visibility} part"
            )
    write_files(path, bundle.manifest, _pieces(bundle, wanted))
    return bundle.manifest


def _pieces(bundle: Bundle, paths: Iterable[str]) -> dict[str, Pieces]:
    listed = bundle.manifest.files
    return {path: partial(bundle.files.chunks, path) for path in paths if path in listed}
