"""Captioners by what is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.annotate.captioners import captioner_named, captioners_named
from cutline.core.errors import CutlineError, FileError, UsageError


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("describe", "describe"),
        ("what is seen=describe", "what is seen"),
        ("command:python3 -u tools/blip.py --beam=5", "blip"),
        ("command:X=1 ./sat.sh {path}", "sat"),
        ("command:'", "command"),
        ("http://127.0.0.1:8000/caption?key=1", "127.0.0.1:8000"),
        ("https://user:word@example.org/x", "example.org"),
        ("blip=http://127.0.0.1:8000/caption?a=b", "blip"),
    ],
)
def test_each_kind_has_a_name_of_its_own_or_a_given_one(spec: str, name: str) -> None:
    (captioner,) = captioner_named(spec)
    assert captioner.name == name


@pytest.mark.parametrize(
    "spec", ["command:curl -H 'Key: secret' {path}", "http://me:secret@a.b/c?key=secret"]
)
def test_signatures_and_names_tell_no_secrets(spec: str) -> None:
    (captioner,) = captioner_named(spec)
    assert "secret" not in captioner.signature + captioner.name
    assert captioner.signature != captioner_named(spec.replace("secret", "other"))[0].signature


@pytest.mark.parametrize(
    ("spec", "kind", "said"),
    [
        (
            "descrbe",
            UsageError,
            r"'descrbe' is no captioner \(did you mean describe\?\): expected a",
        ),
        ("command:  ", UsageError, "expected a shell command"),
        ("http:///x", UsageError, "expected an address such as"),
        ("http://a.b/c#jason", UsageError, "after # expected json, found 'jason'"),
        ("ftp://a.b/c", FileError, "ftp://a.b/c: cannot be read"),
        ("nowhere.json", FileError, "nowhere.json: cannot be read"),
        ("nowhere/sat", FileError, "nowhere/sat: cannot be read"),
        (".", UsageError, "'.' is a folder"),
        ("-", UsageError, "'-' is no captioner"),
        ("", UsageError, "'' is no captioner"),
        (" =describe", UsageError, "expected a name before ="),
    ],
)
def test_what_is_no_captioner_is_told_in_words(
    spec: str, kind: type[CutlineError], said: str
) -> None:
    with pytest.raises(kind, match=said):
        captioner_named(spec)


def test_names_are_unique() -> None:
    assert [c.name for c in captioners_named(["describe", "b=describe"])] == ["describe", "b"]
    with pytest.raises(
        UsageError, match=r"two captioners are named 'describe'; name one: NAME=desc"
    ):
        captioners_named(["describe", "describe(k=2)"])
    with pytest.raises(UsageError, match="no captioner was given"):
        captioners_named([])


def test_a_file_whose_name_looks_like_something_else_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a=b.json", "describe"):
        Path(name).write_text('[{"image_id": 1, "caption": "a dog"}]')
        (found,) = captioner_named(name)
        assert found.signature.startswith("file:")
