"""What a file is that nobody knows as a picture, as well as its first bytes tell."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from cutline.datasets.wording import printable, short

_HEIC = re.compile(rb"(?s)....ftyp(?:heic|heix|hevc|hevx|heim|heis|hevm|hevs|mif1|msf1)")
_AVIF = re.compile(rb"(?s)....ftyp(?:avif|avis)")
_SVG = re.compile(rb"(?s)\s*(?:<\?xml.{0,1000})?(?:<!--.*?-->\s*)?(?:<!DOCTYPE svg.*?>\s*)?<svg\b")
_HEAD_BYTES = 4096


def what_it_is(path: Path) -> str:
    """Why a file is not opened, for a message."""
    head = _head(path)
    if not head:
        return "the file is empty"
    if _SVG.match(head) or path.suffix.lower() in (".svg", ".svgz"):
        return "an SVG drawing, which has no pixels; save it as PNG"
    if _HEIC.match(head):
        return "a HEIC picture, which needs pillow-heif: pip install pillow-heif"
    if _AVIF.match(head):
        return "an AVIF picture, which needs Pillow 11.3 or newer: pip install -U pillow"
    if head.startswith(b"version https://git-lfs"):
        return "a pointer of Git LFS in place of the picture; get it with: git lfs pull"
    if head.startswith((b"%!PS", b"\xc5\xd0\xd3\xc6")):
        return "a PostScript drawing, which has no pixels; save it as PNG"
    first = printable(head[:24].decode("utf-8", "replace"))
    return f"not a picture of any known format: begins with {short(first)!r}"


def add_heic(path: Path) -> bool:
    """Let Pillow open HEIC, if this is such a file and pillow-heif is installed."""
    if not _HEIC.match(_head(path)) or find_spec("pillow_heif") is None:
        return False
    import_module("pillow_heif").register_heif_opener()
    return True


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEAD_BYTES)
