"""Shards and answers at addresses: another filesystem, with the same scores."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest

from cutline.core.errors import UsageError
from cutline.core.spec import parse_specs
from cutline.scale.parts import find_parts
from cutline.scale.plan import Plan
from cutline.scale.result import ShardScores
from cutline.scale.run import score_shards
from cutline.scale.storage import Folder, inside, locate
from cutline.text.tokenizer import parse_tokenizer
from tests.scale.made_rows import made_rows, scored, write_lines
from tests.scale.test_run import Stopping

pa = pytest.importorskip("pyarrow")
ROWS = made_rows(300)


@pytest.fixture(params=["file", "fsspec+memory"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a folder: on this machine, and in a store that is in memory and knows no locks."""
    if request.param == "file":
        return f"file://{tmp_path}/at%20an%20address"
    pytest.importorskip("fsspec", reason="needs fsspec")
    place = f"fsspec+memory://{uuid.uuid4().hex}"
    try:
        locate(place)
    except UsageError:
        pytest.skip("this pyarrow does not reach fsspec")
    return place


def test_scores_are_the_same_at_any_address(address: str, tmp_path: Path) -> None:
    expected = scored([write_lines(tmp_path / "a.jsonl", ROWS)], tmp_path / "out")
    folder = Folder(inside(address, "shards"))
    folder.prepare()
    for number in range(3):
        lines = [json.dumps(row) for row in ROWS[number::3]]
        folder.write(f"a {number}.jsonl", "\n".join(lines).encode())
    parts = find_parts([folder.place], 10_000)
    assert [part.shard for part in parts if not part.first] == [
        inside(folder.place, f"a {number}.jsonl") for number in range(3)
    ]
    specs = parse_specs(",".join(expected.scores))
    tokenizer = parse_tokenizer("ptb(context=none)")
    plan = Plan.of(inside(address, "out"), specs, tokenizer, parts)
    found: ShardScores | None = None
    while found is None:  # three tasks at a time: what is there is gone on from
        try:
            found = score_shards(plan, Stopping(3))
        except KeyboardInterrupt:
            continue
    assert found == expected
    assert len(plan.folder.names("per-image")) == len(parts)
    assert plan.folder.names("") >= {"scores.json", "problems.jsonl"}
    assert not plan.folder.names("") & {"parts", "survey", "ids", "frequencies"}


def test_addresses_keep_their_settings() -> None:
    store = "s3://captions/deep/?endpoint_override=127.0.0.1:9&scheme=http"
    found = inside(store, "a.jsonl")
    assert found == "s3://captions/deep/a.jsonl?endpoint_override=127.0.0.1:9&scheme=http"
    assert inside("odd?name", "a.jsonl") == "odd?name/a.jsonl"


def test_a_relative_path_means_another_one_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        assert locate("out")[1] == str(tmp_path / name / "out")
