"""Rows of made-up captions, and shards of them."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cutline.core.spec import parse_specs
from cutline.scale.engine import Engine, Processes
from cutline.scale.parts import find_parts
from cutline.scale.plan import Plan
from cutline.scale.result import ShardScores
from cutline.scale.run import score_shards
from cutline.text.tokenizer import parse_tokenizer

#: With abbreviations, which the official tokenizer reads by what follows in the next caption.
_TEXT = (
    "a the dog cat runs sits big red old man Mr. etc. K. A woman on in under table isn't t.v. "
    "grass, happy two horses <b> Two"
)
WORDS = _TEXT.split()
CLASSIC = "bleu-1,bleu-4,rouge-l,rouge-1,rouge-s,cider-d,cider(n=3)"

Row = dict[str, Any]


def caption(numbers: random.Random) -> str:
    return " ".join(numbers.choice(WORDS) for _ in range(numbers.randint(1, 12)))


def made_rows(count: int, seed: int = 1) -> list[Row]:
    numbers = random.Random(seed)
    return [
        {
            "image_id": number,
            "caption": caption(numbers),
            "references": [caption(numbers) for _ in range(numbers.randint(1, 5))],
        }
        for number in range(count)
    ]


def write_lines(path: Path, rows: Sequence[Row | str]) -> str:
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def scored(
    shards: Sequence[str],
    output: Path,
    *,
    metrics: str = CLASSIC,
    tokenizer: str = "ptb(context=none)",
    part_bytes: int = 1 << 20,
    engine: Engine | None = None,
) -> ShardScores:
    parts = find_parts(shards, part_bytes)
    plan = Plan.of(str(output), parse_specs(metrics), parse_tokenizer(tokenizer), parts)
    return score_shards(plan, engine or Processes(1))


def values(found: ShardScores) -> dict[str, float]:
    return {spec: score["value"] for spec, score in found.scores.items()}


def image_values(output: Path) -> dict[str, dict[str, float]]:
    """Of each image, by metric."""
    from pyarrow import parquet

    rows = parquet.read_table(output / "per-image").to_pylist()
    return {row.pop("image_id"): row for row in rows}
