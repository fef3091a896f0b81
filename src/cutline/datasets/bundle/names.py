"""What may be called what: bundles, splits, slices, and the files inside."""

from __future__ import annotations

import re

from cutline.datasets.wording import short

#: Every bundle has it, and it names all other files.
MANIFEST = "cutline.json"

#: A split is chosen by `--only split=NAME`, so no slice may have the name.
SPLIT_TAG = "split"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_LONGEST_PATH = 200


def name_fault(name: str) -> str | None:
    """Why a bundle or split may not have a name; None if it may.

    Names become parts of paths and addresses, on any system.

    >>> name_fault("nocaps"), name_fault("my bench")
    (None, "found 'my bench', expected letters, digits, dots, hyphens and underscores")
    """
    if _NAME.fullmatch(name) and not name.endswith("."):
        return None
    return f"found {short(name)!r}, expected letters, digits, dots, hyphens and underscores"


def slice_fault(name: str) -> str | None:
    """Why a slice may not have a name; None if it may.

    >>> slice_fault("domain"), slice_fault("split")
    (None, "'split' is how a split is chosen: name the slice otherwise")
    """
    if name == SPLIT_TAG:
        return f"{name!r} is how a split is chosen: name the slice otherwise"
    if not name.strip() or name != name.strip() or not name.isprintable() or "=" in name:
        return f"found {short(name)!r}, expected a name without = that can be typed"
    return None


def path_fault(path: str) -> str | None:
    """Why a path may not stand in a bundle; None if it may.

    A bundle comes from anywhere: a path must stay inside of it, on any system.

    >>> path_fault("references/val.jsonl"), path_fault("../val.jsonl")
    (None, "leads out of the bundle: '../val.jsonl'")
    """
    shown = repr(short(path, 60))
    if len(path) > _LONGEST_PATH:
        return f"is {len(path):,} characters long, expected at most {_LONGEST_PATH}"
    parts = path.split("/")
    if path.startswith("/") or "\\" in path or ":" in path or ".." in parts:
        return f"leads out of the bundle: {shown}"
    if not path.isprintable() or any(part in ("", ".") for part in parts):
        return f"is not a plain path: {shown}"
    return None
