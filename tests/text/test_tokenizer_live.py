"""The tokenizer against the official program, run here and now."""

import gzip
import json
import os
import random
from pathlib import Path

import pytest

from cutline import native
from cutline.text.tokenizer import Tokenizer
from tests.official import official_raw_output, official_words
from tests.shared_data import shared_data
from tests.text.fuzzed_captions import fuzzed_captions


def first_difference(ours: bytes, theirs: bytes, captions: list[str]) -> str | None:
    if ours == theirs:
        return None
    pairs = zip(ours.split(b"\n"), theirs.split(b"\n"), strict=False)
    for number, (mine, official) in enumerate(pairs):
        if mine != official:
            around = captions[max(0, number - 1) : number + 2]
            return f"line {number}: ours {mine!r}, official {official!r}, captions {around!r}"
    return "one output is longer than the other"


def joined(captions: list[str]) -> bytes:
    return "\n".join(caption.replace("\n", " ") for caption in captions).encode("utf-8")


def test_all_coco_captions_as_one_text(tmp_path: Path) -> None:
    captions = []
    for part in ("train", "val"):
        path = shared_data(f"coco_captions_2014/captions_{part}2014.json.gz")
        with gzip.open(path, "rt", encoding="utf-8") as file:
            captions += [a["caption"] for a in json.load(file)["annotations"]]
    assert len(captions) == 616_767
    official = official_raw_output(captions, tmp_path)
    assert first_difference(native.lex(joined(captions)), official, captions) is None
    assert Tokenizer().tokenize(captions) == official_words(official, len(captions))


def test_freshly_fuzzed_lines(tmp_path: Path) -> None:
    seed = int(os.environ.get("CUTLINE_SEED") or random.SystemRandom().randrange(2**32))
    count = int(os.environ.get("CUTLINE_FUZZ") or 200_000)
    captions = fuzzed_captions(seed, count)
    official = official_raw_output(captions, tmp_path)
    difference = first_difference(native.lex(joined(captions)), official, captions)
    if difference is not None:
        pytest.fail(f"CUTLINE_SEED={seed}: {difference}")
    assert Tokenizer().tokenize(captions) == official_words(official, len(captions))
