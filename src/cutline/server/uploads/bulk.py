"""Files with far more in them than captions of so many images: told by counting, before reading.

Every line and every field costs time and memory to read, a few bytes of a file at a time. Counting
costs next to nothing.
"""

from __future__ import annotations

from pathlib import Path

#: Records beyond one for each image that are still looked at one by one.
SPARE_RECORDS = 1000
#: The richest of the formats, Karpathy's splits, has some thirty fields for an image.
_FIELDS, _SPARE_FIELDS = 64, 100_000
#: A hundred captions with four commas each.
_COMMAS, _SPARE_COMMAS = 500, 100_000
_CHUNK = 1 << 20
_SPACE = b" \t\r\n\xef\xbb\xbf"


def most_records(images: int) -> int:
    """How many records for so many images are looked at one by one."""
    return 2 * images + SPARE_RECORDS


def too_much(path: Path, images: int) -> str:
    """What is too much in a file for captions of so many images; empty where nothing is."""
    lines = fields = commas = 0
    with path.open("rb") as file:
        first = file.read(_CHUNK).lstrip(_SPACE)
        file.seek(0)
        while chunk := file.read(_CHUNK):
            lines += chunk.count(b"\n")
            fields += chunk.count(b":")
            commas += chunk.count(b",")
    start = first[:1]
    # A record that is closed on its first line, or a table.
    is_lines = start not in (b"[", b"{") or first.split(b"\n", 1)[0].rstrip().endswith(b"}")
    if is_lines and lines > most_records(images) + 1:
        return f"the file has {lines:,} lines, expected one for each of the {images:,} images"
    if start == b"{" and fields > _FIELDS * images + _SPARE_FIELDS:
        return f"the file has {fields:,} fields, expected captions for {images:,} images"
    if start in (b"[", b"{") and commas > _COMMAS * images + _SPARE_COMMAS:
        return f"the file has {commas:,} commas, expected captions for {images:,} images"
    return ""
