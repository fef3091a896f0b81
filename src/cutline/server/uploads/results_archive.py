"""A zip with one results file inside: judged by its directory, then that file is unpacked."""

from __future__ import annotations

import re
import stat
import struct
import zipfile
from pathlib import Path
from typing import IO

from cutline.core.errors import FileError
from cutline.core.zip_errors import ZIP_ERRORS
from cutline.datasets.wording import printable, short
from cutline.server.uploads.archives import EXPECTED, Bounds, Counted, check_ratio

MOST_MEMBERS = 100
#: In bytes: what a hundred long names need, and no more work than that for the zip reader.
_MOST_DIRECTORY = 64 << 10
#: The record at the end of a zip, without its comment: signature, two numbers of disks, the members
#: here and in all, the size and the place of the directory, the length of the comment.
_END = struct.Struct("<4s4H2LH")
_END_MARK = b"PK\x05\x06"
_MOST_COMMENT = 1 << 16
#: Before the end, where to find a second one with larger numbers, which the reader would believe.
_LARGE_MARK, _LARGE_BEFORE = b"PK\x06\x07", 20
_CHUNK = 1 << 16
#: What precedes the bytes of a member, without its name and extra fields; these have two lengths.
_LOCAL_MARK, _LOCAL_SIZE, _LOCAL_LENGTHS = b"PK\x03\x04", 30, struct.Struct("<HH")
_IS_ENCRYPTED = 0x1

_RESULTS = re.compile(r"(?:.*/)?captions_.+_results\.json")
_ARCHIVE = re.compile(r".*\.(zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|whl)", re.IGNORECASE)
#: What systems put beside files by themselves: macOS above all.
_OF_THE_SYSTEM = re.compile(r"(?:^|/)(?:__MACOSX/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)")
_OUTSIDE = re.compile(r"[\\/]|[A-Za-z]:|(?:.*[\\/])?\.\.(?:[\\/].*)?$", re.DOTALL)


def unpack_results(file: IO[bytes], target: Path, bounds: Bounds) -> None:
    """Unpack the only results file of a zip.

    Raises:
        FileError: when there is none or more than one, or anything in the zip is out of order.
    """
    try:
        announced = _announced(file)
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            if len(members) != announced:
                raise FileError(
                    f"the zip holds {len(members)} files and says that they are {announced}"
                )
            for member in members:
                _check_member(member)
            _check_places(file, members, archive.start_dir)
            _check_sizes(members, bounds)
            chosen = _chosen(members)
            with archive.open(chosen) as packed, target.open("xb") as written:
                counted = Counted(written, bounds)
                while chunk := packed.read(_CHUNK):
                    # The reader takes its bytes from `file`, whose place says how far it is.
                    counted.add(chunk, file.tell() - chosen.header_offset)
    except ZIP_ERRORS as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the disk's fault, and not the zip's
        raise FileError(f"the zip is damaged or incomplete: {error}") from None


def _announced(file: IO[bytes]) -> int:
    """How many members the end of a zip says there are; the reader is not asked before.

    It would read every entry of a directory of any length.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - _END.size - _MOST_COMMENT))
    tail = file.read()
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise FileError("the zip is damaged or incomplete: it has no directory at its end")
    _, disk, other, here, count, length, start, comment = _END.unpack_from(tail, at)
    end = size - len(tail) + at
    if at + _END.size + comment != len(tail):
        raise FileError("the zip has other data after its end, expected a zip and nothing else")
    if tail[max(0, at - _LARGE_BEFORE) : at].startswith(_LARGE_MARK):
        raise FileError("the file is a large zip (zip64), expected one of captions")
    if count > MOST_MEMBERS:
        raise FileError(f"the zip holds {count:,} files, expected at most {MOST_MEMBERS}")
    if disk or other or here != count:
        raise FileError("the zip is a part of several, expected a whole one")
    if length > _MOST_DIRECTORY:
        raise FileError(
            f"the zip's directory has {length:,} bytes, expected at most {_MOST_DIRECTORY:,}"
        )
    if start + length != end:
        raise FileError("the zip has other data inside, expected a zip and nothing else")
    file.seek(0)
    return int(count)


def _check_member(member: zipfile.ZipInfo) -> None:
    name = _shown(member)
    # What links and devices are is said by the high half, as Unix has it; zero says nothing.
    mode = member.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        what = "a link" if stat.S_ISLNK(mode) else "a special file"
        raise FileError(f"in the zip {name} is {what}, expected plain files")
    if member.flag_bits & _IS_ENCRYPTED:
        raise FileError(f"in the zip {name} is encrypted, expected files that can be read")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise FileError(
            f"in the zip {name} is compressed by method {member.compress_type}, expected deflate"
        )
    # `orig_filename` is what the zip says; the reader cuts it at a zero byte.
    if _OUTSIDE.match(member.orig_filename) or "\0" in member.orig_filename:
        raise FileError(f"in the zip {name} leads out of the zip, expected names of files inside")
    if _ARCHIVE.fullmatch(member.filename):
        raise FileError(f"in the zip {name} is an archive by its name, expected a results file")


def _check_places(file: IO[bytes], members: list[zipfile.ZipInfo], directory: int) -> None:
    """That no byte of the zip belongs to two members: such zips unpack to far more than they are.

    That the first begins the file follows: the zip is known by that.
    """
    end = 0
    for member in sorted(members, key=lambda member: member.header_offset):
        if member.header_offset < end:
            raise FileError(f"in the zip {_shown(member)} overlaps with another file")
        file.seek(member.header_offset)
        header = file.read(_LOCAL_SIZE)
        if len(header) < _LOCAL_SIZE or not header.startswith(_LOCAL_MARK):
            raise FileError("the zip is damaged or incomplete: a file in it has no header")
        lengths = _LOCAL_LENGTHS.unpack_from(header, _LOCAL_SIZE - _LOCAL_LENGTHS.size)
        end = member.header_offset + _LOCAL_SIZE + sum(lengths) + member.compress_size
    if end > directory:
        raise FileError("the zip is damaged: a file in it reaches into the directory")


def _check_sizes(members: list[zipfile.ZipInfo], bounds: Bounds) -> None:
    total = sum(member.file_size for member in members)
    if total > bounds.most_bytes:
        raise FileError(
            f"the zip unpacks to {total:,} bytes, expected at most {bounds.most_bytes:,}"
        )
    for member in members:
        check_ratio(member.file_size, member.compress_size)


def _chosen(members: list[zipfile.ZipInfo]) -> zipfile.ZipInfo:
    files = [m for m in members if not m.is_dir() and not _OF_THE_SYSTEM.search(m.filename)]
    results = [m for m in files if _RESULTS.fullmatch(m.filename)] or files
    if len(results) == 1:
        return results[0]
    if not results:
        raise FileError(f"the zip is empty, {EXPECTED}")
    listed = ", ".join(_shown(member) for member in results[:5])
    more = f" and {len(results) - 5} more" if len(results) > 5 else ""
    raise FileError(
        f"the zip holds {len(results)} files that may be the results: {listed}{more}; "
        f"expected one, such as captions_test2014_NAME_results.json"
    )


def _shown(member: zipfile.ZipInfo) -> str:
    return repr(short(printable(member.orig_filename), 60))
