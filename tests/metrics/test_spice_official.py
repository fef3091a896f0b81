"""The official SPICE is found, run and read, and whatever it lacks or does wrong is said.

Stanford's jars are a download of half a gigabyte, so a small program plays the part of `java`.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutline.core.errors import CutlineError, FileError, MissingPartError, UsageError
from cutline.metrics.official.spice_program import (
    CATEGORIES,
    COUNTS,
    missing_official_spice,
    official_digest,
    official_statistics,
)
from tests.metrics import stand_in_java
from tests.shared_data import oracle

STANFORD = ("stanford-corenlp-3.6.0.jar", "stanford-corenlp-3.6.0-models.jar")
JARS = ("spice-1.0.jar", "lib/SceneGraphParser-1.0.jar", "lib/Meteor-1.5.jar")

REFERENCES = [["a dog runs", "the dog"], ["two cats"], ["a red bus", "a bus", "one bus"]]
CANDIDATES = ["a dog sits here", "cats", "a blue train é \ud800"]

Log = Callable[[], dict[str, Any]]


def write_jar(path: Path, text: str = "class") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as jar:
        jar.writestr("Main.class", text)


def write_program(folder: Path) -> Path:
    for name in (*JARS, *(f"lib/{name}" for name in STANFORD)):
        write_jar(folder / name)
    return folder


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all jars, used instead of the package."""
    folder = write_program(tmp_path / "spice")
    monkeypatch.setenv("CUTLINE_SPICE_DIR", str(folder))
    return folder


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Log:
    """The stand-in for Java 8, first on the PATH; gives what it was asked last."""
    script = tmp_path / "bin" / "java"
    script.parent.mkdir()
    text = Path(stand_in_java.__file__).read_text(encoding="utf-8")
    script.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
    script.chmod(0o755)
    log = tmp_path / "log.json"
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("STAND_IN_VERSION", 'java version "1.8.0_292"')
    monkeypatch.setenv("STAND_IN_LOG", str(log))
    return lambda: json.loads(log.read_text(encoding="utf-8"))


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def without_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUTLINE_SPICE_DIR", raising=False)
    monkeypatch.delitem(sys.modules, "pycocoevalcap", raising=False)
    without = [place for place in sys.path if not (Path(place) / "pycocoevalcap").exists()]
    monkeypatch.setattr(sys, "path", without)


def expected_row(candidate: str, references: list[str]) -> list[int]:
    by_name = {name: stand_in_java.counts(candidate, references, name) for name in CATEGORIES}
    return [by_name[name][count] for name in CATEGORIES for count in COUNTS]


def test_counts_are_read_by_image_and_category(program: Path, java: Log, scratch: Path) -> None:
    assert missing_official_spice() is None
    rows = official_statistics(REFERENCES, CANDIDATES, jobs=3)
    expected = [expected_row(*pair) for pair in zip(CANDIDATES, REFERENCES, strict=True)]
    assert rows.dtype == np.float64
    assert rows.tolist() == expected
    # The stand-in adds hundreds by the alphabet. One word matches, none is invented, one is missed.
    assert rows[1, :3].tolist() == [1, 0, 1]
    assert rows[1, 3:6].tolist() == [401, 400, 401]
    assert rows[1, 18:].tolist() == [601, 600, 601]


def test_the_program_is_run_as_documented(program: Path, java: Log, scratch: Path) -> None:
    official_statistics(REFERENCES, CANDIDATES, jobs=3)
    asked = java()
    assert (asked["memory"], asked["flag"]) == ("-Xmx8G", "-jar")
    assert asked["jar"] == str(program / "spice-1.0.jar")
    assert {**asked["options"], "-out": ""} == {
        **{"-out": "", "-threads": "3", "-subset": "", "-silent": ""}
    }
    assert [image["test"] for image in asked["images"]] == CANDIDATES
    assert [image["refs"] for image in asked["images"]] == REFERENCES
    for path in (asked["source"], asked["options"]["-out"]):
        assert scratch in Path(path).parents
    assert scratch in Path(asked["folder"]).parents


def test_nothing_is_left_behind(program: Path, java: Log, scratch: Path) -> None:
    before = sorted(program.rglob("*"))
    official_statistics(REFERENCES, CANDIDATES)
    assert list(scratch.iterdir()) == []
    assert sorted(program.rglob("*")) == before


def test_no_images_need_no_program(program: Path, java: Log, tmp_path: Path) -> None:
    assert official_statistics([], []).shape == (0, 21)
    assert not (tmp_path / "log.json").exists()


def test_as_many_candidates_as_images(program: Path, java: Log) -> None:
    with pytest.raises(UsageError, match=r"found 1 and 3"):
        official_statistics(REFERENCES, ["a dog"])


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        (
            "fail",
            r"exit code 1, expected 0; its last words:\n  Exception.*no heap\n  Caused by: too",
        ),
        ("truncated", r"wrote \d+ bytes that are not JSON \(.*expected a JSON array"),
        ("no output", r"wrote no output file, expected .*\n  java.lang.NullPointerException"),
        ("one image less", r"wrote results for 2 of 3 images"),
        ("an image twice", r"wrote image_id 1 in result 2"),
        ("a category less", r"wrote no 'Color' in result 1"),
    ],
)
def test_a_program_that_fails(
    mode: str, told: str, program: Path, java: Log, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAND_IN_MODE", mode)
    with pytest.raises(CutlineError, match=told) as raised:
        official_statistics(REFERENCES, CANDIDATES)
    assert "Main.java" not in str(raised.value)
    assert "3 more" not in str(raised.value)
    assert list(scratch.iterdir()) == []


def test_interruption_ends_the_program(
    program: Path, java: Log, scratch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAND_IN_MODE", "hang")
    main = threading.main_thread().ident
    assert main is not None

    def interrupt() -> None:
        until = time.monotonic() + 60
        while not (tmp_path / "log.json").exists() and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(0.2)
        signal.pthread_kill(main, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        official_statistics(REFERENCES, CANDIDATES)
    thread.join()
    with pytest.raises(ProcessLookupError):
        os.kill(java()["process"], 0)
    assert list(scratch.iterdir()) == []


def test_stored_answers_of_the_program(
    program: Path, java: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = json.loads(gzip.decompress(oracle("spice_fakecap_out.json.gz").read_bytes()))[:50]
    stored = tmp_path / "answers.json"
    numbered = [answer | {"image_id": place} for place, answer in enumerate(answers)]
    stored.write_text(json.dumps(numbered), encoding="utf-8")
    monkeypatch.setenv("STAND_IN_MODE", "replay")
    monkeypatch.setenv("STAND_IN_ANSWERS", str(stored))
    rows = official_statistics([["a dog"]] * 50, ["a dog"] * 50)
    said = [len(answer["test_tuples"]) for answer in answers]
    colors = [answer["scores"]["Color"]["fn"] for answer in answers]
    assert (rows[:, 0] + rows[:, 1]).tolist() == said
    assert rows[:, 14].tolist() == colors
    # All is the sum of objects, attributes and relations.
    kinds = rows.reshape(50, 7, 3)[:, 1:4].sum(axis=1)
    assert kinds.tolist() == rows[:, :3].tolist()


@pytest.mark.parametrize(
    ("version", "is_fine"),
    [
        ('java version "1.7.0_80"', False),
        ('java version "1.8.0_292"', True),
        ('openjdk version "11.0.2" 2019-01-15', True),
        ('openjdk version "14" 2020-03-17', True),
        ('openjdk version "15.0.1" 2020-10-20', False),
        ('Picked up JAVA_TOOL_OPTIONS: -Da=1\nopenjdk version "17.0.15" 2025-04-15', False),
        ("a Java that keeps its version to itself", True),
    ],
)
def test_the_version_of_java(
    version: str, is_fine: bool, program: Path, java: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAND_IN_VERSION", version)
    reason = missing_official_spice()
    assert (reason is None) == is_fine
    if reason is not None:
        assert "needs Java 8 to 14" in reason
        assert "Nashorn, which Java 15 removed" in reason
        with pytest.raises(MissingPartError, match="Nashorn"):
            official_statistics(REFERENCES, CANDIDATES)


def test_no_java(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    reason = missing_official_spice()
    assert reason is not None
    assert "needs Java 8 to 14, and no java is on the PATH" in reason
    with pytest.raises(MissingPartError, match="no java"):
        official_statistics(REFERENCES, CANDIDATES)


def test_a_java_that_is_only_a_hint(
    program: Path, java: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAND_IN_VERSION", "Unable to locate a Java Runtime.")
    monkeypatch.setenv("STAND_IN_VERSION_CODE", "1")
    assert "does not run (Unable to locate a Java Runtime.)" in (missing_official_spice() or "")


def test_without_the_package(java: Log, without_package: None) -> None:
    reason = missing_official_spice() or ""
    assert reason.endswith(f"{sys.executable} -m pip install pycocoevalcap")
    with pytest.raises(MissingPartError, match="pip install pycocoevalcap"):
        official_digest()


def test_the_package_without_stanfords_jars(
    java: Log, without_package: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "site"
    folder = write_program(place / "pycocoevalcap" / "spice")
    monkeypatch.setattr(sys, "path", [str(place), *sys.path])
    assert missing_official_spice() is None
    for name in STANFORD:
        (folder / "lib" / name).unlink()
    reason = missing_official_spice() or ""
    assert f"put {STANFORD[0]} and {STANFORD[1]} from https://" in reason
    assert f"into {folder / 'lib'}, which this does: {sys.executable} -m " in reason
    write_jar(folder / "lib" / STANFORD[0])
    reason = missing_official_spice() or ""
    assert f"put {STANFORD[1]} from https://" in reason
    assert reason.endswith(str(folder / "lib"))


def test_the_package_as_pip_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    package = pytest.importorskip("pycocoevalcap", reason="pycocoevalcap is not installed")
    monkeypatch.delenv("CUTLINE_SPICE_DIR", raising=False)
    folder = Path(next(iter(package.__path__))) / "spice" / "lib"
    reason = missing_official_spice() or ""
    here = [name for name in STANFORD if not (folder / name).exists()]
    assert all(name in reason for name in here)
    assert (f"into {folder}" in reason) == bool(here)


@pytest.mark.parametrize("name", JARS)
def test_a_chosen_folder_that_lacks_a_jar(name: str, program: Path, java: Log) -> None:
    (program / name).unlink()
    reason = missing_official_spice() or ""
    assert f"there is no {program / name}, and CUTLINE_SPICE_DIR names" in reason


def test_all_that_is_missing_is_said_at_once(
    program: Path, java: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAND_IN_VERSION", 'openjdk version "21"')
    shutil.rmtree(program / "lib")
    write_jar(program / "lib" / "SceneGraphParser-1.0.jar")
    write_jar(program / "lib" / "Meteor-1.5.jar")
    reason = missing_official_spice() or ""
    assert f"put {STANFORD[0]} and {STANFORD[1]}" in reason
    assert "is Java 21" in reason
    assert "get_stanford_models" not in reason  # it would put them into the package


def test_the_digest_tells_programs_apart(program: Path) -> None:
    first = official_digest()
    assert len(first) == 16
    assert int(first, 16) >= 0
    os.utime(program / "spice-1.0.jar", (1, 1))
    assert official_digest() == first
    write_jar(program / "lib" / STANFORD[1], "other models")
    second = official_digest()
    write_jar(program / "spice-1.0.jar", "other program")
    assert len({first, second, official_digest()}) == 3


def test_a_damaged_jar_has_no_digest(program: Path) -> None:
    (program / "spice-1.0.jar").write_bytes(b"not a jar")
    with pytest.raises(FileError, match=r"spice-1.0.jar: expected a jar, found a damaged file"):
        official_digest()
