"""Pythons are found where they are, and each wheel is made once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.release.build import build
from tools.release.interpreters import Interpreter, builders, found
from tools.release.project import ReleaseError


def python(*number: int) -> Interpreter:
    major, minor, patch = number
    return Interpreter((major, minor, patch), f"/somewhere/python{major}.{minor}")


def test_a_wheel_for_each_old_python_and_one_for_all_others() -> None:
    pythons = [python(3, 13, 0), python(3, 11, 7), python(3, 12, 1), python(3, 14, 0)]
    assert builders(pythons) == [python(3, 11, 7), python(3, 12, 1)]
    assert builders([python(3, 14, 0), python(3, 13, 2)]) == [python(3, 13, 2)]
    assert builders([]) == []


def test_this_one_is_found_by_its_name(tmp_path: Path) -> None:
    link = tmp_path / "python"
    link.symlink_to(sys.executable)
    [only] = found([str(link), sys.executable])
    assert only.version == sys.version_info[:3]
    assert str(only) == ".".join(map(str, sys.version_info[:3]))


OLD = '{"path": "/old", "version": [3, 9, 2], "usable": true}'
ODD = '{"path": "/odd", "version": [3, 13, 0], "usable": false}'


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (None, "no Python that can be used"),
        ("exit 3", "no Python that can be used"),
        ("echo hello", "no Python that can be used"),
        ("true", "no Python that can be used"),
        (f"echo '{ODD}'", "no Python that can be used"),
        (f"echo '{OLD}'", "it is Python 3.9.2"),
    ],
)
def test_one_that_is_named_has_to_be_usable(script: str | None, said: str, tmp_path: Path) -> None:
    named = tmp_path / "python3.99"
    if script is not None:
        named.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        named.chmod(0o755)
    with pytest.raises(
        ReleaseError, match=rf"python3\.99: {said}; expected a released CPython 3.11"
    ):
        found([sys.executable, str(named)])


def test_others_that_are_found_and_cannot_be_used_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "python3").symlink_to(sys.executable)
    other = tmp_path / "python3.29"
    other.write_text("#!/bin/sh\nexit 3\n", "utf-8")
    other.chmod(0o755)
    (tmp_path / "python3.28").write_text("not a program", "utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("PYENV_ROOT", "XDG_DATA_HOME", "UV_PYTHON_INSTALL_DIR"):
        monkeypatch.delenv(name, raising=False)
    assert [one.version for one in found()] == [sys.version_info[:3]]


def test_packages_without_a_wheel_are_none() -> None:
    with pytest.raises(ReleaseError, match=r"no wheel can be made: no Python 3\.11 or later"):
        build([])


def test_places_of_version_managers_are_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "pyenv/versions/some/bin"
    programs.mkdir(parents=True)
    (programs / "python3").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("UV_PYTHON_INSTALL_DIR", raising=False)
    assert [one.version for one in found()] == [sys.version_info[:3]]
