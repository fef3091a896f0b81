"""The tour from its first stop to its last, by the command that a user types."""

from __future__ import annotations

import html
import json
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from cutline.core.atomic import temporary_target
from tests.cli.site_process import environment

for _name in ("PIL", "allauth", "onnxruntime", "wordllama"):
    pytest.importorskip(_name)

HEADLINES = (
    *("Score", "Compare", "The report", "A METEOR alignment", "A SPICE graph"),
    *("Content selection", "Concept pairs", "Semantic Fidelity", "A gallery"),
    "A served benchmark",
)
#: Nothing of the user's own site is for the one that the tour serves.
NOT_OURS = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "CUTLINE_TOKEN": "not-ours"}


def cutline(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "cutline", *arguments],
        cwd=folder,
        env=environment(folder, TMPDIR=str(temporary), **more),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tour")


@pytest.fixture(scope="module")
def said(folder: Path) -> str:
    """What one tour says; half a minute of work, so all tests look at the same."""
    done = cutline(folder, "demo", "--tour", "--no-open", **NOT_OURS)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def commands(said: str) -> list[str]:
    return re.findall(r"^  \$ (.*)$", said, re.MULTILINE)


def part(said: str, headline: str) -> str:
    after = said.partition(f"  {headline}\n")[2]
    assert after, headline
    return re.split(r"^\d+ of \d+  ", after, flags=re.MULTILINE)[0]


def test_every_stop_is_shown(said: str) -> None:
    assert tuple(re.findall(r"^\d+ of 10  (.*)$", said, re.MULTILINE)) == HEADLINES
    assert "Not shown" not in said
    assert "synonym" in part(said, "A METEOR alignment")
    assert "boat - with - sail" in part(said, "A SPICE graph")
    assert re.search(r"^  learnt +0\.\d", part(said, "Content selection"), re.MULTILINE)
    assert "brown dog" in part(said, "Concept pairs")
    assert "24 images, 24 annotated now" in part(said, "A gallery")


def test_the_served_benchmark_is_scored_and_stopped(said: str, folder: Path) -> None:
    served = part(said, "A served benchmark")
    assert re.search(r"^ +1 +steady-test ", served, re.MULTILINE)
    assert re.search(r"^ +- +Human \(what people wrote\) ", served, re.MULTILINE)
    assert "$ kill %1\n  Stopped." in served
    settings = commands(served)[0]
    assert settings.startswith("unset ")
    assert set(NOT_OURS) <= set(settings.partition(";")[0].split())
    with socket.socket() as caller:
        port = re.search(r"Cutline is at http://127.0.0.1:(\d+)/", served)
        assert port is not None
        assert caller.connect_ex(("127.0.0.1", int(port[1]))) != 0
    # ONNX Runtime leaves a file of its own.
    assert list((folder / "temporary").glob("cutline-*")) == []
    # No token is left among the user's own.
    assert not (folder / "config").exists()
    board = (folder / "cutline-demo" / "tour" / "board.csv").read_text()
    assert {line.split(",")[2] for line in board.splitlines()[1:]} == {"system", "human"}


def test_what_is_printed_can_be_typed_again(said: str, folder: Path) -> None:
    typed = [shlex.split(command) for command in commands(said) if " -m cutline " in command]
    assert len(typed) == 15
    for words in (words for words in typed if words[3] in ("score", "graph", "explain")):
        again = cutline(folder, *words[3:])
        assert again.returncode == 0
        for line in again.stdout.splitlines()[:3]:
            assert f"  {line}".rstrip() in said


def test_the_page_links_to_everything_and_to_nothing_else(said: str, folder: Path) -> None:
    demo = folder / "cutline-demo"
    assert said.rstrip().endswith(str(Path("cutline-demo") / "index.html"))
    page = (demo / "index.html").read_text(encoding="utf-8")
    links = {html.unescape(link) for link in re.findall(r'<a href="([^"]+)"', page)}
    anchors = {link[1:] for link in links if link.startswith("#")}
    assert anchors - {"main"} <= set(re.findall(r'id="([^"]+)"', page))
    linked = {demo / unquote(link) for link in links if not link.startswith("#")}
    assert all(path.exists() for path in linked)
    made = {path for path in demo.rglob("*") if path.is_file()}
    assert not any(temporary_target(path.name) for path in made)
    covered = {path for path in made if path in linked or path.parent in linked}
    assert made - covered == {demo / "index.html"}
    for command in commands(said):
        assert html.escape(command) in page


def test_files_that_were_made_can_be_read(said: str, folder: Path) -> None:
    left = folder / "cutline-demo" / "tour"
    assert json.loads((left / "scores.json").read_text())["cutline"] == "scores"
    assert len((left / "annotations.jsonl").read_text().splitlines()) == 25
    for name in ("gallery.html", "fidelity.html", "content-selection.html"):
        assert "<h1>" in (left / name).read_text(encoding="utf-8")
