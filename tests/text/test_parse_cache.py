"""Analyses kept on disk: bounded, shared by processes, and never the reason for no answer."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import warnings
from contextlib import closing
from pathlib import Path

import pytest

import cutline
from cutline.core.errors import UsageError
from cutline.text import parse_cache
from cutline.text.parse_cache import ParseCache, ParseCacheWarning, kept_parses, remove_parses
from cutline.text.parsers import parse_captions

CAPTIONS = ["a brown dog sleeps", "two men are riding horses", "a cat on a red couch"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("CUTLINE_PARSE_CACHE_MB", raising=False)
    return tmp_path / "cache"


def many(count: int, size: int, name: str = "caption") -> dict[str, bytes]:
    return {f"{name} {n}": bytes([n % 251]) * size for n in range(count)}


def test_what_was_added_is_found() -> None:
    cache = ParseCache("one")
    assert cache.find(CAPTIONS) == {}
    cache.add({CAPTIONS[0]: b"dog", CAPTIONS[2]: b"", "": b"empty"})
    assert cache.find([*CAPTIONS, CAPTIONS[0], "", "A brown dog sleeps"]) == {
        0: b"dog",
        2: b"",
        3: b"dog",
        4: b"empty",
    }
    assert ParseCache("one").find(CAPTIONS[:1]) == {0: b"dog"}


def test_more_captions_than_a_query_takes() -> None:
    cache = ParseCache("one")
    analyses = many(1_700, 3)
    cache.add(analyses)
    cache.add(analyses)
    assert cache.find(list(analyses)) == dict(enumerate(analyses.values()))
    assert [kept.captions for kept in kept_parses()] == [1_700]


def test_another_parser_has_another_file(folder: Path) -> None:
    one, other = ParseCache("one"), ParseCache("other")
    one.add({"a dog": b"1"})
    assert other.find(["a dog"]) == {}
    other.add({"a dog": b"2"})
    assert (one.find(["a dog"]), other.find(["a dog"])) == ({0: b"1"}, {0: b"2"})
    assert [path.name for path in parse_cache.cache_files()] == [
        f"parses-2-{cutline.__version__}-one.sqlite3",
        f"parses-2-{cutline.__version__}-other.sqlite3",
    ]
    assert {path for path, _ in remove_parses()} == {one.path, other.path}
    assert list(folder.iterdir()) == []


def test_the_oldest_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_PARSE_CACHE_MB", "1")
    cache = ParseCache("one")
    for number in range(12):
        cache.add(many(20, 5_000, f"caption {number}"))
        assert cache.path.stat().st_size < 1_200_000
    found = cache.find([f"caption {number} {n}" for number in range(12) for n in range(20)])
    assert 120 < len(found) < 200
    assert set(found) == set(range(240 - len(found), 240))


def test_one_addition_may_be_larger_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_PARSE_CACHE_MB", "1")
    cache = ParseCache("one")
    cache.add(many(1_000, 5_000))
    (kept,) = kept_parses()
    assert 100 < kept.captions < 200
    assert kept.bytes < 1_000_000


def test_zero_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_PARSE_CACHE_MB", "0")
    cache = ParseCache("one")
    cache.add({"a dog": b"1"})
    assert cache.find(["a dog"]) == {}
    assert not folder.exists()


@pytest.mark.parametrize("value", ["much", "-1", "1.5", "1e3", "²"])
def test_a_limit_that_is_no_number(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_PARSE_CACHE_MB", value)
    with pytest.raises(UsageError, match="CUTLINE_PARSE_CACHE_MB is a whole number of megabytes"):
        parse_captions(CAPTIONS)


def test_the_cache_changes_no_answer() -> None:
    expected = list(parse_captions(CAPTIONS, is_cached=False))
    assert kept_parses() == []
    for _ in range(2):
        assert list(parse_captions([*CAPTIONS, CAPTIONS[0]])) == [*expected, expected[0]]
    assert [(kept.captions, kept.damage) for kept in kept_parses()] == [(3, "")]


@pytest.mark.parametrize("content", [b"not a database" * 500, b"SQLite format 3\0" + bytes(5_000)])
def test_a_damaged_file_is_made_anew(content: bytes) -> None:
    cache = ParseCache("one")
    cache.path.parent.mkdir()
    cache.path.write_bytes(content)
    assert kept_parses()[0].damage
    assert cache.find(["a dog"]) == {}
    cache.add({"a dog": b"1"})
    assert cache.find(["a dog"]) == {0: b"1"}
    assert [kept.damage for kept in kept_parses()] == [""]


def test_a_file_that_was_cut_short_is_made_anew() -> None:
    cache = ParseCache("one")
    cache.add(many(500, 100))
    os.truncate(cache.path, cache.path.stat().st_size // 2)
    cache.find(list(many(500, 100)))
    cache.add({"a dog": b"1"})
    assert cache.find(["a dog"]) == {0: b"1"}
    assert [kept.damage for kept in kept_parses()] == [""]


def test_an_analysis_that_the_disk_has_changed_is_not_used() -> None:
    cache = ParseCache("one")
    cache.add({"a dog": b"\1\2\3", "a cat": b"\4\5\6"})
    with closing(sqlite3.connect(cache.path)) as connection, connection:
        connection.execute("update analyses set analysis = cast(analysis || 'x' as blob)")
    assert cache.find(["a dog", "a cat"]) == {}
    cache.add({"a dog": b"\1\2\3"})
    assert cache.find(["a dog", "a cat"]) == {0: b"\1\2\3"}


def test_a_folder_that_cannot_be_used_is_said_once(folder: Path) -> None:
    folder.write_text("not a folder")
    cache = ParseCache("one")
    with pytest.warns(ParseCacheWarning) as caught:
        cache.add({"a dog": b"1"})
    (warning,) = caught
    assert str(warning.message).startswith(f"{cache.path}: ")
    assert "CUTLINE_PARSE_CACHE_MB=0 turns it off" in str(warning.message)
    # From here on a warning would be an error.
    assert cache.find(["a dog"]) == {}
    cache.add({"a dog": b"1"})
    with pytest.warns(ParseCacheWarning):
        parses = parse_captions(CAPTIONS)
    assert list(parses) == list(parse_captions(CAPTIONS, is_cached=False))


def test_a_damaged_file_that_cannot_be_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = ParseCache("one")
    cache.path.parent.mkdir()
    cache.path.write_bytes(b"not a database" * 500)

    def refuse(path: Path) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(parse_cache, "remove", refuse)
    with pytest.warns(ParseCacheWarning, match="Permission denied; captions are parsed without"):
        assert cache.find(["a dog"]) == {}


def test_a_full_disk_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(parse_cache, "_connect", refuse)
    with pytest.warns(ParseCacheWarning, match="disk is full"):
        ParseCache("one").add({"a dog": b"1"})


ADD = """
import sys
import time
from cutline.text.parse_cache import ParseCache
cache, name = ParseCache("one"), sys.argv[1]
print("ready", flush=True)
sys.stdin.readline()
for part in range(int(sys.argv[2])):
    cache.add({f"{name} {part} {n}": bytes([n]) for n in range(20)})
    assert len(cache.find([f"{name} {part} {n}" for n in range(20)])) == 20
"""


def start(name: str, parts: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", ADD, name, str(parts)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_several_processes_add_at_once() -> None:
    processes = [start(name, 10) for name in "abcd"]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    # The file is not there yet: all of them want to make it.
    outcomes = [_told_to_go(process) for process in processes]
    assert [_ended(process) for process in outcomes] == [(0, "")] * 4
    assert [(kept.captions, kept.damage) for kept in kept_parses()] == [(800, "")]


def test_a_file_that_another_is_making_is_waited_for() -> None:
    cache = ParseCache("one")
    cache.path.parent.mkdir()
    other = sqlite3.connect(cache.path, isolation_level=None, check_same_thread=False)
    other.execute("begin exclusive")
    waiting = threading.Timer(0.2, other.close)
    waiting.start()
    cache.add({"a dog": b"1"})
    waiting.join()
    assert cache.find(["a dog"]) == {0: b"1"}


def test_a_process_that_is_killed_leaves_a_file_of_use() -> None:
    process = start("killed", 100_000)
    _told_to_go(process)
    cache = ParseCache("one")
    deadline = time.monotonic() + 60
    try:
        while not cache.find(["killed 3 0"]):
            assert process.poll() is None
            assert time.monotonic() < deadline
    finally:
        process.send_signal(signal.SIGKILL)
    assert _ended(process)[0] == -signal.SIGKILL
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cache.add({"a dog": b"1"})
        assert cache.find(["a dog", "killed 0 7"]) == {0: b"1", 1: b"\7"}
    assert [kept.damage for kept in kept_parses()] == [""]


def _told_to_go(process: subprocess.Popen[str]) -> subprocess.Popen[str]:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()
    return process


def _ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    _, errors = process.communicate(timeout=60)
    return process.returncode, errors


def test_verifying_notices_what_sqlite_does_not() -> None:
    cache = ParseCache("one")
    cache.add({"a dog": b"123", "a cat": b"456"})
    assert [kept.damage for kept in kept_parses(is_thorough=True)] == [""]
    with closing(sqlite3.connect(cache.path)) as connection, connection:
        connection.execute("update analyses set analysis = x'00' where number = 1")
    assert [kept.damage for kept in kept_parses()] == [""]
    assert [kept.damage for kept in kept_parses(is_thorough=True)] == [
        "1 captions are not what was written"
    ]
