"""Which parser a name means, and what is said where it is missing."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

import cutline
from cutline.core.errors import MissingPartError, UsageError
from cutline.text import parser, parsers
from cutline.text.parse import Parses
from cutline.text.parsers import missing_parser, parse_captions, parser_named


@pytest.fixture
def without_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec

    def find_spec(name: str, *rest: Any) -> ModuleSpec | None:
        return None if name == "onnxruntime" else found(name, *rest)

    monkeypatch.setattr(parser, "find_spec", find_spec)
    # What an earlier test has opened would still be there.
    monkeypatch.setattr(parser, "caption_parser", parser.caption_parser.__wrapped__)
    monkeypatch.setattr(parsers, "parser_named", parsers.parser_named.__wrapped__)


def test_the_parser_that_comes_with_cutline() -> None:
    assert missing_parser() is None
    assert missing_parser("cutline") is None
    assert parser_named() is parser_named("cutline")
    assert len(parser_named().digest) == 16


@pytest.mark.parametrize(
    ("name", "offer"),
    [
        ("cutlin", " (did you mean cutline?)"),
        ("Cutline", " (did you mean cutline?)"),
        ("stanza", ""),
        ("spacy/", ""),
        ("spacy", ""),
        ("", ""),
    ],
)
def test_a_name_that_no_parser_has(name: str, offer: str) -> None:
    expected = f"no parser is named {name!r}{offer}; there are: cutline, spacy/MODEL with"
    for ask in (missing_parser, parser_named):
        with pytest.raises(UsageError) as caught:
            ask(name)
        assert str(caught.value).startswith(expected)
    with pytest.raises(UsageError, match="no parser is named"):
        parse_captions(["a dog"], name)


def test_a_spacy_model_is_asked_for_by_its_own_name() -> None:
    reason = missing_parser("spacy/en_no_such_model")
    assert reason is not None
    assert "'en_no_such_model'" in reason
    with pytest.raises(MissingPartError, match="spacy download en_no_such_model"):
        parser_named("spacy/en_no_such_model")


@pytest.mark.usefixtures("without_onnxruntime")
def test_without_onnx_runtime() -> None:
    command = f"{sys.executable} -m pip install onnxruntime"
    expected = f"parsing captions needs ONNX Runtime; get it with: {command}"
    assert missing_parser() == expected
    for ask in (parser.caption_parser, lambda: parse_captions(["a dog"])):
        with pytest.raises(MissingPartError) as caught:
            ask()
        assert str(caught.value) == expected
        assert caught.value.exit_code == 4
    with pytest.raises(MissingPartError, match="pip install"):
        cutline.score(["a dog"], [["a dog"]], "spice")


def test_importing_cutline_does_not_import_onnx_runtime() -> None:
    line = "import sys, cutline.cli.app as c; c.command_line(); print('onnxruntime' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_long_lists_are_parsed_and_kept_in_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTLINE_CACHE_DIR", str(tmp_path))
    captions = [f"a dog sleeps near house {n}" for n in range(7)]
    whole = list(parse_captions(captions, is_cached=False))
    monkeypatch.setattr(parsers, "CHUNK", 3)
    assert list(parse_captions(captions)) == whole
    assert list(parse_captions([])) == []


def test_a_stream_is_parsed_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsers, "CHUNK", 2)
    captions = ["a dog", "two cats sleep", "", "a red couch", "birds"]
    taken = []

    def stream() -> Iterator[str]:
        for caption in captions:
            taken.append(caption)
            yield caption

    parts = parsers.parse_stream(stream(), is_cached=False)
    first = next(parts)
    assert taken == captions[:2]
    all_parts = [first, *parts]
    assert [len(part) for part in all_parts] == [2, 2, 1]
    whole = parsers.parse_captions(captions, is_cached=False)
    assert list(Parses.joined(all_parts)) == list(whole)
    assert list(parsers.parse_stream([])) == []
