"""The official program, where Java and pycocoevalcap are at hand."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

JAR = "tokenizer/stanford-corenlp-3.4.1.jar"


def official_jar() -> Path:
    """The tokenizer's jar; skips the test where it or Java is missing."""
    if shutil.which("java") is None:
        pytest.skip("Java is not installed, so the official tokenizer cannot run")
    package = pytest.importorskip("pycocoevalcap", reason="pycocoevalcap is not installed")
    return Path(next(iter(package.__path__))) / JAR


def official_raw_output(captions: Sequence[str], folder: Path) -> bytes:
    """What the official tokenizer prints for captions, joined as the evaluation joins them."""
    text = folder / "captions.txt"
    joined = "\n".join(caption.replace("\n", " ") for caption in captions)
    text.write_bytes(joined.encode("utf-8"))
    jar = official_jar()
    command = ["java", "-cp", str(jar), "edu.stanford.nlp.process.PTBTokenizer"]
    done = subprocess.run(
        [*command, "-preserveLines", "-lowerCase", str(text)], capture_output=True, check=True
    )
    return done.stdout


PUNCTUATION = (
    *("''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-"),
    *(".", "?", "!", ",", ":", "-", "--", "...", ";"),
)


def official_words(raw: bytes, count: int) -> list[str]:
    """The words of each caption, as the evaluation picks them from the tokenizer's output."""
    lines = raw.decode("utf-8").split("\n")
    return [
        " ".join(word for word in line.rstrip().split(" ") if word not in PUNCTUATION)
        for line in lines[:count]
    ]
