"""Packages that lack something, or hold what does not belong to them, are found out."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from tools.release import contents
from tools.release.project import PROJECT, version

MODULE = "cutline/native/_kernels.abi3.so"
INFORMATION = f"cutline-{version()}.dist-info"
FILES = {f"src/{name}" for name in contents.ALWAYS} | {"src/cutline/__init__.py", "tests/test_x.py"}
METADATA = f"""Metadata-Version: 2.4
Name: cutline
Version: {version()}
License-Expression: Apache-2.0
Requires-Dist: numpy>=1.26
Requires-Dist: platformdirs>=4
Requires-Dist: rich>=13.7
Requires-Dist: typer>=0.12
Requires-Dist: django>=5.2; extra == "server"
"""


def names_in_wheel() -> list[str]:
    code = [name.removeprefix("src/") for name in FILES if name.startswith("src/")]
    return [*code, MODULE, *(f"{INFORMATION}/licenses/{name}" for name in contents.LICENCES)]


def wheel(folder: Path, names: Iterable[str], metadata: str = METADATA) -> Path:
    path = folder / f"cutline-{version()}-cp312-abi3-manylinux_2_34_x86_64.whl"
    with zipfile.ZipFile(path, "w") as made:
        # auditwheel writes entries for folders too.
        made.writestr("cutline/web/", "")
        for name in names:
            made.writestr(name, "text")
        made.writestr(f"{INFORMATION}/METADATA", metadata)
    return path


def source(folder: Path, names: Iterable[str]) -> Path:
    path = folder / f"cutline-{version()}.tar.gz"
    with tarfile.open(path, "w:gz") as made:
        for name in names:
            about = tarfile.TarInfo(f"cutline-{version()}/{name}")
            about.size = 4
            made.addfile(about, io.BytesIO(b"text"))
    return path


def test_a_whole_wheel_has_no_problem(tmp_path: Path) -> None:
    assert list(contents.problems_of_wheel(wheel(tmp_path, names_in_wheel()), FILES)) == []


@pytest.mark.parametrize("missing", sorted(names_in_wheel()))
def test_nothing_may_be_missing_from_a_wheel(missing: str, tmp_path: Path) -> None:
    names = [name for name in names_in_wheel() if name != missing]
    problems = list(contents.problems_of_wheel(wheel(tmp_path, names), FILES))
    expected = "one compiled module" if missing == MODULE else f"{missing} is missing"
    assert any(expected in problem for problem in problems)


@pytest.mark.parametrize(
    "stray",
    ["cutline/notes.txt", "tests/test_x.py", "cutline/__pycache__/x.pyc", "cutline.libs/libm.so"],
)
def test_nothing_else_may_be_in_a_wheel(stray: str, tmp_path: Path) -> None:
    problems = contents.problems_of_wheel(wheel(tmp_path, [*names_in_wheel(), stray]), FILES)
    assert f"{stray} does not belong to the tree" in list(problems)


def test_a_wheel_has_one_module(tmp_path: Path) -> None:
    other = "cutline/native/_kernels.cpython-311-x86_64-linux-gnu.so"
    [problem] = contents.problems_of_wheel(wheel(tmp_path, [*names_in_wheel(), other]), FILES)
    assert problem.startswith("one compiled module is expected, found [")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (f"Version: {version()}", "Version: 9.9.9", "Version is 9.9.9"),
        ("Apache-2.0", "MIT", "License-Expression is MIT"),
        ("rich>=13.7", "torch>=2", "the core needs ['numpy', 'platformdirs', 'torch', 'typer']"),
    ],
)
def test_metadata_say_what_the_project_says(
    old: str, new: str, expected: str, tmp_path: Path
) -> None:
    made = wheel(tmp_path, names_in_wheel(), METADATA.replace(old, new))
    [problem] = contents.problems_of_wheel(made, FILES)
    assert expected in problem


def test_large_files_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "LARGEST_FILE", 3e-6)
    problems = list(contents.problems_of_wheel(wheel(tmp_path, names_in_wheel()), FILES))
    assert len(problems) == len(names_in_wheel()) + 1


def test_a_source_package_is_what_building_takes(tmp_path: Path) -> None:
    files = FILES | contents.TOP | {"cpp/a.cpp", "docs/a.md", "Makefile"}
    whole = [name for name in files if name.startswith(("src/", "cpp/")) or name in contents.TOP]
    whole.append("PKG-INFO")
    assert list(contents.problems_of_source(source(tmp_path, whole), files)) == []
    for name in ("cpp/a.cpp", "LICENSE", "src/cutline/py.typed"):
        less = source(tmp_path, [other for other in whole if other != name])
        assert f"{name} is missing" in list(contents.problems_of_source(less, files))
    for name in ("tests/test_x.py", "build/a.o", "src/cutline/new.py"):
        more = source(tmp_path, [*whole, name])
        expected = f"{name} does not belong to the tree"
        assert expected in list(contents.problems_of_source(more, files))


def test_the_notice_of_what_is_compiled_in_is_compared() -> None:
    notice = (PROJECT / "LICENSE-THIRD-PARTY").read_text("utf-8")
    middle = notice[400:900]
    assert list(contents.third_party_problems(notice, f"  {middle}\n")) == []
    assert list(contents.third_party_problems(notice, f"{middle} or not"))


def test_the_package_is_marked_as_typed_and_its_parser_is_described() -> None:
    for name in contents.ALWAYS:
        assert (PROJECT / "src" / name).is_file(), name
