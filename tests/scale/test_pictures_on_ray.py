"""Pictures annotated and described on Ray: the same files as without it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cutline.core.spec import parse_specs
from tests.command_line import run_cutline
from tests.datasets.pictures.made_pictures import quarters, save
from tests.detect.features.made_network import write_network
from tests.scale.test_on_ray import command

pytest.importorskip("ray", reason="needs Ray: pip install 'cutline[ray]'")

METRICS = "matched-fidelity(credit=full)"
ON_RAY = ("--engine", "ray", "--jobs", "2")


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twenty pictures, of which one is damaged, and what people see in them and say of them."""
    monkeypatch.chdir(tmp_path)
    for number in range(20):
        save(tmp_path / "photos" / f"{number:02}.png", quarters(40, 40) // (number + 1))
    (tmp_path / "photos" / "13.png").write_bytes(b"no picture")
    header = {"cutline": "objects", "version": 1, "detector": "people", "signature": "x"}
    dog = {"label": "dog", "score": 1.0, "box": [0, 0, 20, 20]}
    seen = [{"image_id": f"{number:02}.png", "objects": [dog]} for number in range(20)]
    Path("seen.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in [header, *seen]))
    said = [{"image_id": number, "caption": f"a dog and {number} cats"} for number in range(20)]
    Path("said.json").write_text(json.dumps(said))
    return tmp_path


def test_annotations_are_the_same(photos: Path) -> None:
    if why := parse_specs(METRICS)[0].missing():
        pytest.skip(why)
    words = ["annotate", "photos", "--captioner", "said.json", "--captioner", "describe"]
    words += ["--detector", "gold:seen.jsonl", "--metrics", METRICS]
    plain = run_cutline(*words, "-o", "plain.jsonl")
    on_ray = command(*words, "-o", "ray.jsonl", *ON_RAY)
    assert (plain.exit_code, on_ray.returncode) == (1, 1)  # for the damaged picture
    assert "13.png" in on_ray.stderr
    assert Path("ray.jsonl").read_bytes() == Path("plain.jsonl").read_bytes()
    assert on_ray.stdout == plain.stdout


def test_features_are_the_same(photos: Path) -> None:
    network = write_network(photos / "network")
    words = ["features", "photos", "--model", str(network), "--json"]
    plain = run_cutline(*words, "-o", "plain")
    on_ray = command(*words, "-o", "ray", *ON_RAY)
    assert (plain.exit_code, on_ray.returncode) == (1, 1), on_ray.stderr
    told = json.loads(on_ray.stdout)
    assert told == json.loads(plain.stdout) | {"store": "ray"}
    assert (told["images"], len(told["failed"])) == (19, 1)
    for path in Path("plain").iterdir():
        assert Path("ray", path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--engine", "shards"), "--engine is ray, not 'shards'"),
        (("--address", "auto"), "--address goes with --engine ray"),
        (("--engine", "ray", "--from", "tsv"), "--engine is for pictures"),
    ],
)
def test_options_that_do_not_fit_are_refused(words: tuple[str, ...], expected: str) -> None:
    done = run_cutline("features", "photos", "-o", "store", *words)
    assert (done.exit_code, expected in done.stderr) == (2, True)
