"""One good file of each kind that commands read, in a folder."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from cutline.datasets.collected import write_collected
from cutline.models.saved import ModelCard, save_model
from cutline.models.up_down import UpDown
from cutline.models.vocabulary import Vocabulary
from cutline.scoring.priming.example import simulated
from tests.command_line import run_cutline
from tests.models.training.toy import SIZE, SMALL, references, write_store

IMAGES = 6
WORDS = Vocabulary.of([["a", "red", "ball", "box", "of", "green", "ring"]])
CONFIG = """
model = "up-down"
preset = "tiny"
output = "trained"

[data]
features = "features"
train = "learn.json"
val = "judge.json"
"""


def write_inputs(folder: Path) -> None:
    """The demonstration's files, cut short, and what is made of them."""
    whole = folder / "whole"
    assert run_cutline("demo", "-o", whole, "--no-open").exit_code == 0
    _captions(whole, folder)
    _lists(folder)
    _pictures(folder / "pictures")
    _made(folder)


def _captions(whole: Path, folder: Path) -> None:
    content = json.loads((whole / "references.json").read_text(encoding="utf-8"))
    content["images"] = content["images"][:IMAGES]
    ids = {image["id"] for image in content["images"]}
    content["annotations"] = [one for one in content["annotations"] if one["image_id"] in ids]
    _write(folder / "references.json", content)
    for name in ("steady", "hasty"):
        records = json.loads((whole / f"{name}.json").read_text(encoding="utf-8"))
        _write(folder / f"{name}.json", [one for one in records if one["image_id"] in ids])
    objects = json.loads((whole / "objects.json").read_text(encoding="utf-8"))
    objects = {image_id: labels for image_id, labels in objects.items() if int(image_id) in ids}
    _write(folder / "objects.json", objects)
    lines = (whole / "boxes.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "boxes.jsonl").write_text("".join(lines[: IMAGES + 1]), encoding="utf-8")


def _lists(folder: Path) -> None:
    rows = ["ImageID,LabelName,XMin,XMax,YMin,YMax"]
    judgments = ['{"cutline": "judgments", "version": 1, "name": "made"}']
    shards = []
    for number in range(IMAGES):
        rows += [f"i{number},Dog,0.1,0.5,0.1,0.6", f"i{number},Tree,0.4,0.9,0.0,0.8"]
        said = {"image_id": number, "caption": f"a dog {number}"}
        said["references"] = [f"a dog runs {number} times", "dogs"]
        shards.append(json.dumps(said))
        judgments.append(json.dumps({**said, "ratings": [1 + number % 4]}))
    for name, lines in (
        ("detections.csv", rows),
        ("judgments.jsonl", judgments),
        ("shard.jsonl", shards),
        ("captions.txt", ["a dog runs", "two cats sleep on a red couch"]),
    ):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "known.txt").write_text("dog\nball\ntree\n", encoding="utf-8")
    (folder / "kinds.txt").write_text("dog: animal\ncat: animal\n", encoding="utf-8")
    (folder / "labels.csv").write_text(
        "image_id,label\n" + "".join(f"{1001 + n},l{n % 2}\n" for n in range(IMAGES))
    )
    (folder / "concepts.txt").write_text("[nouns]\ndog: puppy\n[pairs, one]\nbrown dog\n")
    write_collected(folder / "collected.jsonl", simulated(images=4, captions=2))


def _pictures(folder: Path) -> None:
    folder.mkdir()
    for number in range(2):
        Image.new("RGB", (64, 48), (40 * number, 90, 120)).save(folder / f"{number}.png")
    (folder.parent / "seen.json").write_text('{"0.png": ["dog"], "1.png": ["cat", "cat"]}')


def _made(folder: Path) -> None:
    np.savez(folder / "7.npz", x=np.ones((2, 9), np.float32), image_w=64, image_h=48)
    write_store(folder, IMAGES)
    torch.manual_seed(2)
    model = UpDown(WORDS, SIZE, SMALL)
    save_model(model, folder / "model.pt", ModelCard("up-down", SIZE, "toy", signature="made"))
    for name, first in (("learn", 0), ("judge", IMAGES // 2)):
        said = references(IMAGES // 2, first)
        _write(folder / f"{name}.json", {str(image_id): list(of) for image_id, of in said.items()})
    (folder / "train.toml").write_text(CONFIG, encoding="utf-8")
    made = run_cutline(
        *("bundle", "make", "-o", folder / "bundle.zip", "--name", "made", "--version", "1.0"),
        *("--licence", "CC0-1.0", "--split", f"test={folder / 'references.json'}:private"),
    )
    assert made.exit_code == 0, made.stderr
    for part in ("public", "private"):
        cut = run_cutline("bundle", part, folder / "bundle.zip", "-o", folder / f"{part}.zip")
        assert cut.exit_code == 0, cut.stderr


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")
