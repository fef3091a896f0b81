"""Scores of shards: those of one file, however rows are divided, and whatever happens meanwhile."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import cutline
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.spec import parse_specs
from cutline.scale.engine import Processes, Task
from cutline.scale.parts import find_parts
from cutline.scale.plan import Plan
from cutline.scale.result import ShardScores
from cutline.text.tokenizer import Tokenizer
from tests.scale.made_rows import (
    CLASSIC,
    Row,
    image_values,
    made_rows,
    scored,
    values,
    write_lines,
)

pa = pytest.importorskip("pyarrow")
ROWS = made_rows(700)


def of_one_file(rows: list[Row], tokenizer: str, metrics: str = CLASSIC) -> cutline.Scores:
    return cutline.score(
        {row["image_id"]: row["caption"] for row in rows},
        {row["image_id"]: row["references"] for row in rows},
        metrics=metrics,
        tokenizer=tokenizer,
    )


@pytest.mark.parametrize("part_bytes", [7_000, 1 << 20])
def test_scores_are_those_of_one_file_in_the_official_order(
    tmp_path: Path, part_bytes: int
) -> None:
    expected = of_one_file(ROWS, "ptb")
    shards = [write_lines(tmp_path / "a.jsonl", ROWS[:200])]
    shards.append(write_lines(tmp_path / "b.jsonl", ROWS[200:]))
    found = scored(shards, tmp_path / "out", tokenizer="ptb", part_bytes=part_bytes)
    assert values(found) == {spec: score.value for spec, score in expected.items()}
    assert found.sums == "ordered"
    of_images = image_values(tmp_path / "out")
    for spec, score in expected.items():
        assert [of_images[str(row["image_id"])][spec] for row in ROWS] == score.values.tolist()


def test_meteor_too(tmp_path: Path) -> None:
    expected = of_one_file(ROWS, "ptb", "meteor")
    shards = [write_lines(tmp_path / "a.jsonl", ROWS)]
    found = scored(shards, tmp_path / "out", metrics="meteor", tokenizer="ptb", part_bytes=20_000)
    assert values(found) == {"meteor": expected["meteor"].value}


def in_shards(folder: Path, rows: list[Row], seed: int, count: int) -> list[str]:
    """The rows in another order, in so many shards of three formats."""
    from pyarrow import parquet

    folder.mkdir()
    numbers = random.Random(seed)
    mixed = numbers.sample(rows, len(rows))
    shards = []
    for number in range(count):
        own = mixed[number::count]
        path = folder / f"{number}.parquet"
        if number % 3 == 0:
            columns = {key: [row[key] for row in own] for key in own[0]}
            parquet.write_table(pa.table(columns), path, row_group_size=40)
        elif number % 3 == 1:
            path = folder / f"{number}.jsonl"
            write_lines(path, own)
        else:
            path = folder / f"{number}.jsonl.gz"
            path.write_bytes(gzip.compress("".join(json.dumps(r) + "\n" for r in own).encode()))
        shards.append(str(path))
    return shards


def test_nothing_depends_on_how_rows_are_divided(tmp_path: Path) -> None:
    whole = scored([write_lines(tmp_path / "a.jsonl", ROWS)], tmp_path / "whole")
    of_images = image_values(tmp_path / "whole")
    expected = of_one_file(ROWS, "ptb(context=none)")
    for spec, score in expected.items():
        assert [of_images[str(row["image_id"])][spec] for row in ROWS] == score.values.tolist()
        assert whole.scores[spec]["value"] == pytest.approx(score.value, rel=1e-14)
    for seed, count in ((1, 2), (2, 9)):
        shards = in_shards(tmp_path / f"shards{seed}", ROWS, seed, count)
        output = tmp_path / f"out{seed}"
        found = scored(shards, output, part_bytes=5_000, engine=Processes(2))
        assert found == whole  # signatures too
        assert image_values(output) == of_images


def test_folders_are_shards_by_name(tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    write_lines(tmp_path / "in" / "b.jsonl", ROWS[:50])
    write_lines(tmp_path / "in" / "deep" / "c.ndjson", ROWS[50:])
    (tmp_path / "in" / "notes.txt").write_text("no shard")
    found = scored([str(tmp_path / "in")], tmp_path / "out")
    assert found.images == len(ROWS)


REFERENCE = {"references": ["a man named K. smiles"]}


class Stopping:
    """Does so many tasks, and counts what it did."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.done: Counter[tuple[str, int]] = Counter()

    def run(self, task: Task, numbers: Sequence[int]) -> Iterator[int]:
        for number in numbers:
            if not self.most:
                raise KeyboardInterrupt
            self.most -= 1
            task(number)
            self.done[str(task.func.__name__), number] += 1  # type: ignore[attr-defined]
            yield number

    def close(self) -> None:
        pass


@pytest.mark.parametrize("metrics", ["bleu-4,rouge-l", CLASSIC])
def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, metrics: str) -> None:
    shards = [write_lines(tmp_path / "a.jsonl", [*ROWS, ROWS[5], ROWS[699]])]
    whole = scored(shards, tmp_path / "whole", metrics=metrics, part_bytes=20_000)
    engine = Stopping(0)
    interruptions = 0
    while True:
        engine.most = 2
        try:
            found = scored(
                shards, tmp_path / "out", metrics=metrics, part_bytes=20_000, engine=engine
            )
            break
        except KeyboardInterrupt:
            interruptions += 1
    assert found == whole
    assert interruptions > 2
    # Nothing twice, but parts of which rows were left out because another part has them too.
    assert max(engine.done.values()) <= 2
    assert sum(count > 1 for count in engine.done.values()) <= 2
    again = scored(shards, tmp_path / "out", metrics=metrics, part_bytes=20_000, engine=Stopping(0))
    assert again == whole  # and nothing once it is done
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        *("costs.json", "manifest.json", "per-image", "problems.jsonl", "scores.json")
    ]


@pytest.mark.parametrize("metrics", ["bleu-4,rouge-l", CLASSIC])
def test_rows_of_one_image_count_once(tmp_path: Path, metrics: str) -> None:
    other = {**ROWS[3], "caption": "something else"}
    rows = [*ROWS, ROWS[7], ROWS[7], other]
    found = scored(
        [write_lines(tmp_path / "a.jsonl", rows)], tmp_path / "a", metrics=metrics, part_bytes=9_000
    )
    assert found.problems == {"duplicate-id": 3}
    assert (found.rows, found.images) == (len(rows), len(ROWS))
    mixed = random.Random(5).sample(rows, len(rows))
    shards = [write_lines(tmp_path / "b.jsonl", mixed[:100])]
    shards.append(write_lines(tmp_path / "c.jsonl", mixed[100:]))
    assert scored(shards, tmp_path / "b", metrics=metrics) == found
    chosen = image_values(tmp_path / "a")["3"]
    candidates = [
        of_one_file([*ROWS[:3], one, *ROWS[4:]], "ptb(context=none)", metrics)
        for one in (ROWS[3], other)
    ]
    expected = [{spec: score.values[3] for spec, score in one.items()} for one in candidates]
    assert chosen in expected
    kept = candidates[expected.index(chosen)]
    for spec, value in values(found).items():
        assert value == pytest.approx(kept[spec].value, rel=1e-14)


BAD = [
    "not json",
    "",
    "[1, 2]",
    '{"image_id": true, "caption": "a", "references": ["a"]}',
    '{"caption": "a dog", "references": ["a dog"]}',
    '{"image_id": 901, "caption": null, "references": ["a"]}',
    '{"image_id": 902, "caption": "a", "references": []}',
    '{"image_id": 903, "caption": "a", "references": "a"}',
    '{"image_id": 904, "caption": "a", "references": ["a", 5]}',
    '{"image_id": 905, "references": ["a"]}',
]
EXPECTED = {"not-a-record": 2, "wrong-type": 4, "missing-field": 2, "no-reference": 1}


def test_what_is_wrong_is_counted_and_told_by_its_place(tmp_path: Path) -> None:
    clean = scored([write_lines(tmp_path / "clean.jsonl", ROWS)], tmp_path / "clean")
    rows: list[Row | str] = [*ROWS[:300], *BAD, *ROWS[300:]]
    shards = [write_lines(tmp_path / "a.jsonl", rows)]
    found = scored(shards, tmp_path / "out", part_bytes=30_000)
    assert found.scores == clean.scores
    assert found.problems == EXPECTED
    lines = (tmp_path / "out" / "problems.jsonl").read_text().splitlines()
    told = [json.loads(line) for line in lines]
    assert {one["shard"] for one in told} == {shards[0]}
    assert [one["row"] for one in told] == [301, *range(303, 311)]
    assert told[3]["message"] == '"image_id" is nothing, expected a whole number or text'
    assert told[4]["image_id"] == "901"


def test_characters_that_end_lines_are_put_right(tmp_path: Path) -> None:
    rows = [{"image_id": 1, "caption": "a fox\u2028jumps", "references": ["a fox jumps\r"]}]
    found = scored([write_lines(tmp_path / "a.jsonl", rows)], tmp_path / "out", metrics="rouge-l")
    assert found.problems == {"line-end": 2}
    assert found.scores["rouge-l"]["value"] == 1.0


@pytest.mark.parametrize("repeated", [8, 20])
def test_a_row_that_is_left_out_changes_what_its_neighbours_are_read_with(
    tmp_path: Path, repeated: int
) -> None:
    """The official tokenizer takes `K.` apart where the next caption begins like a sentence."""
    rows: list[Row] = [
        {"image_id": n, "caption": f"{'A' if n % 3 else 'a'} man named K.", **REFERENCE}
        for n in range(24)
    ]
    # One of the two rows of this image is left out, and either is the first of its shard.
    rows[repeated] = {**rows[repeated], "image_id": 12}

    def officially(shards: list[str], output: Path) -> ShardScores:
        return scored(shards, output, metrics="bleu-2,rouge-l", tokenizer="ptb")

    whole = officially([write_lines(tmp_path / "a.jsonl", rows)], tmp_path / "whole")
    shards = [write_lines(tmp_path / f"{n:02}.jsonl", rows[n : n + 4]) for n in range(0, 24, 4)]
    assert officially(shards, tmp_path / "out") == whole
    assert image_values(tmp_path / "out") == image_values(tmp_path / "whole")


def test_text_that_no_file_could_hold_is_counted_too(tmp_path: Path) -> None:
    good = {"image_id": 1, "caption": "a dog", "references": ["a dog"]}
    lines = [json.dumps(good | {"image_id": "a\ud800"}), json.dumps(good)]
    shard = tmp_path / "a.jsonl"
    shard.write_bytes("\n".join(lines).encode() + b'\n{"image_id": 2, "caption": "caf\xe9"}')
    found = scored([str(shard)], tmp_path / "a", metrics="rouge-l")
    assert (found.images, found.problems) == (1, {"lone-surrogate": 1, "not-a-record": 1})


def test_rows_of_parquet_that_hold_no_text_are_told(tmp_path: Path) -> None:
    from pyarrow import parquet

    captions = pa.array([b"a dog", b"\xff a dog", b"a dog"]).view(pa.string())
    columns = {"image_id": [1, 2, 3], "caption": captions, "references": [["a dog"]] * 3}
    parquet.write_table(pa.table(columns), tmp_path / "a.parquet")
    found = scored([str(tmp_path / "a.parquet")], tmp_path / "out", metrics="rouge-l")
    assert (found.images, found.problems) == (2, {"not-a-record": 1})
    told = json.loads((tmp_path / "out" / "problems.jsonl").read_text())
    assert told["row"] == 2
    assert "a value that cannot be read: 'utf-8' codec" in told["message"]


def test_captions_are_ranked_and_the_first_counts(tmp_path: Path) -> None:
    row = {"image_id": "x", "captions": ["a dog", "a cat"], "references": ["a dog"]}
    found = scored([write_lines(tmp_path / "a.jsonl", [row])], tmp_path / "out", metrics="rouge-l")
    assert found.scores["rouge-l"]["value"] == 1.0


def test_where_nothing_can_be_scored_that_is_said(tmp_path: Path) -> None:
    shard = write_lines(tmp_path / "a.jsonl", ["nothing"])
    with pytest.raises(ContentError, match=r"of 1 rows none can be scored; .*problems\.jsonl"):
        scored([shard], tmp_path / "out", metrics="bleu-1")


def test_a_folder_with_another_run_is_left_alone(tmp_path: Path) -> None:
    shard = write_lines(tmp_path / "a.jsonl", ROWS[:20])
    scored([shard], tmp_path / "out", metrics="bleu-1")
    with pytest.raises(FileError, match="another run was begun there, with other metrics"):
        scored([shard], tmp_path / "out", metrics="bleu-2")
    write_lines(tmp_path / "a.jsonl", ROWS[:30])
    with pytest.raises(FileError, match="with other shards"):
        scored([shard], tmp_path / "out", metrics="bleu-1")


def test_shards_that_are_none_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no such file"):
        find_parts([str(tmp_path / "no.jsonl")])
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(FileError, match=r"a\.txt: not a shard; expected a name in \.jsonl"):
        find_parts([str(tmp_path / "a.txt")])
    with pytest.raises(FileError, match="no shard in it"):
        find_parts([str(tmp_path)])
    (tmp_path / "a.parquet").write_text("x" * 100)
    with pytest.raises(FileError, match="not a Parquet file"):
        find_parts([str(tmp_path / "a.parquet")])
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b"{}" * 1000)[:-9])
    with pytest.raises(FileError, match="a damaged gzip file"):
        scored([str(tmp_path / "a.jsonl.gz")], tmp_path / "out", metrics="bleu-1")


def test_metrics_that_need_boxes_are_refused() -> None:
    metrics = parse_specs("content-selection")
    with pytest.raises(UsageError, match="cannot be computed shard by shard"):
        Plan.of("out", metrics, Tokenizer(), [])
