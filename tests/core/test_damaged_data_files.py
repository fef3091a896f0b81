"""A compiled table that is damaged is found out when it is opened, and made again."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from cutline.core.data_files import build_data
from cutline.core.data_upkeep import verify_data
from tests.core.fake_data import PAYLOAD, FakeData, put, reopened


def damaged_offsets(size: int, payload: int) -> list[int]:
    generator = random.Random(1)
    some = [generator.randrange(size) for _ in range(60)]
    return [*range(0, 520, 3), payload - 1, payload, size - 1, *some]


def test_a_flipped_bit_anywhere_is_found_and_repaired(
    fake: FakeData, capsys: pytest.CaptureFixture[str]
) -> None:
    good = build_data(fake)
    raw = good.path.read_bytes()
    payload = len(raw) - good.payload.nbytes
    for count, offset in enumerate(damaged_offsets(len(raw), payload), 1):
        bad = bytearray(raw)
        bad[offset] ^= 1 << offset % 8
        put(good.path, bad)
        assert verify_data(fake).state == "damaged", offset
        assert reopened(fake) == PAYLOAD
        complaint = capsys.readouterr().err
        assert complaint.startswith(f"cutline: {good.path} is damaged (")
        assert complaint.endswith("): building it again\n")
        assert complaint.count("\n") == 1
        assert fake.compilations() == count + 1
    assert good.path.read_bytes() == raw


def test_a_file_that_is_cut_off_or_goes_on_is_found(fake: FakeData) -> None:
    good = build_data(fake)
    raw = good.path.read_bytes()
    generator = random.Random(2)
    lengths = [0, 1, 14, 15, 100, 200, 500, 4095, 4096, 4097, len(raw) - 1]
    for length in [*lengths, *(generator.randrange(len(raw)) for _ in range(30))]:
        put(good.path, raw[:length])
        assert reopened(fake) == PAYLOAD, length
    put(good.path, raw + b"\0")
    assert reopened(fake) == PAYLOAD
    assert fake.compilations() == 43


@pytest.mark.parametrize(
    "content",
    [
        b"\0" * 9000,
        b"cutline-data 2 10 " + b"0" * 64 + b"\n" + b"{}" * 10,
        b"cutline-data 1 99999999999999999999 " + b"0" * 64 + b"\n" + b"{}" * 10,
        b'{"json": true}\n',
        random.Random(3).randbytes(20_000),
    ],
)
def test_garbage_is_replaced(
    fake: FakeData, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = build_data(fake).path
    put(path, content)
    assert reopened(fake) == PAYLOAD
    assert "is damaged" in capsys.readouterr().err


def test_a_table_under_the_name_of_another_is_not_taken_for_it(fake: FakeData) -> None:
    first = build_data(fake).path
    fake.source.write_text("a blue bus\n")
    second = build_data(fake).path
    put(second, first.read_bytes())
    assert verify_data(fake).state == "damaged"
    assert reopened(fake) == b"a blue bus\n" * 2000


def test_a_folder_or_a_pipe_in_its_place_is_moved_aside(fake: FakeData, cache: Path) -> None:
    path = build_data(fake).path
    path.unlink()
    path.mkdir()
    (path / "mine.txt").write_text("kept")
    assert reopened(fake) == PAYLOAD
    assert (cache / f"{path.name}.aside-1" / "mine.txt").read_text() == "kept"
    path.unlink()
    os.mkfifo(path)
    assert reopened(fake) == PAYLOAD
    path.unlink()
    path.symlink_to(path)
    assert reopened(fake) == PAYLOAD
    assert path.is_file()
