"""Fidelity in shards: rows that say what is seen in their images."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

import cutline
from cutline.core.errors import ContentError
from cutline.core.spec import parse_specs
from tests.scale.made_rows import Row, image_values, scored, values, write_lines

pa = pytest.importorskip("pyarrow")

METRICS = "semantic-fidelity,matched-fidelity,matched-fidelity(credit=full)"
LABELS = ["dog", "cat", "ball", "person", "sofa", "car", "horse", "tree", "cup"]
SAID = ["a dog with a ball", "two cats on a sofa", "a man drives", "very nice", "a horse by trees"]


@pytest.fixture(autouse=True)
def _needs_parts() -> None:
    for metric in parse_specs(METRICS):
        if why := metric.missing():
            pytest.skip(why)


def rows_with_objects(count: int) -> list[Row]:
    numbers = random.Random(4)
    return [
        {
            "image_id": f"{number}",
            "caption": numbers.choice(SAID),
            "objects": numbers.choices(LABELS, k=numbers.randint(0, 4)),
        }
        for number in range(count)
    ]


ROWS = rows_with_objects(90)


def of_one_file(tokenizer: str) -> cutline.Scores:
    objects = {row["image_id"]: row["objects"] for row in ROWS}
    said = {row["image_id"]: row["caption"] for row in ROWS}
    return cutline.score(said, metrics=METRICS, objects=objects, tokenizer=tokenizer)


def test_values_are_those_of_one_file_and_scores_in_its_order(tmp_path: Path) -> None:
    expected = of_one_file("ptb")
    shards = [write_lines(tmp_path / "a.jsonl", ROWS[:50])]
    shards.append(write_lines(tmp_path / "b.jsonl", ROWS[50:]))
    found = scored(shards, tmp_path / "out", metrics=METRICS, tokenizer="ptb", part_bytes=2_000)
    assert values(found) == {spec: score.value for spec, score in expected.items()}
    of_images = image_values(tmp_path / "out")
    for spec, score in expected.items():
        own = [of_images[row["image_id"]][spec] for row in ROWS]
        assert list(map(repr, own)) == list(map(repr, score.values.tolist()))
        undefined = sum(map(math.isnan, own))
        assert undefined > 0
        assert found.scores[spec]["undefined"] == undefined
        assert found.scores[spec]["signature"].count("objects=rows-") == 1


def test_nothing_depends_on_order_format_or_how_objects_are_written(tmp_path: Path) -> None:
    from pyarrow import parquet

    whole = scored([write_lines(tmp_path / "a.jsonl", ROWS)], tmp_path / "a", metrics=METRICS)
    mixed = random.Random(1).sample(ROWS, len(ROWS))
    detected = [
        {**row, "objects": [{"label": label, "score": 0.5} for label in reversed(row["objects"])]}
        for row in mixed
    ]
    parquet.write_table(pa.Table.from_pylist(detected), tmp_path / "b.parquet", row_group_size=20)
    shards = [str(tmp_path / "b.parquet")]
    found = scored(shards, tmp_path / "b", metrics=METRICS, part_bytes=1_000)
    assert found == whole


def test_references_and_objects_go_together(tmp_path: Path) -> None:
    rows: list[Row] = [{**row, "references": ["a dog with a ball"]} for row in ROWS]
    rows[3] = {key: value for key, value in rows[3].items() if key != "objects"}
    rows += [{**rows[0], "image_id": "x", "objects": "dog"}]
    rows += [{**rows[0], "image_id": "y", "objects": [{"name": "dog"}]}]
    shard = write_lines(tmp_path / "a.jsonl", rows)
    found = scored([shard], tmp_path / "a", metrics="bleu-1,cider-d,semantic-fidelity")
    assert found.images == len(ROWS)
    assert found.problems == {"wrong-type": 1, "missing-field": 1}
    assert math.isnan(image_values(tmp_path / "a")["3"]["semantic-fidelity"])
    # Who asks for no metric of objects is not told what is wrong with them.
    assert not scored([shard], tmp_path / "b", metrics="bleu-1").problems


def test_metrics_of_objects_need_some(tmp_path: Path) -> None:
    shard = write_lines(tmp_path / "a.jsonl", [{"image_id": 1, "caption": "a dog"}])
    with pytest.raises(ContentError, match='no row says it: expected "objects"'):
        scored([shard], tmp_path / "out", metrics="semantic-fidelity")
