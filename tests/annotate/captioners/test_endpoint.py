"""Endpoints as captioners, asked over a real connection to this machine."""

from __future__ import annotations

import base64
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cutline.annotate.captioners import NoCaption, Subject, endpoint
from cutline.annotate.captioners.endpoint import Endpoint, content_type
from cutline.annotate.captioners.posting import retry_after
from cutline.datasets.pictures import PictureFile

PNG = b"\x89PNG\r\n\x1a\n and so on"

#: Status, headers and body.
Answer = tuple[int, dict[str, str], bytes]


@dataclass
class Service:
    """An endpoint: what it answers in turn (the last again and again), and what it was asked."""

    answers: list[Answer | Callable[[BaseHTTPRequestHandler], None]]
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    address: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        with self.lock:
            place = min(len(self.asked), len(self.answers) - 1)
            self.asked.append((handler.path, dict(handler.headers), body))
        chosen = self.answers[place]
        if callable(chosen):
            chosen(handler)
            return
        status, headers, content = chosen
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)


@pytest.fixture
def serve() -> Iterator[Callable[..., Service]]:
    servers = []

    def start(*answers: Answer | Callable[[BaseHTTPRequestHandler], None]) -> Service:
        service = Service(list(answers))

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        service.address = f"http://127.0.0.1:{server.server_address[1]}/caption"
        return service

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_FIRST_PAUSE", 0.01)


@pytest.fixture
def pictures(tmp_path: Path) -> list[Subject]:
    found = []
    for number in range(6):
        path = tmp_path / f"{number}.png"
        path.write_bytes(PNG + bytes([number]))
        found.append(Subject(PictureFile(number, path), 8, 6))
    return found


def ok(body: bytes | str, **headers: str) -> Answer:
    return 200, headers, body.encode() if isinstance(body, str) else body


def ask(
    service: Service, *subjects: Subject, suffix: str = "", timeout: float = 10.0
) -> list[object]:
    captioner = Endpoint(service.address + suffix, timeout, 3)
    return list(captioner.captions(subjects))


def test_the_bytes_of_the_file_are_posted_with_their_type(
    serve: Callable[..., Service], pictures: list[Subject]
) -> None:
    service = serve(ok('{"caption": "a dog"}'))
    assert ask(service, pictures[3], suffix="?lang=en") == ["a dog"]
    ((path, headers, body),) = service.asked
    assert (path, body) == ("/caption?lang=en", PNG + b"\x03")
    assert headers["Content-Type"] == "image/png"
    assert "Authorization" not in headers


def test_json_is_posted_where_the_address_asks_for_it(
    serve: Callable[..., Service], pictures: list[Subject]
) -> None:
    service = serve(ok("a dog"))
    address = service.address.replace("http://", "http://me:p%40ss@")
    captioner = Endpoint(f"{address}#json", 10, 1)
    assert captioner.captions([pictures[2]]) == ["a dog"]
    ((path, headers, body),) = service.asked
    assert path == "/caption"
    image = base64.b64encode(PNG + b"\x02").decode()
    assert json.loads(body) == {"image_id": 2, "image": image}
    assert headers["Content-Type"] == "application/json"
    assert base64.b64decode(headers["Authorization"].split()[1]) == b"me:p@ss"


@pytest.mark.parametrize(
    ("body", "caption"),
    [
        ('{"caption": " a\\n dog "}', "a dog"),
        ("a dog\n", "a dog"),
        ('"a dog"', "a dog"),
        ('[{"generated_text": "a dog"}]', "a dog"),
        ('{"captions": ["a dog", "a cat"]}', "a dog"),
        ('{"choices": [{"index": 0, "message": {"role": "x", "content": "a dog"}}]}', "a dog"),
        (
            '{"choices": [{"message": {"content": [{"type": "text", "text": "a dog"}]}}]}',
            "a dog",
        ),
        ('{"predictions": [{"caption": "a dog", "score": 0.5}]}', "a dog"),
        ('{"caption": "a dog", "error": null}', "a dog"),
        ("\ufeffa dog", "a dog"),
        ('{"caption": "caf\\u00e9 \\ud800"}', "café \ufffd"),
    ],
)
def test_captions_are_found_in_all_usual_answers(
    serve: Callable[..., Service], pictures: list[Subject], body: str, caption: str
) -> None:
    assert ask(serve(ok(body)), pictures[0]) == [caption]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (ok('{"error": "too dark"}'), "too dark"),
        (ok('{"error": {"message": "quota", "code": 9}}'), "quota"),
        (ok("{"), "broken JSON: {"),
        (
            ok("<!doctype html><title>Login"),
            "a page in place of a caption: <!doctype html><title>Login",
        ),
        (ok(""), "the caption is empty"),
        (ok("[]"), "no caption in the answer []"),
        (ok("[" * 5000), "broken JSON: " + "[" * 199 + "…"),
        (ok(b"\xff\xfe\x00"), "3 bytes that are no text, expected a caption"),
        (ok(b"x" * 1_100_000), "more than 1,048,576 bytes, expected a caption"),
        ((404, {}, b"no such model"), "status 404 Not Found: no such model"),
        ((400, {}, b""), "status 400 Bad Request"),
        (
            (302, {"Location": "https://example.org/login"}, b""),
            "status 302 Found: moved to https://example.org/login; give that address",
        ),
    ],
)
def test_other_answers_are_errors_at_once_that_name_the_address(
    serve: Callable[..., Service], pictures: list[Subject], answer: Answer, why: str
) -> None:
    service = serve(answer)
    assert ask(service, pictures[0], suffix="?key=secret") == [
        NoCaption(f"{service.address}: {why}")
    ]
    assert len(service.asked) == 1


def break_off(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def cut_short(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "100")
    handler.end_headers()
    handler.wfile.write(b"a d")
    handler.close_connection = True


def no_http(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"what do you want?\r\n")
    handler.close_connection = True


@pytest.mark.parametrize(
    "trouble", [(500, {}, b"oops"), (503, {}, b""), (429, {}, b""), break_off, cut_short, no_http]
)
def test_trouble_that_may_pass_is_tried_again(
    serve: Callable[..., Service], pictures: list[Subject], trouble: Answer
) -> None:
    service = serve(trouble, trouble, ok("a dog"))
    assert ask(service, pictures[0]) == ["a dog"]
    assert len(service.asked) == 3


def test_trouble_that_does_not_pass_is_an_error_with_the_last_answer(
    serve: Callable[..., Service], pictures: list[Subject]
) -> None:
    service = serve((500, {}, b"out of\nmemory"))
    (said,) = ask(service, pictures[0])
    why = "status 500 Internal Server Error: out of memory, 4 times"
    assert said == NoCaption(f"{service.address}: {why}")
    assert len(service.asked) == 4


def test_the_pause_that_the_endpoint_asks_for_is_made(
    serve: Callable[..., Service], pictures: list[Subject]
) -> None:
    service = serve((429, {"Retry-After": "0.4"}, b""), ok("a dog"))
    start = time.monotonic()
    assert ask(service, pictures[0]) == ["a dog"]
    assert time.monotonic() - start >= 0.4


def test_a_pause_that_is_too_long_is_not_waited_for(
    serve: Callable[..., Service], pictures: list[Subject]
) -> None:
    service = serve((429, {"Retry-After": "7200"}, b"come back later"))
    (said,) = ask(service, pictures[0])
    assert isinstance(said, NoCaption)
    assert said.why.endswith("come back later; it asks to wait 7200 s, which is too long")


def test_dates_say_how_long_to_wait_too() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    assert 95 < retry_after(later) <= 100
    assert retry_after("nan") == retry_after("-3") == retry_after("inf") == retry_after(None) == 0


def test_a_slow_endpoint_is_not_waited_for_beyond_the_limit(
    serve: Callable[..., Service], pictures: list[Subject], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "_MOST_TRIES", 1)

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            for _ in range(400):
                handler.wfile.write(b"a")
                time.sleep(0.05)
        except OSError:
            handler.close_connection = True  # the other side has gone

    silent = threading.Event()
    for trouble in (drip, lambda handler: silent.wait(10)):
        service = serve(trouble)
        start = time.monotonic()
        (said,) = ask(service, pictures[0], timeout=0.4)
        assert said == NoCaption(f"{service.address}: no answer within 0.4 s")
        assert time.monotonic() - start < 5
    silent.set()


def test_nobody_at_the_address_is_said_and_later_pictures_are_tried_once(
    pictures: list[Subject], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens here
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        monkeypatch.setattr(endpoint, "_MOST_FAILURES", 3)
        captioner = Endpoint(address, 5, 1)
        said = captioner.captions(pictures)
    reasons = [one.why for one in said if isinstance(one, NoCaption)]
    assert reasons[:3] == [f"{address}: cannot be reached: Connection refused, 4 times"] * 3
    assert reasons[3:] == [f"{address}: cannot be reached: Connection refused"] * 3


def test_several_requests_are_under_way_at_once(
    serve: Callable[..., Service], pictures: list[Subject]
) -> None:
    together = threading.Barrier(3, timeout=10)

    def wait(handler: BaseHTTPRequestHandler) -> None:
        together.wait()
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(b"a dog")

    assert ask(serve(wait), *pictures) == ["a dog"] * 6


def test_answers_stay_with_their_pictures(
    serve: Callable[..., Service], pictures: list[Subject]
) -> None:
    def echo(handler: BaseHTTPRequestHandler) -> None:
        number = service.asked[-1][2][-1]
        time.sleep(0.01 * (6 - number))
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(b"picture %d" % number)

    service = serve(echo)
    captioner = Endpoint(service.address, 10, 1)
    assert captioner.captions(pictures) == [f"picture {number}" for number in range(6)]


def test_a_file_that_has_gone_is_an_error(serve: Callable[..., Service], tmp_path: Path) -> None:
    service = serve(ok("a dog"))
    (said,) = ask(service, Subject(PictureFile(1, tmp_path / "gone.png"), 8, 6))
    assert said == NoCaption("the file cannot be read: No such file or directory")
    assert not service.asked


def test_closing_ends_pauses(serve: Callable[..., Service], pictures: list[Subject]) -> None:
    service = serve((503, {"Retry-After": "120"}, b""))
    captioner = Endpoint(service.address, 10, 1)
    threading.Timer(0.2, captioner.close).start()
    (said,) = captioner.captions(pictures[:1])
    assert isinstance(said, NoCaption)


def test_proxies_are_for_other_machines_only(
    serve: Callable[..., Service], pictures: list[Subject], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{taken.getsockname()[1]}")
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        assert ask(serve(ok("a dog")), pictures[0]) == ["a dog"]
        monkeypatch.setattr(endpoint, "_MOST_TRIES", 1)
        (said,) = Endpoint("http://example.org/x", 5, 1).captions(pictures[:1])
    why = "cannot be reached: Connection refused (through the proxy 127.0.0.1)"
    assert said == NoCaption(f"http://example.org/x: {why}")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"RIFF\x00\x00\x00\x00WEBPVP8", "image/webp"),
        (b"\x00\x00\x00\x18ftypheic", "image/heic"),
        (b"\x00\x00\x00\x18ftypavif", "image/avif"),
        (b"GIF89a", "image/gif"),
        (b"II*\x00", "image/tiff"),
        (b"", "application/octet-stream"),
    ],
)
def test_the_type_of_a_picture_follows_from_its_bytes(data: bytes, kind: str) -> None:
    assert content_type(data) == kind
