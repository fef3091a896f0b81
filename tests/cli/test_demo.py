"""`cutline demo`: the first thing anybody runs."""

from __future__ import annotations

import html
import re
import shlex
from pathlib import Path

import pytest

from cutline.benchmarks.demo import write_demo
from cutline.cli.demo_folder import check_folder
from cutline.cli.tour.page import index_page
from cutline.cli.tour.places import Places
from cutline.core.errors import UsageError
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
    check_folder(page.parent, tour=True)
    first = page.read_text(encoding="utf-8")
    written = re.search(r"<code>(cutline compare [^<]*)</code>", first)
    assert written is not None
    again = run_cutline(*shlex.split(html.unescape(written[1]))[1:])
    assert again.exit_code == 0
    assert page.read_text(encoding="utf-8") == first


@pytest.mark.parametrize(
    "name",
    [*("index.html", "report.html", "references.json", "steady.json", "images/1001.svg", "tour/a")],
)
def test_files_of_somebody_else_are_left_alone(tmp_path: Path, name: str) -> None:
    own = tmp_path / name
    own.parent.mkdir(exist_ok=True)
    own.write_text("mine")
    done = run_cutline("demo", "--tour", "--no-open", "--output", tmp_path)
    assert done.exit_code == 2
    named = own.parent if name == "tour/a" else own
    assert f"{named}: not made by cutline demo" in done.stderr
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [own]
    assert own.read_text() == "mine"


def test_a_page_of_ones_own_beside_a_demo_is_left_alone_too(tmp_path: Path) -> None:
    write_demo(tmp_path)
    check_folder(tmp_path, tour=True)
    (tmp_path / "index.html").write_text("mine")
    check_folder(tmp_path, tour=False)
    with pytest.raises(UsageError, match=r"index\.html: not made by cutline demo"):
        check_folder(tmp_path, tour=True)
    (tmp_path / "index.html").write_text(index_page(Places(tmp_path), [], [], []))
    check_folder(tmp_path, tour=True)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    done = run_cutline("demo", "--output", tmp_path / "taken")
    assert done.exit_code == 3
    assert "taken" in done.stderr
