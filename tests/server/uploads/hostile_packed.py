"""Compressed files and archives that are no zips."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import pickle
import tarfile
import zlib
from collections.abc import Iterator
from functools import cache

from tests.server.uploads.case import MEGABYTE, Case, good, hostile, records, results
from tests.server.uploads.zip_parts import Member, zipped


def packed_cases() -> Iterator[Case]:
    """All of them."""
    yield from _gzips()
    yield from _archives()
    yield from _programs()
    yield from _good()


def _gz(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _gzips() -> Iterator[Case]:
    yield hostile("gzip-bomb", lambda: _zeros(1024), "more than 200 times its size")
    yield hostile("gzip-bomb-of-members", lambda: _zeros(1) * 1000, "more than 200 times its size")
    yield hostile("gzip-too-large", _too_large, "unpacks to more than 67,108,864 bytes")
    yield hostile("gzip-of-gzip", _gz(_gz(results())), "inside .* there is a gzip file")
    yield hostile("gzip-of-zip", _gz(zipped([Member(b"a", results())])), "inside .* there is a zip")
    in_parts = _gz(b"P") + _gz(b"K\x03\x04") + _gz(bytes(600))
    yield hostile("gzip-of-zip-in-members", in_parts, "inside .* there is a zip")
    whole = _gz(results())
    yield hostile("gzip-half", whole[: len(whole) // 2], "damaged or incomplete")
    yield hostile("gzip-without-last-byte", whole[:-1], "damaged or incomplete")
    yield hostile("gzip-only-mark", b"\x1f\x8b", "damaged or incomplete")
    yield hostile("gzip-bad-checksum", whole[:-8] + bytes(4) + whole[-4:], "damaged or incomplete")
    yield hostile("gzip-garbage-after", whole + b"garbage", "damaged or incomplete|other data")
    yield hostile("gzip-second-member-broken", whole + whole[:40], "damaged or incomplete")
    yield hostile("gzip-method", whole[:2] + b"\x07" + whole[3:], "damaged or incomplete")
    yield hostile("gzip-endless-name", _endless_name, "damaged or incomplete")
    yield hostile("gzip-endless-second-name", lambda: whole + _endless_name(), "damaged or incom")
    yield hostile("gzip-million-members", lambda: _gz(b"") * 1_500_000, "parts|empty")
    yield hostile("gzip-of-nothing", _gz(b""), "the file is empty")
    yield hostile("gzip-of-zlib", zlib.compress(results()), "not a format that Cutline knows")


def _endless_name() -> bytes:
    """A header that says a name follows, which never ends."""
    return b"\x1f\x8b\x08\x08" + bytes(6) + b"a" * (24 * MEGABYTE)


@cache
def _zeros(megabytes: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [packer.compress(bytes(MEGABYTE)) for _ in range(megabytes)]
    return b"".join([*parts, packer.flush()])


def _too_large() -> bytes:
    """More than a phase takes, packed no better than captions are."""
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    line = "".join(chr(32 + (n * n + 7 * n) % 90) for n in range(4096)).encode()
    parts = [packer.compress(line * 16 + b"%d" % n) for n in range(1100)]
    return b"".join([*parts, packer.flush()])


def _archives() -> Iterator[Case]:
    yield hostile("tar", _tar, "the file is a tar archive")
    yield hostile("tar-gz", lambda: _gz(_tar()), "inside .* there is a tar archive")
    yield hostile("bz2", lambda: bz2.compress(results()), "the file is a bzip2 file")
    yield hostile("xz", lambda: lzma.compress(results()), "the file is an xz file")
    alone = lzma.FORMAT_ALONE
    yield hostile("lzma", lambda: lzma.compress(results(), alone), "not a format that Cutline")
    yield hostile("zstd", b"\x28\xb5\x2f\xfd\x04\x00" + bytes(50), "the file is a zstandard file")
    yield hostile("7z", b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(50), "the file is a 7z archive")
    yield hostile("rar", b"Rar!\x1a\x07\x01\x00" + bytes(50), "the file is a rar archive")
    yield hostile("compress", b"\x1f\x9d\x90" + bytes(50), "the file is a compress file")
    yield hostile("lz4", b"\x04\x22\x4d\x18" + bytes(50), "the file is an lz4 file")
    yield hostile("cabinet", b"MSCF" + bytes(50), "the file is a cabinet archive")


def _tar() -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        member = tarfile.TarInfo("../../captions_test_made_results.json")
        member.size = len(results())
        archive.addfile(member, io.BytesIO(results()))
    return target.getvalue()


def _programs() -> Iterator[Case]:
    for protocol in (2, 4, 5):
        data = pickle.dumps(records(), protocol)
        yield hostile(f"pickle-{protocol}", data, "the file is a Python pickle")
    yield hostile("pickle-0", pickle.dumps(records(), 0), "not a format that Cutline knows")
    yield hostile("program", b"\x7fELF\x02\x01\x01" + bytes(500), "the file is a program")
    yield hostile("program-of-windows", b"MZ\x90\x00" + bytes(500), "the file is a program")
    yield hostile("script", b"#!/bin/sh\nrm -rf /\n", "not a format that Cutline knows")
    yield hostile("pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "the file is a PDF")
    yield hostile("png", b"\x89PNG\r\n\x1a\n" + bytes(50), "the file is a picture")
    yield hostile("jpeg", b"\xff\xd8\xff\xe0" + bytes(50), "the file is a picture")
    yield hostile("parquet", b"PAR1" + bytes(50) + b"PAR1", "the file is a Parquet file")
    yield hostile("numpy", b"\x93NUMPY\x01\x00" + bytes(50), "the file is a NumPy array")
    yield hostile("sqlite", b"SQLite format 3\0" + bytes(50), "the file is a database")
    office = zipped([Member(b"[Content_Types].xml", b"<a/>"), Member(b"xl/workbook.xml", b"<a/>")])
    yield hostile("spreadsheet", office, "2 files that may be the results")


def _good() -> Iterator[Case]:
    lines = "".join(json.dumps(record) + "\n" for record in records()).encode()
    yield good("good-gzip", _gz(results()))
    yield good("good-gzip-of-lines", _gz(lines))
    middle = lines.index(b"\n", len(lines) // 2) + 1
    yield good("good-gzip-in-members", _gz(lines[:middle]) + _gz(lines[middle:]))
    yield good("good-gzip-with-padding", _gz(lines) + bytes(512))
    yield good("good-gzip-with-name", _named(lines))


def _named(data: bytes) -> bytes:
    target = io.BytesIO()
    with gzip.GzipFile("captions.jsonl", "wb", fileobj=target, mtime=1) as file:
        file.write(data)
    return target.getvalue()
