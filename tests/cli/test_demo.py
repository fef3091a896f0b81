"""`cutline demo`: the first thing anybody runs."""

from __future__ import annotations

import html
import re
import shlex
from pathlib import Path

import pytest

from tests.command_line import run_cutline


def test_scores_systems_and_writes_a_report_that_its_own_command_writes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_cutline("demo")
    assert done.exit_code == 0
    assert done.stderr == ""
    assert "steady" in done.stdout
    assert "cutline-demo/report.html" in done.stdout
    page = tmp_path / "cutline-demo" / "report.html"
    first = page.read_text(encoding="utf-8")
    written = re.search(r"<code>(cutline compare [^<]*)</code>", first)
    assert written is not None
    again = run_cutline(*shlex.split(html.unescape(written[1]))[1:])
    assert again.exit_code == 0
    assert page.read_text(encoding="utf-8") == first


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    done = run_cutline("demo", "--output", tmp_path / "taken")
    assert done.exit_code == 3
    assert "taken" in done.stderr
