"""Analyses of captions kept on disk, so that references are parsed once and not for every run.

One SQLite file for each parser, in the cache folder: SQLite lets several processes read and write
it at once, and a process that is killed leaves it whole. It is bounded: the oldest captions make
room for new ones.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from cutline.core.cache import cache_folder
from cutline.core.errors import FileError, UsageError
from cutline.core.version import __version__

#: The variable that says how large the file may become, in megabytes; 0 keeps nothing.
SIZE_VARIABLE = "CUTLINE_PARSE_CACHE_MB"
DEFAULT_MEGABYTES = 256

#: What `cutline data` calls them.
PARSES = "parses"

#: Another layout of what is kept is another number, and another file; so is another version of
#: Cutline, which may cut captions into other tokens.
FORMAT = 2
_PREFIX, _SUFFIX = f"{PARSES}-", ".sqlite3"
_AT_ONCE = 500
_BUSY_SECONDS = 20.0
_SEAL_BYTES = 4
_MOST_DIGITS = 9
#: What SQLite says of a file that is of no use any more.
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_SCHEMA = """
create table if not exists analyses
    (number integer primary key, key blob not null unique, analysis blob not null)
"""

Answer = TypeVar("Answer")


class ParseCacheWarning(UserWarning):
    """The cache cannot be used; captions are parsed each time."""


def limit_megabytes() -> int:
    """`CUTLINE_PARSE_CACHE_MB`, or 256.

    Raises:
        UsageError: when it is not a whole number.
    """
    wanted = os.environ.get(SIZE_VARIABLE, "").strip() or str(DEFAULT_MEGABYTES)
    if not wanted.isdecimal() or len(wanted) > _MOST_DIGITS:
        raise UsageError(f"{SIZE_VARIABLE} is a whole number of megabytes, not {wanted!r}")
    return int(wanted)


def cache_files() -> list[Path]:
    """Every file of kept analyses, whichever parser they are from."""
    with suppress(OSError):
        return sorted(cache_folder().glob(f"{_PREFIX}*{_SUFFIX}"))
    return []


def key_of(caption: str) -> bytes:
    """What a caption's analysis is kept under."""
    return hashlib.blake2b(caption.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class ParseCache:
    """The kept analyses of one parser.

    What cannot be read or written is as if it were not there, with one warning: a cache may cost
    time, and never an answer.
    """

    def __init__(self, parser_digest: str) -> None:
        name = f"{_PREFIX}{FORMAT}-{__version__}-{parser_digest}{_SUFFIX}"
        self.path = cache_folder() / name
        self._limit = limit_megabytes() * 1_000_000
        self._is_usable = self._limit > 0

    def find(self, captions: Sequence[str]) -> dict[int, bytes]:
        """The analyses that are known, by the caption's place."""
        if not self._is_usable or not captions:
            return {}
        return self._attempt(lambda connection: dict(_find(connection, captions)), {})

    def add(self, analyses: Mapping[str, bytes]) -> None:
        """Keep analyses; where there are too many by then, the oldest quarter goes."""
        if self._is_usable and analyses:
            self._attempt(lambda connection: self._add(connection, analyses), None)

    def _add(self, connection: sqlite3.Connection, analyses: Mapping[str, bytes]) -> None:
        rows = ((key_of(caption), _sealed(analysis)) for caption, analysis in analyses.items())
        with connection:
            connection.execute("begin immediate")
            connection.executemany(
                "insert or replace into analyses (key, analysis) values (?, ?)", rows
            )
        if _used_bytes(connection) > self._limit:
            _drop_oldest(connection, self._limit)

    def _attempt(self, work: Callable[[sqlite3.Connection], Answer], otherwise: Answer) -> Answer:
        try:
            try:
                return self._on_file(work)
            except sqlite3.DatabaseError as error:
                if not _is(error, *_DAMAGE):
                    raise
                remove(self.path)  # it can be made again
                return self._on_file(work)
        except sqlite3.Error as error:
            self._give_up(str(error))
        except OSError as error:
            self._give_up(error.strerror or str(error))
        return otherwise

    def _on_file(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        with closing(_connect(self.path)) as connection:
            return work(connection)

    def _give_up(self, reason: str) -> None:
        self._is_usable = False
        warnings.warn(
            f"{self.path}: {reason}; captions are parsed without a cache "
            f"({SIZE_VARIABLE}=0 turns it off, CUTLINE_CACHE_DIR moves it)",
            ParseCacheWarning,
            stacklevel=3,
        )


@dataclass(frozen=True)
class KeptParses:
    """A file of kept analyses as it is now.

    `damage` says what is wrong with it; `note` why it cannot be looked at, such as a folder that
    belongs to somebody else.
    """

    path: Path
    captions: int
    bytes: int
    damage: str = ""
    note: str = ""


def kept_parses(*, is_thorough: bool = False) -> list[KeptParses]:
    """The state of every file of kept analyses; a thorough look reads all of it."""
    return [_state(path, is_thorough) for path in cache_files()]


def _state(path: Path, is_thorough: bool) -> KeptParses:
    size = 0
    try:
        size = path.stat().st_size
        # Only to read: a look must not change what it looks at.
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            ((count,),) = connection.execute("select count(*) from analyses")
            damage = _damage(connection) if is_thorough else ""
    except sqlite3.DatabaseError as error:
        if _is(error, *_DAMAGE):
            return KeptParses(path, 0, size, damage=str(error))
        return KeptParses(path, 0, size, note=str(error))
    except OSError as error:
        return KeptParses(path, 0, size, note=error.strerror or str(error))
    return KeptParses(path, int(count), size, damage)


def _damage(connection: sqlite3.Connection) -> str:
    ((verdict,),) = connection.execute("pragma quick_check(1)")
    if verdict != "ok":
        return str(verdict)
    rows = connection.execute("select analysis from analyses")
    changed = sum(_opened(sealed) is None for (sealed,) in rows)
    return f"{changed:,} captions are not what was written" if changed else ""


def _is(error: sqlite3.Error, *codes: int) -> bool:
    # The low byte is the kind of error, the rest says more of it.
    return getattr(error, "sqlite_errorcode", -1) & 0xFF in codes


def remove_parses() -> list[tuple[Path, int]]:
    """Remove all kept analyses; what was removed, with its size in bytes.

    Raises:
        FileError: when a file cannot be removed.
    """
    removed = []
    for path in cache_files():
        try:
            removed.append((path, remove(path)))
        except OSError as error:
            raise FileError(f"{path}: cannot be removed: {error.strerror}") from None
    return removed


def remove(path: Path) -> int:
    """Remove a file of analyses and what SQLite keeps beside it; the bytes that this freed.

    Raises:
        OSError: when it cannot be removed.
    """
    freed = 0
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError):
            freed += file.stat().st_size
            file.unlink()
    return freed


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        _write_ahead(connection)
        # A computer that loses power may lose the last captions, and not the file.
        connection.execute("pragma synchronous=normal")
        connection.execute(_SCHEMA)
    except BaseException:
        connection.close()
        raise
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let readers and a writer go on side by side.

    Where several processes make the file at once, SQLite gives up here instead of waiting.
    """
    last = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("pragma journal_mode=wal")
            return
        except sqlite3.OperationalError as error:
            if not _is(error, sqlite3.SQLITE_BUSY) or time.monotonic() > last:
                raise
            time.sleep(0.01)


def _find(connection: sqlite3.Connection, captions: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    places: dict[bytes, list[int]] = {}
    for place, caption in enumerate(captions):
        places.setdefault(key_of(caption), []).append(place)
    for keys in _chunks(list(places)):
        marks = ",".join("?" * len(keys))
        query = f"select key, analysis from analyses where key in ({marks})"
        for key, sealed in connection.execute(query, keys):
            if (analysis := _opened(sealed)) is not None:
                for place in places[key]:
                    yield place, analysis


def _sealed(analysis: bytes) -> bytes:
    """With a checksum: SQLite does not notice when the disk has changed what it holds."""
    return zlib.crc32(analysis).to_bytes(_SEAL_BYTES, "little") + analysis


def _opened(sealed: bytes) -> bytes | None:
    analysis = sealed[_SEAL_BYTES:]
    return analysis if _sealed(analysis) == sealed else None


def _chunks(keys: list[bytes]) -> Iterable[list[bytes]]:
    return (keys[at : at + _AT_ONCE] for at in range(0, len(keys), _AT_ONCE))


def _used_bytes(connection: sqlite3.Connection) -> int:
    ((pages,),) = connection.execute("pragma page_count")
    ((free,),) = connection.execute("pragma freelist_count")
    ((size,),) = connection.execute("pragma page_size")
    return int((pages - free) * size)


def _drop_oldest(connection: sqlite3.Connection, limit: int) -> None:
    with connection:
        connection.execute("begin immediate")
        used = _used_bytes(connection)
        if used <= limit:  # another process was faster
            return
        ((first, last),) = connection.execute("select min(number), max(number) from analyses")
        kept = min(0.75, limit / used * 0.75)
        connection.execute(
            "delete from analyses where number < ?", (last - int((last - first) * kept),)
        )
    # Freed pages are used again, so the file need not become smaller at once.
    try:
        connection.execute("vacuum")
    except sqlite3.OperationalError as error:
        if not _is(error, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
