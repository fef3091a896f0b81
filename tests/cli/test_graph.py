"""`cutline graph`: what a caption says, in words, as JSON or drawn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from cutline.text.parsers import parser_named
from tests.command_line import run_cutline

COMMAND = [sys.executable, "-c", "from cutline.cli import main; main()", "graph"]


def content_of(*arguments: object, stdin: bytes = b"") -> Any:
    outcome = run_cutline("graph", *arguments, "--json", stdin=stdin)
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    return json.loads(outcome.stdout)


def test_a_caption() -> None:
    outcome = run_cutline("graph", "a cat on a red couch")
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    assert outcome.stdout.splitlines() == [
        "objects     couch, cat",
        "attributes  couch: red",
        "relations   cat - on - couch",
    ]


def test_several_captions_have_headings() -> None:
    outcome = run_cutline("graph", "a brown dog sleeps", "", "two men are riding horses")
    assert outcome.stdout.splitlines() == [
        "a brown dog sleeps",
        "objects     dog",
        "attributes  dog: sleep",
        "            dog: brown",
        "",
        "",
        "no objects",
        "",
        "two men are riding horses",
        "objects     man, horse",
        "attributes  man: two",
        "relations   man - ride - horse",
    ]


@pytest.mark.parametrize("caption", ["", " ", "???"])
def test_a_caption_that_says_nothing(caption: str) -> None:
    outcome = run_cutline("graph", caption)
    assert (outcome.exit_code, outcome.stdout.splitlines()) == (0, ["no objects"])


def test_the_parse_is_shown_on_demand() -> None:
    lines = run_cutline("graph", "two men are riding horses", "--parse").stdout.splitlines()
    assert [line.split() for line in lines[:6]] == [
        ["word", "lemma", "tag", "relation", "head"],
        ["1", "two", "two", "CD", "nummod", "men"],
        ["2", "men", "man", "NNS", "nsubj", "riding"],
        ["3", "are", "be", "VBP", "aux", "riding"],
        ["4", "riding", "ride", "VBG", "root"],
        ["5", "horses", "horse", "NNS", "dobj", "riding"],
    ]
    assert lines[7] == "objects     man, horse"


def test_json() -> None:
    content = content_of("a brown dog sleeps", "")
    parser = f"cutline={parser_named().digest}"
    assert {key: content[key] for key in ("cutline", "version", "parser")} == {
        "cutline": "scene-graphs",
        "version": 1,
        "parser": parser,
    }
    dog, nothing = content["captions"]
    assert dog == {
        "caption": "a brown dog sleeps",
        "objects": ["dog"],
        "attributes": [["dog", "sleep"], ["dog", "brown"]],
        "relations": [],
    }
    assert nothing == {"caption": "", "objects": [], "attributes": [], "relations": []}


def test_json_with_the_parse() -> None:
    (caption,) = content_of("a brown dog sleeps", "--parse")["captions"]
    ((_, _, dog, _),) = caption["sentences"]
    assert dog == {"text": "dog", "lemma": "dog", "tag": "NN", "head": 4, "relation": "nsubj"}


def test_standard_input_has_a_caption_a_line() -> None:
    captions = content_of("-", stdin="a brown dog sleeps\r\n\nКот спит".encode())["captions"]
    assert [c["caption"] for c in captions] == ["a brown dog sleeps", "", "Кот спит"]
    assert content_of("-", stdin=b"")["captions"] == []
    outcome = run_cutline("graph", "-", stdin=b"a dog\na \xff\n")
    assert (outcome.exit_code, outcome.stdout) == (3, "")
    assert outcome.stderr == "cutline: standard input, line 2: byte 3 (0xff) is not UTF-8\n"


def test_a_drawing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "dog.SVG"
    outcome = run_cutline("graph", "a brown dog sleeps", "-o", path)
    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (0, "", "")
    svg = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert svg.findtext("{http://www.w3.org/2000/svg}title") == "a brown dog sleeps"


def test_the_language_of_graphviz_is_written(tmp_path: Path) -> None:
    path = tmp_path / "cat.dot"
    run_cutline("graph", "a cat on a red couch", "-o", path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert '  "cat" -> "couch" [label="on"];' in lines
    assert '  label="a cat on a red couch";' in lines


def test_json_is_written_and_printed(tmp_path: Path) -> None:
    path = tmp_path / "graphs.json"
    captions = ("a brown dog sleeps", "a cat on a red couch")
    assert run_cutline("graph", *captions, "-o", path).stdout == ""
    expected = content_of(*captions)
    assert json.loads(path.read_text(encoding="utf-8")) == expected
    assert json.loads(run_cutline("graph", *captions, "-o", "-").stdout) == expected
    assert content_of(*captions, "-o", tmp_path / "again.json") == expected


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["a dog", "-o", "dog.png"], "dog.png: expected a name that ends in .svg, .dot or .json"),
        (
            ["a dog", "a cat", "-o", "dog.svg"],
            "dog.svg: a drawing shows one caption, and there are",
        ),
        (["-", "-o", "dog.dot"], "dog.dot: a drawing shows one caption, and there are 0"),
        (["-", "a dog"], "- reads captions from standard input and goes with no others"),
        (["a dog", "--parser", "cutlin"], "no parser is named 'cutlin' (did you mean cutline?)"),
        (["a \udcff dog"], "'a \ufffd dog': character 3 is U+DCFF, expected Unicode text"),
        ([], "Missing argument"),
    ],
)
def test_wrong_usage(
    arguments: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run_cutline("graph", *arguments)
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert complaint in outcome.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "dog.svg"
    outcome = run_cutline("graph", "a dog", "-o", path)
    assert outcome.exit_code == 3
    assert outcome.stderr.startswith(f"cutline: {path}: cannot be written: ")


def test_a_part_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = run_cutline("graph", "a dog", "--parser", "spacy/en_no_such_model")
    assert (outcome.exit_code, outcome.stdout) == (4, "")
    assert "spacy download en_no_such_model" in outcome.stderr


def test_control_characters_do_not_reach_the_terminal() -> None:
    captions = ("a \x1b[31mred\x1b[0m dog", "a [bold]cat[/bold]")
    outcome = run_cutline("graph", *captions, "--parse")
    assert "\x1b" not in outcome.stdout
    assert "a \ufffd[31mred\ufffd[0m dog" in outcome.stdout.splitlines()
    assert "a [bold]cat[/bold]" in outcome.stdout.splitlines()
    assert content_of(*captions)["captions"][0]["caption"] == captions[0]


def test_a_cache_that_cannot_be_used_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("not a folder")
    environment = {**os.environ, "CUTLINE_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [*COMMAND, "a cat on a red couch"], capture_output=True, text=True, env=environment
    )
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "objects     couch, cat")
    assert done.stderr.startswith(f"cutline: {tmp_path / 'cache'}")
    assert len(done.stderr.splitlines()) == 1
