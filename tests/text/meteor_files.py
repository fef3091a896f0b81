"""Small stand-ins for METEOR's files and for the kernel that compiles them."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

from cutline.text.meteor_data import MEMBERS

TEXTS = {name: f"the text of {name}\n".encode() for name in MEMBERS}
PARAPHRASES = b"".join(b"0.%d\na red bus\na bus\n" % number for number in range(50_000))


class StandInCompiler:
    """Compiles nothing: the payload is all that it was given."""

    def __init__(self) -> None:
        self.paraphrases = b""

    def add_paraphrases(self, chunk: bytes) -> None:
        self.paraphrases += chunk

    def finish(
        self, function_words: bytes, prefixes: bytes, synsets: bytes, exceptions: bytes
    ) -> bytes:
        if b"|" in self.paraphrases:
            raise ValueError("paraphrases: line 2: found |, expected a phrase")
        if b"|" in synsets:
            raise ValueError("synsets: line 1: found |, expected a number")
        return function_words + prefixes + synsets + exceptions + self.paraphrases


def write_jar(folder: Path, texts: dict[str, bytes] = TEXTS) -> Path:
    jar = folder / "meteor-1.5.jar"
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return jar


def write_paraphrases(folder: Path, text: bytes = PARAPHRASES) -> Path:
    path = folder / "data" / "paraphrase-en.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text, mtime=0))
    return path


def write_meteor(folder: Path) -> Path:
    """A folder such as `pycocoevalcap/meteor`."""
    write_paraphrases(folder)
    write_jar(folder)
    return folder
