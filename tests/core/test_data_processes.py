"""Several processes that want the same table at once, and some that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cutline.core.data_files import open_data
from tests.core.fake_data import FakeData, fake_in

PROJECT = Path(__file__).parent.parent.parent

OPEN = """
import sys
from pathlib import Path
from cutline.core.data_files import open_data
from tests.core.fake_data import FakeData
opened = open_data(FakeData(Path(sys.argv[1]), pause=sys.argv[2]))
print(bytes(opened.payload) == b"a red bus\\n" * 2000)
"""


@pytest.fixture
def fake(tmp_path: Path, cache: Path) -> FakeData:
    return fake_in(tmp_path / "package")


def start(fake: FakeData, pause: str = "briefly") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", OPEN, str(fake.source.parent), pause],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def start_waiting(fake: FakeData, place: str) -> subprocess.Popen[str]:
    """A process that builds, and stands still at a place in the middle of it."""
    process = start(fake, pause=place)
    sign = fake.source.parent / "waiting"
    deadline = time.monotonic() + 30
    while not sign.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    sign.unlink()
    return process


@pytest.mark.parametrize("count", [2, 8])
@pytest.mark.parametrize("is_damaged", [False, True])
def test_of_many_processes_one_compiles(
    fake: FakeData, cache: Path, count: int, is_damaged: bool
) -> None:
    if is_damaged:
        path = open_data(fake).path
        path.unlink()
        path.write_bytes(b"damaged")
        fake.log.unlink()
    processes = [start(fake) for _ in range(count)]
    ends = [process.communicate(timeout=60) for process in processes]
    assert [output for output, _ in ends] == ["True\n"] * count
    assert "".join(errors for _, errors in ends).count("is damaged") == is_damaged
    assert fake.compilations() == 1
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("place", ["compile", "checksum"])
def test_a_killed_builder_blocks_nobody(fake: FakeData, cache: Path, place: str) -> None:
    builder = start_waiting(fake, place)
    waiting = start(fake, pause="")
    time.sleep(0.3)
    assert waiting.poll() is None
    builder.kill()
    builder.communicate()
    assert waiting.communicate(timeout=60) == ("True\n", "")
    assert len(list(cache.iterdir())) == 1
    assert bytes(open_data(fake).payload) == b"a red bus\n" * 2000
    assert fake.compilations() == 2


@pytest.mark.parametrize("place", ["compile", "checksum"])
def test_what_a_killed_builder_leaves_is_gone_after_the_next_build(
    fake: FakeData, cache: Path, place: str
) -> None:
    builder = start_waiting(fake, place)
    builder.kill()
    builder.communicate()
    assert list(cache.iterdir())
    assert open_data(fake).is_new
    assert list(cache.iterdir()) == [open_data(fake).path]


@pytest.mark.parametrize("place", ["compile", "checksum"])
def test_an_interrupted_builder_leaves_nothing(fake: FakeData, cache: Path, place: str) -> None:
    builder = start_waiting(fake, place)
    os.kill(builder.pid, signal.SIGINT)
    _, errors = builder.communicate(timeout=30)
    assert "KeyboardInterrupt" in errors
    assert list(cache.iterdir()) == []


def test_who_waits_can_be_interrupted(fake: FakeData, cache: Path) -> None:
    builder = start_waiting(fake, "compile")
    try:
        waiting = start(fake, pause="")
        time.sleep(1)
        os.kill(waiting.pid, signal.SIGINT)
        assert "KeyboardInterrupt" in waiting.communicate(timeout=30)[1]
        assert [path.name for path in cache.iterdir()] == ["fake-en.lock"]
    finally:
        builder.kill()
        builder.communicate()
