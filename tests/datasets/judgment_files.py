"""Small files of judgments in every format, with captions of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CAPTIONS = {
    "1.jpg#0": "A tabby cat naps on a mat .",
    "1.jpg#1": "The cat is asleep .",
    "2.jpg#0": "Two ducks swim across a pond .",
    "2.jpg#1": "Ducks in the water .",
}

RATED: dict[str, Any] = {
    "image_id": 1,
    "caption": "a cat naps",
    "references": ["a cat sleeps", "a sleeping cat"],
    "ratings": [4, 3],
}
PAIR: dict[str, Any] = {
    "image_id": 1,
    "captions": ["a cat naps", "a duck swims"],
    "references": ["a cat sleeps"],
    "votes": [5, 1],
    "category": "HM",
}
THUMB: dict[str, Any] = {
    "SYS": "Kestrel",
    "seg_id": "17",
    "set_id": 3,
    "hyp": "A cat naps.",
    "image": "COCO_val2014_000000000017.jpg",
    "P": 5.0,
    "R": 3.0,
    "Fl": -0.5,
    "Inc": -0.0,
    "Con": -0.0,
    "human_score": 3.5,
}


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def lines(path: Path, *records: object) -> Path:
    return write(path, "".join(json.dumps(record) + "\n" for record in records))


def flickr8k(folder: Path, judgments: str, captions: dict[str, str] | None = None) -> Path:
    """A file of judgments beside Flickr8k.token.txt."""
    texts = CAPTIONS if captions is None else captions
    tokens = "".join(f"{caption_id}\t{text}\n" for caption_id, text in texts.items())
    write(folder / "Flickr8k.token.txt", tokens)
    return write(folder / "judgments.txt", judgments)


def elliott_keller(folder: Path) -> Path:
    """Two judged captions, one file a column."""
    write(
        folder / "judgements",
        '"id","j1","j2","j3","imageid","textid","refid"\n'
        '"0","1","1","2","1.jpg","2.jpg#0","1.jpg#0"\n'
        '"1","4","4","3","2.jpg","2.jpg#0","2.jpg#0"\n',
    )
    write(folder / "candidates", f"{CAPTIONS['2.jpg#0']}\n{CAPTIONS['2.jpg#0']}\n")
    for number in range(2):
        texts = [CAPTIONS[f"1.jpg#{number}"], CAPTIONS[f"2.jpg#{number}"]]
        write(folder / f"ref-{number}", "".join(f"{text}\n" for text in texts))
    return folder
