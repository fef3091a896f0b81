"""The web process by itself: answers on a socket that it is given, logs requests once."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from cutline.cli.serving.listen import answers


def test_requests_are_logged_once_and_without_their_query(tmp_path: Path) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DJANGO_", "DATABASE_"))
    }
    environment |= {"CUTLINE_SERVER_DATA": str(tmp_path / "data"), "CUTLINE_LOG": "info"}
    with socket.create_server(("127.0.0.1", 0)) as listening:
        number = listening.fileno()
        process = subprocess.Popen(
            [sys.executable, "-m", "cutline.server.operation.web_process", str(number)],
            env=environment,
            stderr=subprocess.PIPE,
            pass_fds=[number],
            text=True,
        )
        try:
            deadline = time.monotonic() + 60
            while not answers(listening) and time.monotonic() < deadline:
                time.sleep(0.1)
            port = listening.getsockname()[1]
            asked = urllib.request.Request(
                f"http://127.0.0.1:{port}/healthz?secret=abc",
                headers={"X-Request-ID": "asked-in-a-test", "Referer": "http://x/?secret=abc"},
            )
            with urllib.request.urlopen(asked, timeout=30) as answer:
                assert answer.status == 200
                assert answer.headers["X-Request-ID"] == "asked-in-a-test"
        finally:
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    lines = [json.loads(line) for line in said.splitlines()]
    assert "secret=abc" not in said
    ours = [line for line in lines if line.get("request_id") == "asked-in-a-test"]
    assert [(line["route"], line["status"]) for line in ours] == [("health", 200)]
    assert {line["logger"] for line in lines} <= {"cutline.requests", "gunicorn.error"}
