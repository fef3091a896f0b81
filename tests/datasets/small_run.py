"""Four pictures with references and a good run, to spoil in many ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.command_line import Outcome, run_cutline

REFERENCES = {
    1: ["a kite above the dunes", "someone flies a red kite"],
    2: ["three goats on a wall", "goats climb a stone wall"],
    3: ["an old tram at night", "a tram waits under street lamps"],
    4: ["a bowl of ripe figs", "figs in a blue bowl"],
}
CAPTIONS = {
    1: "a red kite in the sky",
    2: "goats stand on a wall",
    3: "a tram in the dark",
    4: "figs in a bowl",
}
FLAGS = {"default": [], "strict": ["--strict"], "lenient": ["--lenient"]}


def good() -> list[Any]:
    return [{"image_id": i, "caption": caption} for i, caption in CAPTIONS.items()]


def with_third(**fields: Any) -> list[Any]:
    """The good records, the third of them changed; a field set to `...` is removed."""
    records = good()
    changed = {**records[2], **fields}
    records[2] = {key: value for key, value in changed.items() if value is not ...}
    return records


def as_array(records: list[Any]) -> str:
    return json.dumps(records)


def as_array_of_lines(records: list[Any]) -> str:
    return "[" + ",\n".join(json.dumps(record) for record in records) + "]"


def as_lines(records: list[Any]) -> str:
    return "\n".join(json.dumps(record) for record in records) + "\n"


LAYOUTS = {"array": as_array, "array of lines": as_array_of_lines, "lines": as_lines}


def validated(folder: Path, content: str | bytes, *options: object) -> tuple[Path, Outcome]:
    path = folder / "run"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path, run_cutline("validate", path, *options)
