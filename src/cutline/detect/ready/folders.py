"""The folders of models in the cache: their names, what is in them, who may change them."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from cutline.core.atomic import temporary_target
from cutline.core.atomic_folder import atomic_folder
from cutline.core.cache import CACHE_VARIABLE, cache_folder
from cutline.core.errors import FileError
from cutline.core.file_lock import file_lock
from cutline.detect.ready.types import MadeModel, ReadyModel

MODEL_FILE = "model.onnx"
DESCRIPTION_FILE = "detector.json"

#: The hashes of the other files, as the program sha256sum reads them.
HASHES_FILE = "SHA256SUMS"

_HASH_DIGITS = 12

#: The version of what is written: another number, and models are made anew.
_FORMAT = 1


def folder_of(model: ReadyModel) -> Path:
    """Where a model is kept; the name tells what it is made from, and by which version."""
    hashes = [file.sha256 for package in model.packages for file in package.files]
    text = json.dumps([_FORMAT, model.name, model.version, hashes])
    digest = hashlib.sha256(text.encode()).hexdigest()[:_HASH_DIGITS]
    return cache_folder() / "detectors" / f"{model.name}-{digest}"


def damage(folder: Path) -> str | None:
    """What is wrong with a model's folder that is there; None where all is as it was written.

    Every byte is looked at: a model has some 20 MB, which take some hundredths of a second.
    """
    try:
        lines = (folder / HASHES_FILE).read_text(encoding="utf-8").splitlines()
        expected = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
        for name in (MODEL_FILE, DESCRIPTION_FILE):
            if name not in expected:
                return f"{HASHES_FILE} does not tell the SHA-256 of {name}"
            found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
            if found != expected[name]:
                return f"{name} has the SHA-256 {found}, expected {expected[name]}"
    except OSError as error:
        return f"{Path(str(error.filename)).name} cannot be read: {error.strerror}"
    except UnicodeDecodeError:
        return f"{HASHES_FILE} is not text"
    return None


def keep(model: ReadyModel, made: MadeModel, target: Path) -> None:
    """Write a model's folder, whole or not at all.

    Raises:
        FileError: when it cannot be written.
    """
    description = {
        "cutline": "detector",
        "version": 1,
        "name": model.name,
        "model": MODEL_FILE,
        "sha256": hashlib.sha256(made.model).hexdigest(),
        **made.description,
        "licence": model.licence,
        "source": model.source,
    }
    text = json.dumps(description, indent=2, ensure_ascii=False) + "\n"
    files = {MODEL_FILE: made.model, DESCRIPTION_FILE: text.encode()}
    with atomic_folder(target) as folder:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        (folder / HASHES_FILE).write_bytes(_hashes(files))


def _hashes(files: Mapping[str, bytes]) -> bytes:
    lines = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in files.items()]
    return "".join(lines).encode()


@contextmanager
def only_one(target: Path, name: str) -> Iterator[None]:
    """Be the only process that makes a model; others wait. What dead ones left is cleared away.

    Raises:
        FileError: when nothing can be written to the folder.
    """
    with ExitStack() as stack:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            waiting = f"Waiting for another process that gets {name}"
            lock = target.with_name(f"{target.name}.lock")
            is_locked = stack.enter_context(file_lock(lock, waiting))
        except OSError as error:
            raise FileError(
                f"{target.parent}: cannot be written to: {error.strerror or error};"
                f" set {CACHE_VARIABLE} to keep models elsewhere"
            ) from None
        if is_locked:
            for path in target.parent.iterdir():
                if temporary_target(path.name) == target.name:
                    shutil.rmtree(path, ignore_errors=True)
        yield
