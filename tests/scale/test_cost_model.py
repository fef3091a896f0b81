"""What larger runs take, told from smaller ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.scale.cost_model import CostModel, Costs, seconds_of_a_read
from cutline.scale.frequencies import KEYS_AT_ONCE
from tests.scale.made_rows import made_rows, scored, write_lines

TRUE = CostModel(2e-5, 5e-5, 1e-6, 1e-7, 1e-3, 30.0, 50_000)


def costs(rows: int, rows_a_part: int) -> Costs:
    """What a run would take if the model were true."""
    told = TRUE.predicted(rows, rows_a_part)
    keys = rows * 30
    ranges = keys / KEYS_AT_ONCE
    adding = told.seconds["adding up"] + told.seconds["reading pieces"]
    seconds = {
        "survey": rows * 2e-5,
        "score": rows * 5e-5,
        "add up": adding,
        "compare ids": rows * 1e-6,
    }
    return Costs(rows, rows // rows_a_part, ranges, rows * 600, keys, seconds)  # type: ignore[arg-type]


def test_a_model_is_found_again() -> None:
    measured = [costs(500_000, 1_000), costs(500_000, 50_000), costs(1_000_000, 10_000)]
    found = CostModel.fitted(measured, TRUE.read)
    for name in ("survey", "score", "compare", "key", "read", "keys_a_row", "rows_a_part"):
        assert getattr(found, name) == pytest.approx(getattr(TRUE, name)), name


def test_the_bottleneck_moves_to_pieces_and_larger_parts_put_it_off() -> None:
    million, many = TRUE.predicted(10**6), TRUE.predicted(10**10)
    assert million.bottleneck == "reading and scoring"
    assert many.bottleneck == "reading pieces"
    assert TRUE.predicted(10**10, rows_a_part=10**7).bottleneck == "reading and scoring"
    assert many.hours(200) == pytest.approx(many.total / 720_000)
    assert many.price(0.05) == pytest.approx(many.total / 72_000)


def test_a_run_leaves_what_it_took(tmp_path: Path) -> None:
    shard = write_lines(tmp_path / "a.jsonl", made_rows(200))
    scored([shard], tmp_path / "out", part_bytes=10_000)
    found = Costs.read(tmp_path / "out" / "costs.json")
    assert (found.rows, found.bytes) == (200, Path(shard).stat().st_size)
    assert set(found.seconds) == {"survey", "add up", "score", "compare ids"}
    assert min(found.seconds.values()) > 0
    assert found.spilled_keys > 200
    scored([shard], tmp_path / "none", metrics="bleu-1")
    assert set(Costs.read(tmp_path / "none" / "costs.json").seconds) == {"score", "compare ids"}


def test_a_read_takes_time(tmp_path: Path) -> None:
    assert 0 < seconds_of_a_read(str(tmp_path / "disk"), 10) < 10
