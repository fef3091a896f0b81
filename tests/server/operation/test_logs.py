"""Logs: a line of JSON for each request, without secrets, queries or what errors quote."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from cutline.core.errors import ContentError, UsageError
from cutline.web.logs import JsonLines, PlainLines, exception_lines, logging_settings
from tests.server import made


class Kept(logging.Handler):
    """Keeps the lines that would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def kept() -> Iterator[Kept]:
    handler, logger = Kept(), logging.getLogger("cutline.requests")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(level)


def test_a_request_is_one_line_with_its_id_route_and_time(client: Client, kept: Kept) -> None:
    answer = client.get("/healthz?token=cutline_abc", headers={"X-Request-ID": "from-the-proxy-1"})
    (line,) = kept.lines
    assert answer.headers["X-Request-ID"] == line["request_id"] == "from-the-proxy-1"
    assert (line["route"], line["method"], line["status"]) == ("health", "GET", 200)
    assert 0 <= line["seconds"] < 60
    assert line["person"] is None
    assert "cutline_abc" not in json.dumps(line)


def test_an_id_that_could_forge_lines_is_not_taken(client: Client, kept: Kept) -> None:
    answer = client.get("/healthz", headers={"X-Request-ID": 'x"}{"level":"info'})
    assert answer.headers["X-Request-ID"] == kept.lines[0]["request_id"]
    assert kept.lines[0]["request_id"].isalnum()


@pytest.mark.django_db
def test_who_asked_is_told_by_number(client: Client, kept: Kept) -> None:
    person = made.person("wim")
    client.force_login(person)
    client.get("/account/email/")
    line = kept.lines[-1]
    assert line["person"] == person.pk
    assert "wim" not in json.dumps(line)


def test_nothing_is_asked_of_the_database_for_the_log(client: Client, kept: Kept) -> None:
    # The session would be looked up, and without the mark for it that fails.
    client.cookies["sessionid"] = "x" * 32
    assert client.get("/healthz").status_code == 200
    assert kept.lines[0]["person"] is None


@pytest.mark.django_db
def test_addresses_that_are_secrets_are_cut(client: Client, kept: Kept) -> None:
    client.get("/join/f3Q-81-very-secret/")
    assert kept.lines[0]["path"] == "/join/***/"
    assert "very-secret" not in json.dumps(kept.lines)


def test_errors_of_others_are_told_without_their_text() -> None:
    try:
        try:
            {}[f"a caption with {made.CANARIES[0]}"]
        except KeyError:
            raise ValueError(f"invalid: {made.CANARIES[1]}") from None
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "", 0, "failed", (), (ValueError, error, error.__traceback__)
        )
    for formatter in (JsonLines(), PlainLines()):
        said = formatter.format(record)
        assert "ValueError" in said
        assert "test_logs.py" in said
        assert not any(word in said for word in made.CANARIES)


def test_our_own_errors_are_told_whole() -> None:
    with pytest.raises(ContentError) as raised:
        raise ContentError("line 3: no caption")
    said = exception_lines(raised.value)[0]
    assert said == "cutline.core.errors.ContentError: line 3: no caption"


def test_causes_come_first() -> None:
    try:
        try:
            raise KeyError("x")
        except KeyError as cause:
            raise ContentError("no x") from cause
    except ContentError as error:
        kinds = [line for line in exception_lines(error) if not line.startswith("at ")]
    assert kinds == ["builtins.KeyError", "cutline.core.errors.ContentError: no x"]


@pytest.mark.parametrize(
    ("wanted", "level", "form"),
    [
        (None, "INFO", "json"),
        ("", "INFO", "json"),
        ("warning", "WARNING", "json"),
        ("PLAIN", "INFO", "plain"),
    ],
)
def test_the_variable_says_from_which_level_on(
    wanted: str | None, level: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CUTLINE_LOG", raising=False)
    if wanted is not None:
        monkeypatch.setenv("CUTLINE_LOG", wanted)
    found = logging_settings()
    assert found["root"]["level"] == level
    assert found["handlers"]["stderr"]["formatter"] == form


def test_a_level_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_LOG", "loud")
    with pytest.raises(UsageError, match="'loud', expected debug"):
        logging_settings()
