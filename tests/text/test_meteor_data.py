"""METEOR's tables are found, told apart, compiled, and refused when they are damaged."""

from __future__ import annotations

import importlib.machinery
import random
import subprocess
import sys
import types
import zipfile
from pathlib import Path

import numpy  # noqa: F401  (before the fixture hides the folder that it is in)
import pytest

from cutline import native
from cutline.core.data_files import build_data, content_hash, forget, open_data
from cutline.core.errors import FileError, MissingPartError
from cutline.text.data_files import DATA_FILES
from cutline.text.meteor_data import MEMBERS, METEOR_ENGLISH
from tests.text.meteor_files import (
    PARAPHRASES,
    TEXTS,
    StandInCompiler,
    write_jar,
    write_meteor,
    write_paraphrases,
)

EXPECTED = b"".join(TEXTS.values()) + PARAPHRASES
PIP = f"{sys.executable} -m pip install"


@pytest.fixture(autouse=True)
def _surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of its own, a stand-in for the kernel that compiles, no package pycocoevalcap."""
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("CUTLINE_METEOR_DIR", raising=False)
    monkeypatch.setattr(native, "MeteorCompiler", StandInCompiler)
    without = [place for place in sys.path if not (Path(place) / "pycocoevalcap").exists()]
    monkeypatch.setattr(sys, "path", without)
    monkeypatch.delitem(sys.modules, "pycocoevalcap", raising=False)
    forget(METEOR_ENGLISH)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that is installed; importing it would fail."""
    place = tmp_path / "site"
    folder = write_meteor(place / "pycocoevalcap" / "meteor")
    (place / "pycocoevalcap" / "__init__.py").write_text("raise RuntimeError('imported')")
    monkeypatch.setattr(sys, "path", [str(place), *sys.path])
    return folder


def test_the_tables_are_compiled_from_the_package_without_importing_it(package: Path) -> None:
    opened = open_data(METEOR_ENGLISH)
    assert bytes(opened.payload) == EXPECTED
    assert opened.path.name == f"meteor-en-{opened.content_hash[:16]}.data"
    assert open_data(METEOR_ENGLISH) is opened
    assert METEOR_ENGLISH in DATA_FILES


def test_a_package_without_init_is_found_too(package: Path) -> None:
    (package.parent / "__init__.py").unlink()
    assert METEOR_ENGLISH.sources()[0].path == package / "meteor-1.5.jar"


def test_a_stand_in_for_the_package_does_not_hide_it(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cutline.compat import pycocoevalcap

    monkeypatch.setitem(sys.modules, "pycocoevalcap", pycocoevalcap)
    assert METEOR_ENGLISH.sources()[0].path == package / "meteor-1.5.jar"
    monkeypatch.setitem(sys.modules, "pycocoevalcap", types.ModuleType("pycocoevalcap"))
    assert METEOR_ENGLISH.sources()[0].path == package / "meteor-1.5.jar"
    monkeypatch.setattr(sys, "path", sys.path[1:])
    monkeypatch.setitem(sys.modules, "pycocoevalcap", pycocoevalcap)
    with pytest.raises(MissingPartError, match=rf"Cutline: {PIP} pycocoevalcap$"):
        METEOR_ENGLISH.sources()


def test_a_folder_can_be_named_instead(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_meteor(tmp_path / "coco-caption")
    expected = content_hash(METEOR_ENGLISH, METEOR_ENGLISH.sources())
    monkeypatch.setenv("CUTLINE_METEOR_DIR", str(folder))
    sources = METEOR_ENGLISH.sources()
    assert [source.path for source in sources] == [
        folder / "meteor-1.5.jar",
        folder / "data" / "paraphrase-en.gz",
    ]
    assert content_hash(METEOR_ENGLISH, sources) == expected
    sources[1].path.unlink()
    with pytest.raises(FileError, match=r"paraphrase-en\.gz: no such file; CUTLINE_METEOR_DIR"):
        METEOR_ENGLISH.sources()


def test_without_the_package_the_message_has_the_one_command() -> None:
    with pytest.raises(MissingPartError, match=rf"not part of Cutline: {PIP} pycocoevalcap$"):
        open_data(METEOR_ENGLISH)


def test_a_package_without_the_tables_is_named(package: Path) -> None:
    (package / "meteor-1.5.jar").unlink()
    with pytest.raises(MissingPartError, match=r"pycocoevalcap.meteor does not have them.*force"):
        open_data(METEOR_ENGLISH)


def test_compiled_tables_outlive_the_package(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_data(METEOR_ENGLISH)
    monkeypatch.setattr(sys, "path", sys.path[1:])
    assert bytes(open_data(METEOR_ENGLISH).payload) == EXPECTED


def test_content_counts_and_packing_does_not(package: Path) -> None:
    def current() -> str:
        return content_hash(METEOR_ENGLISH, METEOR_ENGLISH.sources())

    first = current()
    jar = package / "meteor-1.5.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", "another jar")
        for name in reversed(MEMBERS):
            archive.writestr(name, TEXTS[name])
    assert current() == first
    write_jar(package, {**TEXTS, "synonym/english.synsets": b"other synonyms"})
    second = current()
    write_paraphrases(package, PARAPHRASES + b"0.1\na\nb\n")
    assert len({first, second, current()}) == 3


@pytest.mark.parametrize("missing", MEMBERS)
def test_a_jar_without_a_member(package: Path, missing: str) -> None:
    write_jar(package, {name: text for name, text in TEXTS.items() if name != missing})
    with pytest.raises(FileError, match=rf"meteor-1\.5\.jar: not METEOR's jar.*{missing}.*{PIP}"):
        open_data(METEOR_ENGLISH)


def test_a_damaged_jar_never_gives_a_table_or_a_traceback(package: Path, tmp_path: Path) -> None:
    jar = package / "meteor-1.5.jar"
    raw = jar.read_bytes()
    generator = random.Random(1)
    refused = 0
    for offset in range(len(raw)):
        bad = bytearray(raw)
        bad[offset] ^= generator.randrange(1, 256)
        jar.write_bytes(bad)
        # A flip in a date or in a field that nobody reads changes nothing that counts.
        text, complaint = b"", ""
        try:
            text = bytes(build_data(METEOR_ENGLISH, force=True).payload)
        except FileError as error:
            complaint = str(error)
        if complaint:
            refused += 1
            assert complaint.startswith(f"{jar}: ")
            assert complaint.endswith(f"{PIP} --force-reinstall pycocoevalcap")
        else:
            assert text == EXPECTED, offset
    assert refused > len(raw) / 3
    for length in (0, 1, 30, len(raw) // 2, len(raw) - 1):
        jar.write_bytes(raw[:length])
        with pytest.raises(FileError, match="damaged jar"):
            open_data(METEOR_ENGLISH)


def test_damaged_paraphrases(package: Path) -> None:
    path = package / "data" / "paraphrase-en.gz"
    raw = path.read_bytes()
    generator = random.Random(2)
    places = [0, 1, *range(10, len(raw), len(raw) // 40), len(raw) - 8, len(raw) - 1]
    for offset in places:
        bad = bytearray(raw)
        bad[offset] ^= generator.randrange(1, 256)
        path.write_bytes(bad)
        with pytest.raises(FileError) as caught:
            open_data(METEOR_ENGLISH)
        assert str(caught.value).startswith(f"{path}: ")
        assert str(caught.value).endswith(f"{PIP} --force-reinstall pycocoevalcap")


@pytest.mark.parametrize("length", [0, 1, 10, 17, 18, 500, -9, -8, -1])
def test_paraphrases_that_are_cut_off(package: Path, length: int, tmp_path: Path) -> None:
    path = package / "data" / "paraphrase-en.gz"
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(FileError, match=r"paraphrase-en\.gz: (a damaged|not a) gzip file"):
        open_data(METEOR_ENGLISH)
    assert list((tmp_path / "cache").glob("*")) == []


def test_more_after_the_end_of_the_paraphrases(package: Path) -> None:
    path = package / "data" / "paraphrase-en.gz"
    raw = path.read_bytes()
    for more in (b"\0", raw, b"x" * 300_000):
        path.write_bytes(raw + more)
        with pytest.raises(FileError, match="something follows the end of its text"):
            open_data(METEOR_ENGLISH)


def test_texts_that_are_not_as_expected(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_paraphrases(package, b"0.5\n|\n")
    with pytest.raises(FileError, match=rf"{path}: paraphrases: line 2: found |, expected"):
        open_data(METEOR_ENGLISH)
    write_meteor(package)
    jar = write_jar(package, {**TEXTS, "synonym/english.synsets": b"|"})
    with pytest.raises(FileError, match=rf"{jar}: synsets: line 1: found |, expected"):
        open_data(METEOR_ENGLISH)
    monkeypatch.setenv("CUTLINE_METEOR_DIR", str(package))
    with pytest.raises(FileError, match="or unset CUTLINE_METEOR_DIR"):
        open_data(METEOR_ENGLISH)


def test_progress_goes_from_none_to_all(package: Path) -> None:
    write_paraphrases(package, random.Random(1).randbytes(2_000_000).replace(b"|", b" "))
    steps: list[float] = []
    METEOR_ENGLISH.compile(METEOR_ENGLISH.sources(), steps.append)
    assert steps == sorted(steps)
    assert len(steps) > 4
    assert steps[-1] == 1.0


def test_the_installed_package_is_recognised() -> None:
    # In a process of its own, which sees what is installed.
    code = "from cutline.text.meteor_data import METEOR_ENGLISH\nprint(METEOR_ENGLISH.sources())"
    finder = importlib.machinery.PathFinder
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if "MissingPartError" in done.stderr and finder.find_spec("pycocoevalcap") is None:
        pytest.skip("pycocoevalcap is not installed")
    assert "function/english.words" in done.stdout
    assert "272201058" in done.stdout
