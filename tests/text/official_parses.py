"""Stored parses and tuples of the official program."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

from cutline.text.parse import Sentence, Token
from cutline.text.scene_graph import SceneTuple
from tests.shared_data import oracle


def official_parses(name: str) -> list[dict[str, Any]]:
    with gzip.open(oracle(f"spice_parses_{name}.jsonl.gz"), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def sentences_of(entry: dict[str, Any]) -> Iterator[Sentence]:
    for sentence in entry["sents"]:
        columns = (sentence["tok"], sentence["lemma"], sentence["tag"], sentence["basic"])
        yield tuple(
            Token(text, lemma, tag, head, relation)
            for text, lemma, tag, (head, relation) in zip(*columns, strict=True)
        )


def tuples_in(entry: dict[str, Any]) -> list[SceneTuple]:
    """The stored tuples, where the relation stands last."""
    return [
        (found[0], found[2], found[1]) if len(found) == 3 else tuple(found)
        for found in entry["tuples"]
    ]
