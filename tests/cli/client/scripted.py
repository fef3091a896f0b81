"""A server that answers as a test says, one answer after the other."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """An answer. A body that is no bytes is sent as JSON; status 0 hangs up."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Scripted:
    """The server's address, what it was asked, and what it will answer; the last one again and
    again."""

    replies: list[Reply]
    address: str = ""
    asked: list[Asked] = field(default_factory=list)

    def next(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


def refused(status: int, code: str, **headers: str) -> Reply:
    content = {"code": code, "message": f"It is {code}.", "problems": []}
    return Reply(status, {"error": content}, {k.replace("_", "-"): v for k, v in headers.items()})


@contextmanager
def scripted(*replies: Reply) -> Iterator[Scripted]:
    """A server for the length of a block."""
    script = Scripted(list(replies))

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            script.asked.append(Asked(self.command, self.path, dict(self.headers), body))
            reply = script.next()
            if reply.status == 0:
                self.close_connection = True
                return
            data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            for name, value in {"Content-Length": str(len(data)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = answer  # noqa: N815 - the names that the library calls

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    script.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
