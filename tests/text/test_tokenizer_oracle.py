"""The tokenizer against stored answers of the official program."""

import gzip
import json

from cutline import native
from cutline.text.tokenizer import Tokenizer
from tests.shared_data import oracle


def test_tricky_inputs_each_alone() -> None:
    with oracle("ptb_pairs.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    assert len(rows) == 1745
    wrong = [r["input"] for r in rows if Tokenizer().tokenize([r["input"]]) != [r["output"]]]
    assert wrong == []
    raw = [native.lex(r["input"].replace("\n", " ").encode()).decode() for r in rows]
    wrong = [r["input"] for r, out in zip(rows, raw, strict=True) if out.split("\n")[0] != r["raw"]]
    assert wrong == []


def test_fuzzed_lines_as_one_text() -> None:
    with gzip.open(oracle("ptb_fuzz.jsonl.gz"), "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    assert len(rows) == 50_000
    captions = [row[0] for row in rows]
    for jobs in (1, 2, 7):
        words = Tokenizer().tokenize(captions, jobs=jobs)
        assert [i for i, (w, row) in enumerate(zip(words, rows, strict=True)) if w != row[2]] == []
    joined = "\n".join(caption.replace("\n", " ") for caption in captions)
    raw = native.lex(joined.encode()).decode().split("\n")
    assert [i for i, (line, row) in enumerate(zip(raw, rows, strict=True)) if line != row[1]] == []


def test_a_caption_may_depend_on_the_next() -> None:
    assert Tokenizer().tokenize(["a letter K.", "A cat"])[0] == "a letter k"
    assert Tokenizer().tokenize(["a letter K.", "Cats"])[0] == "a letter k."
    assert Tokenizer(context="none").tokenize(["a letter K.", "A cat"])[0] == "a letter k."
