"""The command with the real metrics, objects that are known, and the captioner of the docs."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from cutline.core.spec import parse_specs
from cutline.datasets.annotated_images import read_annotations
from tests.annotate.stand_ins import paint
from tests.command_line import run_cutline

DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "annotate.md"


@pytest.fixture(autouse=True)
def _parts() -> None:
    for metric in parse_specs("semantic-fidelity,matched-fidelity"):
        if why := metric.missing():
            pytest.skip(why)


@pytest.fixture
def gold(tmp_path: Path) -> str:
    paint(tmp_path / "photos", 3)
    objects = {"01.png": ["dog", "ball"], "02.png": ["person"], "03.png": []}
    lines = [{"image_id": name, "objects": labels} for name, labels in objects.items()]
    (tmp_path / "gold.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return f"gold:{tmp_path / 'gold.jsonl'}"


def test_the_caption_that_is_truest_to_the_objects_is_chosen(tmp_path: Path, gold: str) -> None:
    captions = {
        "gull": ["a puppy with a ball", "a cake on a table", "a tent"],
        "tern": ["a cake on a table", "a man", "a lake"],
    }
    for name, said in captions.items():
        records = [{"image_id": n, "caption": text} for n, text in enumerate(said, 1)]
        (tmp_path / f"{name}.json").write_text(json.dumps(records))
    done = run_cutline(
        *("annotate", tmp_path / "photos", "--captioner", tmp_path / "gull.json"),
        *("--captioner", tmp_path / "tern.json", "--detector", gold, "-o", tmp_path / "o.jsonl"),
    )
    assert (done.exit_code, done.stderr) == (0, "")
    _, (first, second, third) = read_annotations(tmp_path / "o.jsonl")
    assert (first.best, second.best, third.best) == (0, 1, 0)
    puppy, ball = first.captions[0].nouns
    assert (puppy.object, puppy.relation) == (0, "kind of")
    assert (ball.object, ball.relation, ball.start, ball.end) == (1, "same", 15, 19)
    assert re.fullmatch(
        r"semantic-fidelity 0\.\d{3}, next 0\.\d{3} \(tern\); names dog, ball", first.why
    )
    assert third.why == (
        "the first caption, as no metric has a value (nothing is seen in the image)"
    )
    assert [value for _, value in third.captions[0].values] == [None, None]


def test_the_captioner_of_the_docs_works(tmp_path: Path, gold: str) -> None:
    found = re.search(r"^```python\n(import json.*?)^```$", DOCS.read_text(), re.M | re.S)
    assert found
    (tmp_path / "mine.py").write_text(found[1])
    done = run_cutline(
        *("annotate", tmp_path / "photos", "--captioner"),
        *(f"command:{sys.executable} {tmp_path / 'mine.py'}", "--detector", gold),
        *("-o", tmp_path / "o.jsonl"),
    )
    assert (done.exit_code, done.stderr) == (0, "")
    _, images = read_annotations(tmp_path / "o.jsonl")
    for image in images:
        size = Path(image.file).stat().st_size
        assert image.captions[0].captioner == "mine"
        assert image.captions[0].text == f"a picture of {size} bytes"
