"""Where uploads are while they are checked: gone with the request, or swept after a kill."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cutline.server.models import Phase
from cutline.server.uploads import check, place
from cutline.server.uploads.receive import receive, shown_name
from cutline.server.uploads.refused import Refused


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(place, "uploading", lambda: tmp_path)
    return tmp_path


def _age(path: Path) -> None:
    long_ago = time.time() - 3600
    os.utime(path, (long_ago, long_ago))


def test_what_is_in_use_is_not_swept(folder: Path) -> None:
    with receive(io.BytesIO(b"[]"), Phase(), "a.json") as received:
        _age(received.place.path)
        assert place.sweep() == 0
        assert received.path.read_bytes() == b"[]"
    assert not list(folder.iterdir())


def test_what_a_killed_process_left_is_swept(folder: Path) -> None:
    script = (
        "import fcntl, os, sys\n"
        "handle = os.open(sys.argv[1] + '/lock', os.O_RDWR | os.O_CREAT)\n"
        "fcntl.flock(handle, fcntl.LOCK_EX)\n"
        "open(sys.argv[1] + '/received', 'w').write('half of it')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    left = folder / "left"
    left.mkdir()
    subprocess.run([sys.executable, "-c", script, str(left)], check=False)
    unlocked = folder / "unlocked"
    unlocked.mkdir()
    young = folder / "young"
    young.mkdir()
    _age(left)
    _age(unlocked)
    assert place.sweep() == 2
    assert [path.name for path in folder.iterdir()] == ["young"]


def test_others_cannot_look_in(folder: Path) -> None:
    with receive(io.BytesIO(b"[]"), Phase(), "a.json") as received:
        assert received.place.path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\captions.json", "captions.json"),
        ("", "upload"),
        ("/", "upload"),
        ("a\x00b\u202ec", "a\ufffdb\ufffdc"),
        ("a" * 500, "a" * 119 + "…"),
    ],
)
def test_names_are_fit_to_be_shown(given: str, shown: str) -> None:
    assert shown_name(given) == shown


@pytest.mark.parametrize(
    ("code", "status"), [(-11, 422), (-6, 422), (-24, 422), (-9, 503), (1, 503), (127, 503)]
)
def test_how_a_checking_process_ends(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: int, status: int
) -> None:
    """Over its file, which is the uploader's; or ended by somebody, which is not."""
    monkeypatch.setattr(check, "_run_child", lambda folder, seconds: code)
    with receive(io.BytesIO(b"[]"), Phase(), "a.json") as received:
        with pytest.raises(Refused) as caught:
            check.check_against(received, [1], 1 << 20).raise_if_invalid()
        assert caught.value.status == status
    says = "could not be read within" if status == 422 else "through no fault of yours"
    assert says in caught.value.message


def test_a_process_that_hangs_is_ended(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Sleeping(subprocess.Popen[bytes]):
        def __init__(self, command: list[str], **given: object) -> None:
            super().__init__([sys.executable, "-c", "import time; time.sleep(60)"])
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Sleeping)
    with pytest.raises(Refused) as caught:
        check._run_child(folder, 0.2)
    assert (caught.value.status, caught.value.code) == (503, "not_checked")
    assert started[0].returncode == -9


def test_the_checking_process_knows_no_secret(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor the network: a file that could make it run code would find nothing and reach nobody."""
    monkeypatch.setenv("DATABASE_URL", "postgres://name:secret@127.0.0.1/name")
    seen: dict[str, object] = {}

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, command: list[str], **given: object) -> None:
            seen.update(given)
            super().__init__(command, **given)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "Popen", Watched)
    with receive(io.BytesIO(b'[{"image_id": 1, "caption": "a"}]'), Phase(), "a.json") as received:
        assert check.check_against(received, [1], 1 << 20).run is not None
    environment = seen["env"]
    assert isinstance(environment, dict)
    assert (
        not {"DATABASE_URL", "CUTLINE_SERVER_DATA", "DJANGO_SETTINGS_MODULE"} & environment.keys()
    )
