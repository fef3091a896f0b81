"""METEOR against stored answers of the official program: statistics, scores, the corpus score."""

import gzip
import json

import numpy as np
import pytest

import cutline
from cutline.core.score import Score
from tests.shared_data import oracle


def meteor(candidates: list[str], references: list[list[str]], jobs: int = 1) -> Score:
    scores = cutline.score(
        candidates, references, "meteor", tokenizer="none", policy="lenient", jobs=jobs
    )
    return scores["meteor"]


def test_chosen_pairs() -> None:
    lines = oracle("meteor_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    *pairs, whole = [json.loads(line) for line in lines]
    assert len(pairs) == 84
    score = meteor([pair["hyp"] for pair in pairs], [pair["refs"] for pair in pairs])
    assert score.statistics.tolist() == [pair["stats"] for pair in pairs]
    assert score.values.tolist() == [pair["score"] for pair in pairs]
    assert score.value == whole["score"]
    for row, pair in enumerate(pairs):
        assert score.rows(np.array([row])).value == pair["corpus_of_one"]


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_fuzzed_pairs(jobs: int) -> None:
    with gzip.open(oracle("meteor_fuzz.jsonl.gz"), "rt", encoding="utf-8") as file:
        pairs = [json.loads(line) for line in file]
    assert len(pairs) == 6_000
    score = meteor([pair["hyp"] for pair in pairs], [pair["refs"] for pair in pairs], jobs)
    official = [[float(number) for number in pair["stats"].split()] for pair in pairs]
    assert score.statistics.tolist() == official
