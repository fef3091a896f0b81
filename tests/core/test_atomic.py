"""Files are written whole or not at all."""

import gzip
import os
import subprocess
from pathlib import Path

import pytest

from cutline.core.atomic import WRITTEN, atomic_write, forget_written
from cutline.core.errors import FileError


def test_a_file_appears_when_the_block_ends(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    with atomic_write(target) as file:
        file.write("ålesund\n")
        assert not target.exists()
    assert target.read_bytes() == "ålesund\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")

    def write_and_fail() -> None:
        with atomic_write(target) as file:
            file.write("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_compressed_files_are_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        with atomic_write(tmp_path / name) as file:
            file.write("words")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"words"


def test_a_missing_folder_is_an_error_with_the_name(tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "out.txt"
    with pytest.raises(FileError, match="nowhere"), atomic_write(target):
        pass


def test_a_link_is_followed_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    with atomic_write(link) as file:
        file.write("new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    with atomic_write(pipe) as file:
        file.write("through")
    assert reader.communicate(timeout=10)[0] == b"through"
    assert pipe.is_fifo()


def test_what_a_folder_held_is_no_longer_told(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    for name in ("gone/one.txt", "kept.txt"):
        with atomic_write(tmp_path / name) as file:
            file.write("")
    forget_written(tmp_path / "gone")
    assert [name for name in WRITTEN if str(tmp_path) in name] == [str(tmp_path / "kept.txt")]
