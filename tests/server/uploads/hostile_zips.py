"""Zips that are made to do harm, or that are damaged, or odd."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Iterator

from tests.server.uploads import zip_parts
from tests.server.uploads.case import MEGABYTE, Case, good, hostile, records, results
from tests.server.uploads.zip_parts import STORED, Member, zipped

NAME = b"captions_test2014_made_results.json"
_LINK, _FIFO, _DEVICE, _FOLDER = 0o120777, 0o010644, 0o060644, 0o040755


def zip_cases() -> Iterator[Case]:
    """All of them."""
    yield from _bombs()
    yield from _nested()
    yield from _names()
    yield from _kinds()
    yield from _damaged()
    yield from _several()
    yield from _good()


def _of(name: bytes = NAME, data: bytes | None = None, **changed: object) -> Member:
    return Member(name, results() if data is None else data, **changed)  # type: ignore[arg-type]


def _bombs() -> Iterator[Case]:
    yield hostile("zip-overlap", lambda: zip_parts.overlapping(90, 500_000), "overlaps")
    yield hostile("zip-quoted-overlap", lambda: zip_parts.quoted_overlap(90, 500_000), "overlaps")
    yield hostile(
        "zip-ratio",
        lambda: zipped([_of(data=bytes(50 * MEGABYTE))]),
        "more than 200 times its size",
    )
    yield hostile(
        "zip-total",
        lambda: zipped([_of(b"a%d.json" % n, bytes(3 * MEGABYTE)) for n in range(30)]),
        "unpacks to 94,371,840 bytes, expected at most",
    )
    yield hostile(
        "zip-says-small",
        lambda: zipped([_of(data=b"a" * 50 * MEGABYTE, size=500_000)]),
        "damaged|not a format",
    )
    yield hostile(
        "zip-says-huge", lambda: zipped([_of(size=0xFFFFFFF0)]), "unpacks to 4,294,967,280 bytes"
    )
    yield hostile("zip-101-files", lambda: _many(101), "holds 101 files, expected at most 100")
    yield hostile("zip-60000-files", lambda: _many(60_000), "holds 60,000 files")
    yield hostile(
        "zip-60000-files-says-1", lambda: _many(60_000, 1), "part of several|directory has"
    )


def _many(count: int, says: int | None = None) -> bytes:
    bodies = [zip_parts.local(Member(b"%05d" % n, b"", STORED)) for n in range(count)]
    length = len(bodies[0])
    entries = b"".join(
        zip_parts.central(Member(b"%05d" % n, b"", STORED), n * length) for n in range(count)
    )
    start = count * length
    return b"".join(bodies) + entries + zip_parts.end(says or count, len(entries), start)


def _nested() -> Iterator[Case]:
    inner = zipped([_of()])
    yield hostile("zip-in-zip", zipped([_of(b"inner.zip", inner)]), "is an archive by its name")
    yield hostile("zip-in-zip-as-json", zipped([_of(NAME, inner)]), "inside .* there is a zip")
    packed = gzip.compress(results(), mtime=0)
    yield hostile("gzip-in-zip", zipped([_of(NAME, packed)]), "inside .* there is a gzip file")
    yield hostile("gzip-name-in-zip", zipped([_of(b"a.json.gz", packed)]), "is an archive")
    yield hostile("zip-42", _forty_two, "is an archive by its name")


def _forty_two() -> bytes:
    data = zipped([Member(b"0.dat", bytes(MEGABYTE))])
    for level in range(4):
        data = zipped([Member(b"lib %d%d.zip" % (level, n), data) for n in range(16)])
    return data


def _names() -> Iterator[Case]:
    leads_out = "leads out of the zip"
    for name, path in (
        ("up", b"../../../../etc/cron.d/captions_a_results.json"),
        ("up-inside", b"a/../../captions_a_results.json"),
        ("up-backslash", b"..\\..\\captions_a_results.json"),
        ("absolute", b"/etc/captions_a_results.json"),
        ("drive", b"C:\\Windows\\captions_a_results.json"),
        ("share", b"\\\\server\\share\\captions_a_results.json"),
        ("device", b"/dev/stdout"),
        ("zero-byte", b"captions_a_results.json\0.exe"),
        ("only-dots", b".."),
    ):
        yield hostile(f"zip-name-{name}", zipped([_of(path)]), leads_out)
    yield hostile("zip-name-long", zipped([_of(b"a" * 65_500)]), "directory has 65,5")
    turned = "a\u202eexe.nosj".encode()
    yield hostile("zip-name-turned", zipped([_of(turned, flags=0x800, mode=_LINK)]), "is a link")
    yield hostile("zip-name-two-meanings", zipped([_of(local_name=b"other.json")]), "damaged")


def _kinds() -> Iterator[Case]:
    yield hostile("zip-link", zipped([_of(data=b"/etc/passwd", mode=_LINK)]), "is a link")
    both = [_of(), _of(b"images", b"/", mode=_LINK)]
    yield hostile("zip-link-beside", zipped(both), "is a link")
    yield hostile("zip-pipe", zipped([_of(mode=_FIFO)]), "is a special file")
    yield hostile("zip-device", zipped([_of(mode=_DEVICE)]), "is a special file")
    folders = [Member(b"a/", b"", STORED, mode=_FOLDER), Member(b"a/b/", b"", STORED, mode=_FOLDER)]
    yield hostile("zip-folders-only", zipped(folders), "the zip is empty")
    yield hostile("zip-empty", zipped([]), "the zip is empty")
    yield hostile("zip-encrypted", zipped([_of(flags=1)]), "is encrypted")
    yield hostile("zip-encrypted-strongly", zipped([_of(flags=0x41)]), "is encrypted")
    for method, name in (
        (1, "shrink"),
        (9, "deflate64"),
        (12, "bzip2"),
        (14, "lzma"),
        (93, "zstd"),
    ):
        case = zipped([_of(method=method)])
        yield hostile(
            f"zip-method-{name}", case, f"compressed by method {method}, expected deflate"
        )
    yield hostile("zip-method-aes", zipped([_of(method=99)]), "compressed by method 99")


def _damaged() -> Iterator[Case]:
    whole = zipped([_of()])
    yield hostile("zip-half", whole[: len(whole) // 2], "no directory at its end")
    yield hostile("zip-without-last-byte", whole[:-1], "damaged or incomplete")
    yield hostile("zip-only-mark", b"PK\x03\x04", "no directory at its end")
    yield hostile("zip-garbage-after", whole + b"\0" * 1000, "other data after its end")
    yield hostile("zip-garbage-before", b"#!/bin/sh\n" + whole, "not a format that Cutline knows")
    yield hostile("zip-garbage-inside", whole[:4] + b"\0" * 99 + whole[4:], "other data inside")
    yield hostile("zip-of-several-disks", zipped([_of()], disk=3), "part of several")
    yield hostile("zip-spanned", b"PK\x07\x08" + whole, "a zip in several parts")
    yield hostile("zip-count-too-large", zipped([_of()], count=7), "damaged|says that they are 7")
    yield hostile("zip-checksum", zipped([_of(checksum=7)]), "damaged or incomplete")
    yield hostile("zip-bad-data", zipped([_of(packed=b"\xff" * 500)]), "damaged or incomplete")
    yield hostile("zip-reaches-out", zipped([_of(packed_size=10**6)]), "damaged")
    yield hostile("zip-place-lies", zipped([_of(offset=10**6)]), "has no header|damaged")
    yield hostile(
        "zip-no-local-header", zipped([_of(), _of(b"b", local_mark=b"PK\0\0")]), "has no header"
    )
    yield hostile("zip-in-comment", _in_comment, "other data")
    huge = struct.pack("<2H2Q", 1, 16, 1 << 60, 1 << 60)
    lying = _of(extra=huge, size=0xFFFFFFFF, packed_size=0xFFFFFFFF)
    yield hostile("zip64-sizes", zipped([lying]), "damaged|unpacks to|reaches")
    yield hostile("zip64-end", lambda: _zip64(hidden=False), "large zip|65,535 files")
    yield hostile("zip64-end-hidden", lambda: _zip64(hidden=True), "large zip")
    yield hostile("zip-extra-damaged", zipped([_of(extra=b"\x01\x00\xff\xff")]), "damaged")


def _in_comment() -> bytes:
    """A zip whose comment has the end of another, as if nothing came after it."""
    body, entry = zip_parts.local(_of()), zip_parts.central(_of(), 0)
    other = zip_parts.end(0, 0, 0)
    return body + entry + zip_parts.end(1, len(entry), len(body), comment=b"see" + other + b"!")


def _zip64(*, hidden: bool) -> bytes:
    """A second end with other numbers; hidden in the comment of the last file, or in the open."""
    junk = zip_parts.central(Member(b"x"), 0) * 300_000
    body = zip_parts.local(_of()) + (junk if hidden else b"")
    plain = zip_parts.central(_of(), 0)
    if not hidden:
        tail = zip_parts.zip64_tail(1 << 40, 1 << 40, 0, len(body) + len(plain))
        return body + plain + tail + zip_parts.end(0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
    at = len(body) + len(plain)
    tail = zip_parts.zip64_tail(1, len(junk), len(body) - len(junk), at)
    entry = zip_parts.central(_of(comment=tail), 0)
    return body + entry + zip_parts.end(1, len(entry), len(body))


def _several() -> Iterator[Case]:
    second = _of(b"captions_val2014_made_results.json")
    yield hostile(
        "zip-two-results", zipped([_of(), second]), "holds 2 files that may be the results"
    )
    yield hostile("zip-same-name-twice", zipped([_of(), _of()]), "holds 2 files")
    others = [Member(b"read me.txt", b"hello"), Member(b"paper.pdf", b"%PDF-1.7")]
    yield hostile("zip-no-results", zipped(others), "holds 2 files that may be the results")
    yield hostile("zip-of-a-program", zipped([_of(b"run", b"\x7fELF\x02")]), "inside .* a program")
    yield hostile("zip-of-nothing", zipped([_of(data=b"")]), "the file is empty")
    yield hostile("zip-of-text", zipped([_of(data=b"hello there")]), "not a format")


def _good() -> Iterator[Case]:
    yield good("good-zip", zipped([_of()]))
    yield good("good-zip-stored", zipped([_of(method=STORED)]))
    fork = Member(b"__MACOSX/._" + NAME, b"\0\5\x16\7" * 30)
    folder = Member(b"results/", b"", STORED, mode=_FOLDER)
    mac = [folder, _of(b"results/" + NAME), Member(b"results/.DS_Store", b"\0\0\0\1Bud1"), fork]
    yield good("good-zip-of-a-mac", zipped(mac))
    renamed = [_of(b"mine.json"), Member(b".DS_Store", b"\0\0\0\1Bud1"), fork]
    yield good("good-zip-of-a-mac-renamed", zipped(renamed))
    beside = [_of(), Member(b"evalImgs.json", b"[]"), Member(b"read me.txt", b"hello")]
    yield good("good-zip-with-others", zipped(beside))
    yield good("good-zip-odd-name", zipped([_of(b"CON")]))
    yield good("good-zip-of-windows", zipped([_of(mode=0)]))
    lines = "".join(f"{json_line(record)}\n" for record in records()).encode()
    yield good("good-zip-of-lines", zipped([_of(b"run.jsonl", lines)]))


def json_line(record: dict[str, object]) -> str:
    """A record on a line."""
    return f'{{"image_id": {record["image_id"]}, "caption": "{record["caption"]}"}}'
