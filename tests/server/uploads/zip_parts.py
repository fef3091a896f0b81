"""Zips made by hand, so that every field of them can lie."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

STORED, DEFLATED = 0, 8
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")


@dataclass(frozen=True)
class Member:
    """A file in a zip. What is None is filled in truthfully."""

    name: bytes
    data: bytes = b""
    method: int = DEFLATED
    flags: int = 0
    #: What Unix says of a file, such as that it is a link.
    mode: int = 0o100644
    #: What the directory says of its size, packed and unpacked, and of its checksum and its place.
    packed_size: int | None = None
    size: int | None = None
    checksum: int | None = None
    offset: int | None = None
    extra: bytes = b""
    comment: bytes = b""
    #: What stands in the file instead of packed data.
    packed: bytes | None = None
    #: What the file's own header calls it.
    local_name: bytes | None = None
    local_mark: bytes = b"PK\x03\x04"

    def body(self) -> bytes:
        """The packed data."""
        if self.packed is not None:
            return self.packed
        return deflated(self.data) if self.method == DEFLATED else self.data


def deflated(data: bytes, level: int = 9) -> bytes:
    """Data as deflate packs it, without a header."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def local(member: Member) -> bytes:
    """A file's header and its data."""
    body = member.body()
    name = member.name if member.local_name is None else member.local_name
    checksum = zlib.crc32(member.data) if member.checksum is None else member.checksum
    sizes = len(body), len(member.data) if member.size is None else member.size
    head = _LOCAL.pack(
        member.local_mark, 20, member.flags, member.method, 0, 0x21, checksum, *sizes, len(name), 0
    )
    return head + name + body


def central(member: Member, offset: int) -> bytes:
    """A file's entry in the directory."""
    packed = len(member.body()) if member.packed_size is None else member.packed_size
    size = len(member.data) if member.size is None else member.size
    checksum = zlib.crc32(member.data) if member.checksum is None else member.checksum
    place = offset if member.offset is None else member.offset
    head = _CENTRAL.pack(
        b"PK\x01\x02",
        (3 << 8) | 20,
        20,
        member.flags,
        member.method,
        0,
        0x21,
        checksum,
        packed,
        size,
        len(member.name),
        len(member.extra),
        len(member.comment),
        0,
        0,
        member.mode << 16,
        place,
    )
    return head + member.name + member.extra + member.comment


def end(
    count: int,
    length: int,
    start: int,
    *,
    disk: int = 0,
    here: int | None = None,
    comment: bytes = b"",
) -> bytes:
    """The end of a zip."""
    on_disk = count if here is None else here
    return (
        _END.pack(b"PK\x05\x06", disk, disk, on_disk, count, length, start, len(comment)) + comment
    )


def zipped(members: Sequence[Member], *, count: int | None = None, disk: int = 0) -> bytes:
    """A zip of these members."""
    bodies, entries = b"", b""
    for member in members:
        entries += central(member, len(bodies))
        bodies += local(member)
    number = len(members) if count is None else count
    return bodies + entries + end(number, len(entries), len(bodies), disk=disk)


def overlapping(count: int, unpacked: int) -> bytes:
    """Many files that are the same bytes of the zip (Fifield 2019, full overlap)."""
    kernel = Member(b"captions_0_results.json", b"a" * unpacked)
    body = local(kernel)
    entries = b"".join(
        central(
            Member(
                b"captions_%d_results.json" % number,
                packed=kernel.body(),
                size=unpacked,
                checksum=zlib.crc32(kernel.data),
            ),
            0,
        )
        for number in range(count)
    )
    return body + entries + end(count, len(entries), len(body))


def quoted_overlap(count: int, unpacked: int) -> bytes:
    """Files whose data are the headers and data of those after them (Fifield 2019).

    A stored block of deflate quotes the header of the next file, and goes on into its data: every
    name and header is another, and all the files share one kernel.
    """
    kernel = deflated(b"a" * unpacked)
    tail, sizes = kernel, [(len(kernel), unpacked)]
    for number in reversed(range(count)):
        packed, size = sizes[0]
        name = b"captions_%04d_results.json" % number
        head = _LOCAL.pack(b"PK\x03\x04", 20, 0, DEFLATED, 0, 0x21, 0, packed, size, len(name), 0)
        file = head + name + tail
        if number == 0:
            tail = file
            break
        quoted = len(head) + len(name)
        tail = struct.pack("<BHH", 0, quoted, quoted ^ 0xFFFF) + file
        sizes.insert(0, (packed + quoted + 5, size + quoted))
    entries, offset = b"", 0
    for number, (packed, size) in enumerate(sizes):
        name = b"captions_%04d_results.json" % number
        lying = Member(name, packed_size=packed, size=size, checksum=0)
        entries += central(lying, offset)
        offset += 30 + len(name) + 5
    return tail + entries + end(len(sizes), len(entries), len(tail))


def zip64_tail(count: int, length: int, start: int, at: int) -> bytes:
    """The end of a zip whose numbers are too large for the usual end, and where to find it."""
    record = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, length, start)
    return record + struct.pack("<4sLQL", b"PK\x06\x07", 0, at, 1)
