"""What messages say is to be typed runs the program that said it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cutline.cli.this_command import this_command


def test_the_name_is_enough_where_the_shell_finds_this_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "cutline"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program), "demo"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert this_command() == ["cutline"]
    monkeypatch.setenv("PATH", str(tmp_path / "elsewhere"))
    assert this_command() == [str(program)]


def test_a_module_is_run_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/cutline/__main__.py", "demo"])
    assert this_command() == [sys.executable, "-m", "cutline"]
