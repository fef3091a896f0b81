"""Compiled tables are built once, checked whenever they are opened, and built again if damaged."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from cutline.core import file_lock
from cutline.core.cache import cache_folder
from cutline.core.data_file_format import ALIGNMENT, CHUNK
from cutline.core.data_files import build_data, content_hash, forget, open_data
from cutline.core.data_upkeep import list_data, remove_data, verify_data
from cutline.core.errors import FileError, MissingPartError
from tests.core.fake_data import PAYLOAD, FakeData, fake_in, names, put, reopened


def test_caches_live_where_the_variable_says_or_where_the_system_has_them(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache_folder() == cache
    monkeypatch.setenv("CUTLINE_CACHE_DIR", "")
    assert cache_folder() == Path(platformdirs.user_cache_dir("cutline", appauthor=False))


def test_a_table_is_compiled_once_and_then_mapped(fake: FakeData, cache: Path) -> None:
    first = build_data(fake)
    again = build_data(fake)
    assert (first.is_new, again.is_new) == (True, False)
    assert bytes(again.payload) == PAYLOAD
    assert again.content_hash == content_hash(fake, fake.sources())
    assert again.payload.readonly
    assert fake.compilations() == 1
    assert names(cache) == [f"fake-en-{again.content_hash[:16]}.data"]


def test_the_second_opening_in_a_process_gives_the_same_object(fake: FakeData, cache: Path) -> None:
    first = open_data(fake)
    first.path.unlink()
    assert open_data(fake) is first
    forget(fake)
    assert open_data(fake) is not first
    assert bytes(first.payload) == PAYLOAD


def test_the_file_says_what_it_is(fake: FakeData) -> None:
    opened = build_data(fake)
    raw = opened.path.read_bytes()
    magic, header_line, _ = raw.split(b"\n", 2)
    assert magic.startswith(b"cutline-data 1 ")
    header = json.loads(header_line)
    assert (header["name"], header["format"]) == ("fake-en", 1)
    assert header["sources"] == [
        {"name": "source.txt", "bytes": 10, "content_id": "a red bus\n"},
    ]
    assert header["offset"] % ALIGNMENT == 0
    assert raw[header["offset"] :] == bytes(opened.payload)
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(opened.path.stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])
def test_payloads_of_any_size(tmp_path: Path, cache: Path, size: int) -> None:
    fake = fake_in(tmp_path / "package", "x", times=size)
    assert reopened(fake) == b"x" * size
    assert reopened(fake) == b"x" * size
    assert fake.compilations() == 1


def test_a_header_longer_than_a_page(tmp_path: Path, cache: Path) -> None:
    fake = fake_in(tmp_path / "package", "x" * 9000, times=3)
    assert reopened(fake) == b"x" * 27000
    assert reopened(fake) == b"x" * 27000
    assert fake.compilations() == 1


def test_other_content_or_another_format_is_another_file(
    fake: FakeData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_data(fake)
    fake.source.write_text("a blue bus\n")
    second = open_data(fake)
    monkeypatch.setattr(FakeData, "format", 2)
    third = open_data(fake)
    assert len({first.path, second.path, third.path}) == 3
    assert bytes(second.payload) == bytes(third.payload) == b"a blue bus\n" * 2000
    # The same content elsewhere is the same table.
    elsewhere = fake_in(tmp_path / "elsewhere", "a blue bus\n")
    assert open_data(elsewhere) is third
    assert elsewhere.compilations() == 0


def test_without_its_sources_the_newest_table_serves(fake: FakeData) -> None:
    older = build_data(fake).path
    fake.source.write_text("a blue bus\n")
    newer = build_data(fake).path
    os.utime(older, (1, 1))
    fake.source.unlink()
    assert open_data(fake).path == newer
    assert open_data(fake) is open_data(fake)
    put(newer, b"damaged")
    forget(fake)
    assert open_data(fake).path == older
    assert verify_data(fake).state == "ready"
    put(older, b"damaged too")
    forget(fake)
    with pytest.raises(MissingPartError, match="pip install fake"):
        open_data(fake)
    assert verify_data(fake).state == "damaged"


def test_a_table_is_missing_without_sources_and_without_an_older_one(
    fake: FakeData, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fake.missing() is None
    assert fake.compilations() == 0
    fake.source.unlink()
    assert fake.missing() == "fake-en needs its source: pip install fake"
    fake_in(fake.source.parent)
    build_data(fake)
    fake.source.unlink()
    assert fake.missing() is None

    def refuse() -> None:
        raise FileError("source.txt: damaged")

    monkeypatch.setattr(fake, "sources", refuse)
    assert fake.missing() is None


def test_without_sources_a_table_of_another_format_does_not_serve(
    fake: FakeData, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_data(fake)
    fake.source.unlink()
    monkeypatch.setattr(FakeData, "format", 2)
    with pytest.raises(MissingPartError):
        open_data(fake)
    assert verify_data(fake).state == "out of date"


def test_without_sources_nothing_is_forced(fake: FakeData) -> None:
    build_data(fake)
    fake.source.unlink()
    assert not build_data(fake).is_new
    with pytest.raises(MissingPartError):
        build_data(fake, force=True)


def test_forcing_compiles_again(fake: FakeData, cache: Path) -> None:
    build_data(fake)
    assert build_data(fake, force=True).is_new
    assert fake.compilations() == 2
    assert len(names(cache)) == 1


def test_a_source_that_changes_meanwhile_gives_no_table(
    fake: FakeData, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fake, "compile", lambda *_: fake.source.write_text("other") * b"x")
    with pytest.raises(FileError, match="changed while it was read"):
        open_data(fake)
    assert names(cache) == []


def test_an_interrupted_build_leaves_nothing(
    fake: FakeData, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    for step in ("compile", "checksum"):
        with monkeypatch.context() as patched:
            patched.setattr(fake, step, interrupt)
            with pytest.raises(KeyboardInterrupt):
                open_data(fake)
        assert names(cache) == []
    assert reopened(fake) == PAYLOAD


def test_what_a_killed_builder_left_is_cleaned_up_and_nothing_else(
    fake: FakeData, cache: Path
) -> None:
    cache.mkdir()
    left = cache / ".fake-en-0123456789abcdef.data.k3x_9a2b"
    others = [
        ".fake-en-other-0123456789abcdef.data.k3x_9a2b",
        ".fake-en-0123456789abcdef.data",
        "fake-en-0123456789abcdeg.data",
        "notes.txt",
    ]
    for name in [left.name, "fake-en.lock", *others]:
        (cache / name).touch()
    path = open_data(fake).path
    assert names(cache) == sorted([*others, path.name])


def test_where_there_are_no_locks_tables_are_built_all_the_same(
    fake: FakeData, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(handle: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(file_lock, "_lock_now", refuse)
    cache.mkdir()
    temporary = cache / ".fake-en-0123456789abcdef.data.k3x_9a2b"
    temporary.touch()  # for all we know, of a builder that is at work
    assert reopened(fake) == PAYLOAD
    assert names(cache) == [temporary.name, open_data(fake).path.name]


def test_a_file_where_the_folder_should_be(fake: FakeData, cache: Path) -> None:
    cache.write_text("not a folder")
    with pytest.raises(FileError, match=r"cache: cannot be written to: .*CUTLINE_CACHE_DIR"):
        open_data(fake)
    assert fake.compilations() == 0
    assert remove_data(fake) == []
    assert verify_data(fake).state == "not built"


def test_a_full_disk(fake: FakeData, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(FileError, match=r"data: cannot be written: No space.*CUTLINE_CACHE_DIR"):
        open_data(fake)
    assert names(cache) == []


def test_a_folder_that_cannot_be_written_to_is_good_enough_for_reading(
    fake: FakeData, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As root runs these tests, rights would not keep anybody from writing.
    build_data(fake)
    real = os.open

    def read_only(path: str, flags: int, *rest: int) -> int:
        if flags & os.O_CREAT:
            raise OSError(errno.EROFS, "Read-only file system")
        return real(path, flags, *rest)

    monkeypatch.setattr(os, "open", read_only)
    assert reopened(fake) == PAYLOAD
    fake.source.write_text("a blue bus\n")
    with pytest.raises(FileError, match="Read-only file system; set CUTLINE_CACHE_DIR"):
        open_data(fake)


def test_states_are_told_apart(fake: FakeData, cache: Path) -> None:
    (state,) = list_data([fake])
    assert (state.state, state.bytes, cache.exists()) == ("not built", 0, False)
    path = build_data(fake).path
    state = verify_data(fake)
    assert (state.state, state.path, state.bytes) == ("ready", path, path.stat().st_size)
    fake.source.write_text("a blue bus\n")
    state = verify_data(fake)
    assert (state.state, state.others) == ("out of date", (path,))
    fake.source.unlink()
    state = verify_data(fake)
    assert (state.state, state.path) == ("ready", path)
    assert "no longer installed" in state.note


def test_removing_takes_all_versions_and_nothing_else(fake: FakeData, cache: Path) -> None:
    first = build_data(fake).path
    fake.source.write_text("a blue bus\n")
    second = open_data(fake).path
    others = ["fake-en-more-0123456789abcdef.data", "notes.txt"]
    for name in others:
        (cache / name).touch()
    (cache / ".fake-en-0123456789abcdef.data.abcdefgh").touch()
    removed = remove_data(fake)
    assert {path for path, _ in removed} >= {first, second}
    assert names(cache) == others
    assert remove_data(fake) == []
    assert open_data(fake).is_new  # what this process had open is forgotten


MEASURE = """
import resource, sys
from pathlib import Path
from cutline.core.data_files import open_data
from tests.core.fake_data import FakeData
fake = FakeData(Path(sys.argv[1]))
open_data(FakeData(Path(sys.argv[2])))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert open_data(fake).payload.nbytes == 32_000_000
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_opening_takes_no_memory(tmp_path: Path, cache: Path) -> None:
    small = fake_in(tmp_path / "small", "y")
    large = fake_in(tmp_path / "large", "x", times=32_000_000)
    build_data(small)
    build_data(large)
    command = [sys.executable, "-c", MEASURE, str(tmp_path / "large"), str(tmp_path / "small")]
    project = Path(__file__).parent.parent.parent
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 4_000  # kilobytes
