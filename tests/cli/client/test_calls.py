"""Calls to servers that are away, busy, elsewhere, or no servers of ours."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from cutline.cli.client.calls import Server
from cutline.cli.client.multipart import Multipart
from cutline.cli.client.refusals import ContentRefusal, Refusal
from cutline.core.errors import FileError
from tests.cli.client.scripted import Reply, Scripted, refused, scripted


class Clock(list[float]):
    """Waits for nothing, and notes for how long it was to."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def server(script: Scripted, clock: Clock, token: str = "") -> Server:
    return Server(script.address, token, clock)


def test_an_answer_and_what_is_sent(clock: Clock) -> None:
    with scripted(Reply(200, {"slug": "made"})) as script:
        found = server(script, clock, "secret").get("/benchmarks/made", ["slug"], x="a b", y="")
    assert found == {"slug": "made"}
    (asked,) = script.asked
    assert (asked.method, asked.path) == ("GET", "/api/v1/benchmarks/made?x=a+b")
    assert asked.headers["Authorization"] == "Bearer secret"
    assert asked.headers["User-Agent"].startswith("cutline/")


def test_a_token_is_not_shown(clock: Clock) -> None:
    assert "secret" not in repr(Server("http://localhost", "secret", clock))


@pytest.mark.parametrize("status", [502, 503, 504, 429])
def test_passing_faults_are_waited_for(clock: Clock, status: int) -> None:
    again = {"Retry-After": "7"}
    with scripted(Reply(status, b"busy", again), Reply(status, b"busy"), Reply()) as script:
        assert server(script, clock).get("/x", []) == {}
    assert clock == [7.0, 2.0]


def test_patience_ends(clock: Clock) -> None:
    with scripted(refused(503, "unavailable")) as script, pytest.raises(Refusal) as refusal:
        server(script, clock).get("/x", [])
    assert len(script.asked) == 4
    assert refusal.value.code == "unavailable"


def test_long_waits_are_told_of(clock: Clock) -> None:
    with (
        scripted(refused(429, "limit_reached", Retry_After="4000")) as script,
        pytest.raises(Refusal, match="limit_reached") as refusal,
    ):
        server(script, clock).get("/x", [])
    assert clock == []
    assert refusal.value.exit_code == 3


@pytest.mark.parametrize("seconds", ["²", "-1", "soon", "Wed, 21 Oct 2015 07:28:00 GMT"])
def test_odd_times_to_come_again(clock: Clock, seconds: str) -> None:
    odd = Reply(503, b"", {"Retry-After": seconds.encode().decode("latin-1")})
    with scripted(odd, Reply()) as script:
        assert server(script, clock).get("/x", []) == {}
    assert clock == [1.0]


def test_connections_that_break_are_made_again(clock: Clock) -> None:
    with scripted(Reply(0), Reply(0), Reply()) as script:
        assert server(script, clock).get("/x", []) == {}
    assert clock == [1.0, 2.0]


def test_nobody_there(clock: Clock) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(FileError, match=r"cannot be reached: .*refused") as error:
            Server(address, "secret", clock).get("/x", [])
    assert clock == [1.0, 2.0, 3.0]
    assert "secret" not in str(error.value)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(clock: Clock, status: int, tmp_path: Path) -> None:
    with scripted(Reply()) as elsewhere:
        to = {"Location": f"{elsewhere.address}/api/v1/x"}
        with scripted(Reply(status, b"", to)) as script:
            caller = server(script, clock, "secret")
            with pytest.raises(FileError, match="leads on to http"):
                caller.get("/x", [])
            file = tmp_path / "captions.json"
            file.write_bytes(b"[]")
            with pytest.raises(FileError, match="give the address that it leads to"):
                caller.upload("/x", Multipart({}, "captions.json", file), [], "key")
        assert elsewhere.asked == []


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", b"3", b"{}", b"\xff", b"[" * 100_000, b'{"other": 1}']
)
def test_answers_that_are_something_else(clock: Clock, body: bytes) -> None:
    with (
        scripted(Reply(200, body)) as script,
        pytest.raises(FileError, match="is a Cutline server there"),
    ):
        server(script, clock).get("/x", ["slug"])


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"error": 1}', b'{"error": {}}'])
def test_errors_that_are_something_else(clock: Clock, body: bytes) -> None:
    with (
        scripted(Reply(404, body)) as script,
        pytest.raises(FileError, match="answers 404 Not Found; is a Cutline server there"),
    ):
        server(script, clock).get("/x", [])


def test_refusals_are_in_the_servers_words_and_harmless(clock: Clock) -> None:
    problems = [{"line": 3, "image_id": 7, "message": "no\x1b[31m caption"}, "plain", 5]
    problems += [{"field": "method", "message": "is empty"}] * 30
    content = {"code": "invalid_file", "message": "Bad\x1b]0;evil\x07 file.", "problems": problems}
    with (
        scripted(Reply(422, {"error": content})) as script,
        pytest.raises(ContentRefusal) as refusal,
    ):
        server(script, clock).get("/x", [])
    text = str(refusal.value)
    assert "\x1b" not in text
    assert "line 3: image 7: no" in text
    assert "field method: is empty" in text
    assert "... and 13 more" in text
    assert refusal.value.exit_code == 1


def test_an_upload_is_streamed_whole_and_again(clock: Clock, tmp_path: Path) -> None:
    file = tmp_path / "captions.json"
    data = b'[{"image_id": 1, "caption": "a dog"}]' * 10_000
    file.write_bytes(data)
    steps: list[float] = []
    form = Multipart({"method": "öurs", "team": "a\ud800"}, 'ca"pt\r\nions.json', file)
    with scripted(Reply(503, b""), Reply(201, {"id": "x"})) as script:
        status, found = server(script, clock).upload("/x", form, ["id"], "the-key", steps.append)
    assert (status, found) == (201, {"id": "x"})
    first, second = script.asked
    assert first.body == second.body
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"] == "the-key"
    assert int(first.headers["Content-Length"]) == len(first.body)
    assert data in first.body
    assert "öurs".encode() in first.body
    assert b'filename="ca_pt__ions.json"' in first.body
    assert steps[-1] == 1.0
    assert steps == [*sorted(steps[: len(steps) // 2]), *sorted(steps[len(steps) // 2 :])]
