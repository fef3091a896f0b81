"""Benchmark bundles: a benchmark with its splits, slices and hashes, in a folder or a zip.

Imported from here as `open_bundle`, `check_bundle`, `write_bundle`, `write_public`,
`write_private`, `join_bundles`, with `BundleContent`, `SplitContent` and `BundleImage`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cutline.datasets.bundle.check import check_bundle
    from cutline.datasets.bundle.content import BundleContent, SplitContent
    from cutline.datasets.bundle.parts import BundleImage
    from cutline.datasets.bundle.read import Bundle, open_bundle
    from cutline.datasets.bundle.shares import join_bundles, write_private, write_public
    from cutline.datasets.bundle.write import write_bundle

__all__ = [
    "Bundle",
    "BundleContent",
    "BundleImage",
    "SplitContent",
    "check_bundle",
    "join_bundles",
    "open_bundle",
    "write_bundle",
    "write_private",
    "write_public",
]

_MODULES = {
    "check": ("check_bundle",),
    "content": ("BundleContent", "SplitContent"),
    "parts": ("BundleImage",),
    "read": ("Bundle", "open_bundle"),
    "shares": ("join_bundles", "write_private", "write_public"),
    "write": ("write_bundle",),
}


def __getattr__(name: str) -> Any:
    # Loaded when asked for: every file of references is asked whether it is a bundle.
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
