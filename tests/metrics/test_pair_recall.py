"""Recall of pairs of concepts: ranked captions, agreement, and what it must not depend on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cutline
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.spec import parse_spec
from cutline.metrics.pair_recall import PairRecall
from cutline.reports.statistics import Resampling, intervals
from tests.shared_data import shared_data

REFERENCES = {
    1: ["a black cat sleeps", "the cat is black", "a cat on a bed"],
    2: ["a black cat", "a cat", "an animal"],
    3: ["a red bus on a street", "a bus", "a red bus"],
    4: ["a house", "a white house", "some windows"],
}
SAID = {
    1: ["a cat", "a white cat", "a black cat"],
    2: ["a cat on a black couch"],
    3: ["a red and white bus"],
    4: ["a black cat on a red bus"],
}
WORDS_ONLY = "matcher=words"


def value(spec: str, said: dict[int, Any] = SAID) -> float:
    return cutline.score(said, REFERENCES, spec)[spec].value


def test_as_many_captions_count_as_k_says() -> None:
    assert value("pair-recall@1") == 0.5
    assert value("pair-recall@2") == 0.5
    assert value("pair-recall@3") == 0.75
    assert value("pair-recall@50") == 0.75
    assert parse_spec("pair-recall") == parse_spec("pair-recall@5") == PairRecall(k=5)


def test_the_mean_is_over_pairs_and_not_over_images() -> None:
    # One of two cats and the one bus: not two of three.
    assert value("pair-recall@3") == pytest.approx((1 / 2 + 1 / 1) / 2)


def test_images_that_ask_for_no_pair_have_no_value() -> None:
    score = cutline.score(SAID, REFERENCES, "pair-recall@3")["pair-recall@3"]
    assert score.values[:3].tolist() == [1, 0, 1]
    assert np.isnan(score.values[3])
    assert np.isnan(value('pair-recall(pairs="eat man")'))


def test_parts_are_pairs_categories_and_agreement() -> None:
    parts = cutline.score(SAID, REFERENCES, "pair-recall@3")["pair-recall@3"].parts
    assert parts["black cat"] == parts["colour, animate"] == 0.5
    assert parts["red bus"] == parts["colour, inanimate"] == 1
    assert np.isnan(parts["eat man"])
    assert np.isnan(parts["verb, transitive"])
    assert [parts[f"agreeing {least}"] for least in (1, 2)] == [0.75, 1]
    assert "agreeing 3" not in parts
    assert value("pair-recall@3(agreeing=2)") == 1


def test_a_file_adds_pairs(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("[nouns, inanimate]\nhouse\n[pairs]\nwhite house\n", encoding="utf-8")
    said = {**SAID, 4: ["the house is white"]}
    spec = f"pair-recall@1(concepts={path})"
    scores = cutline.score(said, REFERENCES, spec)
    assert scores[spec].value == 1
    assert set(scores[spec].metric.columns) == {"white house references", "white house hit"}
    assert "concepts=" in str(scores[spec].signature)


def test_the_signature_tells_words_and_matchers_apart() -> None:
    specs = ["pair-recall", "pair-recall(concepts=corrected)", "pair-recall(matcher=words)"]
    scores = cutline.score(SAID, REFERENCES, specs)
    assert len({str(scores[spec].signature) for spec in specs}) == 3


@pytest.mark.parametrize(
    ("spec", "error", "said"),
    [
        ("pair-recall@0", UsageError, "k is a whole number from 1 on, not 0"),
        ("pair-recall(agreeing=0)", UsageError, "agreeing is a whole number from 1 on, not 0"),
        ("pair-recall(matcher=parsing)", UsageError, "matcher is one of parse, words"),
        ('pair-recall(pairs="blak cat")', UsageError, "did you mean black"),
        ('pair-recall(pairs=",")', UsageError, "pairs is a list of pairs"),
        ("pair-recall(concepts=absent.txt)", FileError, "absent.txt: cannot be read"),
        ("pair-recall-5", UsageError, "did you mean pair-recall"),
    ],
)
def test_bad_settings_are_named(spec: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        value(spec)


def test_bad_pairs_of_a_file_are_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("[pairs]\nwhite dragon\n", encoding="utf-8")
    with pytest.raises(ContentError, match="line 2"):
        value(f"pair-recall(concepts={path})")


def test_intervals_come_from_pairs_resampled_with_their_images() -> None:
    said = {n: [("a black cat", "a red bus", "a dog")[n % 3]] for n in range(60)}
    references = {n: [("a black cat", "a red bus")[n % 2]] for n in range(60)}
    scores = cutline.score(said, references, "pair-recall(matcher=words)")
    score = scores["pair-recall(matcher=words)"]
    [found] = intervals([score], Resampling(resamples=300))
    assert found.low < score.value < found.high
    # A resample's value is that of the rows drawn, one by one.
    places = np.random.default_rng(3).integers(0, 60, 60)
    sums = score.metric.summands(score.statistics)[places].sum(axis=0, keepdims=True)
    drawn = score.metric.score(score.statistics[places])
    assert score.metric.score_of_sums(sums, 60)[0] == drawn


captions = st.sampled_from(
    [
        "a black cat",
        "a cat",
        "a red bus",
        "the bus is red",
        "birds are flying",
        "a man eats",
        "",
        "a",
    ]
)


@given(
    st.lists(
        st.tuples(
            st.lists(captions, min_size=1, max_size=4), st.lists(captions, min_size=1, max_size=4)
        ),
        min_size=1,
        max_size=8,
    ),
    st.randoms(use_true_random=False),
)
@settings(max_examples=80, deadline=None)
def test_grows_with_k_and_does_not_depend_on_the_order_of_images(
    images: list[tuple[list[str], list[str]]], random: Any
) -> None:
    specs = [f"pair-recall@{k}({WORDS_ONLY})" for k in range(1, 5)]
    order = list(range(len(images)))
    found = []
    for _ in range(2):
        references = {n: images[n][0] for n in order}
        said = {n: images[n][1] for n in order}
        scores = cutline.score(said, references, specs, policy="lenient")
        found.append([scores[spec].value for spec in specs])
        random.shuffle(order)
    assert np.array_equal(found[0], found[1], equal_nan=True)
    if not np.isnan(found[0][0]):
        assert found[0] == sorted(found[0])


def test_ten_captions_of_real_images(tmp_path: Path) -> None:
    path = shared_data("coco_system_outputs/diversity_merge_results.json")
    records = json.loads(path.read_text(encoding="utf-8"))
    said = {record["image_id"]: record["captions"] for record in records}
    references = json.loads(
        shared_data("coco_captions_val2017/captions_val2017.json").read_text(encoding="utf-8")
    )
    written: dict[int, list[str]] = {}
    for annotation in references["annotations"]:
        if annotation["image_id"] in said:
            written.setdefault(annotation["image_id"], []).append(annotation["caption"])
    said = {image_id: said[image_id] for image_id in written}
    assert len(said) > 100
    specs = [f"pair-recall@{k}" for k in (1, 2, 5, 10)]
    scores = cutline.score(said, written, specs)
    values = [scores[spec].value for spec in specs]
    assert values == sorted(values)
    assert 0 < values[0] < values[-1] < 1
    turned = dict(reversed(said.items()))
    again = cutline.score(turned, dict(reversed(written.items())), specs)
    assert [again[spec].value for spec in specs] == values


def test_a_pair_that_is_held_out_in_two_groups_counts_once(tmp_path: Path) -> None:
    once, twice = tmp_path / "once.txt", tmp_path / "twice.txt"
    once.write_text("[pairs]\nblack cat\nred bus\n", encoding="utf-8")
    twice.write_text("[pairs, 1]\nblack cat\nred bus\n[pairs, 2]\nred bus\n", encoding="utf-8")
    metrics = [PairRecall(k=1, concepts=str(path)) for path in (once, twice)]
    found = [cutline.score(SAID, REFERENCES, [metric]) for metric in metrics]
    assert [score.value for scores in found for score in scores.values()] == [0.5, 0.5]
