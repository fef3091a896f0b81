"""Tokens: where they come from, and that nobody else reads them."""

from __future__ import annotations

import getpass
import io
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from cutline.cli.client import tokens
from cutline.cli.client.calls import Server
from cutline.cli.client.refusals import Refusal
from cutline.cli.client.signing_in import checked_token, signed_in
from cutline.core.errors import FileError, UsageError
from tests.cli.client.scripted import Reply, refused, scripted

PERSON = Reply(200, {"username": "pia", "teams": []})


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CUTLINE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.delenv(tokens.VARIABLE, raising=False)
    return tmp_path / "config"


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a person at the terminal answers, one after the other."""
    answers: list[str] = []
    # Not those of `sys` itself, which pytest takes between a fixture and its test.
    screens = SimpleNamespace(stdin=Screen(), stderr=Screen())
    monkeypatch.setattr("cutline.cli.client.tokens.sys", screens)
    monkeypatch.setattr(getpass, "getpass", lambda prompt, stream: answers.pop(0))
    return answers


def test_a_token_is_remembered_for_its_server_alone(own_folder: Path) -> None:
    path = tokens.remember("https://one.example/nocaps", "first")
    tokens.remember("https://two.example", "second")
    assert path == own_folder / "tokens.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert tokens.token_for("https://one.example") == "first"
    assert tokens.token_for("https://two.example/x") == "second"
    assert tokens.token_for("http://one.example") == ""
    assert [child.name for child in own_folder.iterdir()] == ["tokens.json"]


def test_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens.remember("https://one.example", "first")
    monkeypatch.setenv(tokens.VARIABLE, "other")
    assert tokens.token_for("https://one.example") == "other"


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"tokens": []}', "\ufeff{"])
def test_a_damaged_file_is_told_of(own_folder: Path, content: str) -> None:
    own_folder.mkdir()
    (own_folder / "tokens.json").write_text(content, encoding="utf-8")
    with pytest.raises(FileError, match="cannot be read; remove it"):
        tokens.token_for("https://one.example")


def test_nobody_is_asked_where_nobody_is() -> None:
    with pytest.raises(UsageError, match=r"make one at https://one.example/me/tokens/ and put"):
        tokens.ask_for_token("https://one.example/nocaps")


def test_who_sits_there_is_asked_once(typed: list[str]) -> None:
    typed.append(" fresh ")
    with scripted(PERSON) as script:
        server, person = signed_in(Server(script.address))
        assert (server.token, person["username"]) == ("fresh", "pia")
        again, _ = signed_in(Server(script.address))
    assert again.token == "fresh"


def test_a_token_that_ended_is_asked_for_anew(typed: list[str]) -> None:
    typed.append("fresh")
    with scripted(refused(401, "bad_token"), PERSON) as script:
        tokens.remember(script.address, "ended")
        server, _ = signed_in(Server(script.address))
        assert server.token == "fresh"
        assert tokens.token_for(script.address) == "fresh"
    assert [asked.headers["Authorization"] for asked in script.asked] == [
        "Bearer ended",
        "Bearer fresh",
    ]


def test_a_wrong_answer_is_not_remembered(typed: list[str]) -> None:
    typed.append("wrong")
    with scripted(refused(401, "bad_token")) as script:
        with pytest.raises(Refusal, match="bad_token"):
            signed_in(Server(script.address))
        assert tokens.token_for(script.address) == ""


def test_an_empty_answer(typed: list[str]) -> None:
    typed.append("")
    with pytest.raises(UsageError, match="no token was given"):
        tokens.ask_for_token("https://one.example")


def test_a_token_of_the_environment_is_not_asked_for_anew(
    typed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(tokens.VARIABLE, "ended")
    with scripted(refused(401, "bad_token")) as script, pytest.raises(Refusal, match="bad_token"):
        signed_in(Server(script.address))


@pytest.mark.parametrize("token", ["a b", "a\nX-Evil: 1", "é"])
def test_what_no_token_is(token: str) -> None:
    with pytest.raises(UsageError) as error:
        checked_token(token)
    assert token not in str(error.value)
