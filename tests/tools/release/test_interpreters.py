"""Pythons are found where they are, and each wheel is made once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.release.interpreters import Interpreter, builders, found


def python(*number: int) -> Interpreter:
    major, minor, patch = number
    return Interpreter((major, minor, patch), f"/somewhere/python{major}.{minor}")


def test_a_wheel_for_each_old_python_and_one_for_all_others() -> None:
    pythons = [python(3, 13, 0), python(3, 11, 7), python(3, 12, 1), python(3, 14, 0)]
    assert builders(pythons) == [python(3, 11, 7), python(3, 12, 1)]
    assert builders([python(3, 14, 0), python(3, 13, 2)]) == [python(3, 13, 2)]
    assert builders([]) == []


def test_this_one_is_found_by_its_name(tmp_path: Path) -> None:
    text = tmp_path / "python3"
    text.write_text("not a program", "utf-8")
    other = tmp_path / "python3.99"
    other.write_text("#!/bin/sh\nexit 3\n", "utf-8")
    other.chmod(0o755)
    [only] = found([str(text), str(other), str(tmp_path / "nothing"), sys.executable])
    assert only.version == sys.version_info[:3]
    assert str(only) == ".".join(map(str, sys.version_info[:3]))


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
