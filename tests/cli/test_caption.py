"""`cutline caption`: from a saved model and images to a run that can be scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

import torch  # noqa: E402

from cutline.datasets.features import FeatureStore, FeatureWriter  # noqa: E402
from cutline.datasets.features.reduction import find_reduction, write_reduced  # noqa: E402
from cutline.datasets.pictures import find_pictures, open_picture  # noqa: E402
from cutline.datasets.read import read_run  # noqa: E402
from cutline.detect.features import GridExtractor  # noqa: E402
from cutline.models import needs_torch as needs_torch_module  # noqa: E402
from cutline.models.decoding import beam_search, greedy  # noqa: E402
from cutline.models.saved import ModelCard, load_model, save_model  # noqa: E402
from cutline.models.training.load import load_images  # noqa: E402
from cutline.models.up_down import UpDown  # noqa: E402
from cutline.models.vocabulary import Vocabulary  # noqa: E402
from cutline.models.vse import Vse, VseConfig  # noqa: E402
from tests.command_line import run_cutline  # noqa: E402
from tests.models.training.toy import SIZE, SMALL, references, write_store  # noqa: E402

WORDS = Vocabulary.of([["a", "red", "ball", "box", "of", "green", "ring"]])


def saved(folder: Path, size: int = SIZE, made_by: str = "toy", **more: Any) -> Path:
    """A model with random weights, which has opinions."""
    torch.manual_seed(2)
    model = UpDown(WORDS, size, SMALL)
    with torch.no_grad():
        for value in model.parameters():
            value.mul_(6)
    save_model(model, folder / "model.pt", ModelCard("up-down", size, made_by, **more))
    return folder / "model.pt"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_store(tmp_path, 6)
    saved(tmp_path, signature="trained somehow")
    return tmp_path


def lines(path: Path) -> tuple[dict[str, Any], dict[Any, list[str]]]:
    header, *rest = map(json.loads, path.read_text("utf-8").splitlines())
    return header, {line["image_id"]: line["captions"] for line in rest}


def test_a_run_is_what_the_decoder_says(folder: Path) -> None:
    run = folder / "run.jsonl"
    done = run_cutline(
        "caption", folder / "model.pt", folder / "features", "-k", 3, "--batch", 4, "-o", run
    )
    assert (done.exit_code, done.stderr) == (0, "")
    header, found = lines(run)
    count = sum(map(len, found.values()))
    assert done.stdout == f"6 images, {count} captions\n{header['signature']}\n"
    assert count > 12
    assert header["system"] == "up-down"
    assert header["decoder"] == "beam(beam=5,k=3,most=20)"
    assert "|features:toy|data:" in header["signature"]
    assert "|training:[trained somehow]|cutline:" in header["signature"]
    captioner = load_model(folder / "model.pt").captioner
    images = load_images(FeatureStore.open(folder / "features"), list(range(6)))
    for row, of in enumerate(beam_search(captioner, images)):
        texts = dict.fromkeys(captioner.text(one.tokens, images, row) for one in of)
        assert found[row] == [text for text in texts if text][:3]
    assert read_run(run)[0].system == "up-down"


def test_a_model_sees_as_many_regions_as_in_training(folder: Path) -> None:
    saved(folder, most_regions=1)
    done = run_cutline("caption", folder / "model.pt", folder / "features", "-o", folder / "one")
    assert done.exit_code == 0
    captioner = load_model(folder / "model.pt").captioner
    images = load_images(FeatureStore.open(folder / "features"), list(range(6)), 1)
    best = [of[0].tokens for of in beam_search(captioner, images, keep=1)]
    expected = [captioner.text(tokens, images, 0) for tokens in best]
    assert [captions[0] for captions in lines(folder / "one")[1].values()] == expected


def test_the_run_can_be_scored_on_images_with_references(folder: Path) -> None:
    texts = {str(number): list(of) for number, of in references(3).items()}
    (folder / "refs.json").write_text(json.dumps(texts))
    run = folder / "run.jsonl"
    arguments = ["caption", folder / "model.pt", folder / "features", "--refs"]
    done = run_cutline(*arguments, folder / "refs.json", "--system", "mine", "-o", run)
    assert done.exit_code == 0
    assert list(lines(run)[1]) == [0, 1, 2]
    scored = run_cutline("score", run, "--refs", folder / "refs.json", "--metrics", "bleu-1")
    assert scored.exit_code == 0
    assert "mine" in scored.stdout


@pytest.mark.parametrize(
    ("options", "decoder", "count"),
    [
        (["--decoder", "greedy"], "greedy(most=20)", 1),
        (["--decoder", "diverse", "-k", 2], "diverse(beam=6,k=2,groups=3,penalty=0.5,most=20)", 2),
        (["--beam", 2, "--most", 3], "beam(beam=2,k=1,most=3)", 1),
        (["--length-rule", "mean"], "beam(beam=5,k=1,length_rule=mean,most=20)", 1),
        (
            ["--decoder", "sample", "--top-k", 3, "--seed", 4],
            "sample(k=1,temperature=1.0,top_k=3,seed=4,most=20)",
            1,
        ),
    ],
)
def test_every_decoder_can_be_chosen(
    folder: Path, options: list[object], decoder: str, count: int
) -> None:
    done = run_cutline("caption", folder / "model.pt", folder / "features", *options)
    assert done.exit_code == 0
    header, *rest = map(json.loads, done.stdout.splitlines())
    assert header["decoder"] == decoder
    assert len(rest) == 6
    assert all(1 <= len(line["captions"]) <= count for line in rest)


def test_captions_mention_what_they_have_to(folder: Path) -> None:
    (folder / "wanted.jsonl").write_text('{"image_id": 1, "constraints": ["ring"]}\n')
    done = run_cutline(
        *("caption", folder / "model.pt", folder / "features"),
        *("--constraints", folder / "wanted.jsonl", "-o", folder / "run.jsonl", "--batch", 1),
    )
    assert done.exit_code == 0
    header, found = lines(folder / "run.jsonl")
    assert "ring" in found[1][0].split()
    decoder = header["decoder"]
    assert decoder.startswith("constrained(beam(beam=5,k=1,most=20),at_least=all,constraints=")
    (folder / "wanted.jsonl").write_text('{"image_id": 1, "constraints": ["zebra"]}\n')
    done = run_cutline(
        *("caption", folder / "model.pt", folder / "features"),
        *("--constraints", folder / "wanted.jsonl"),
    )
    assert "1 of 6 captions do not mention" in done.stderr
    assert json.loads(done.stdout.partition("\n")[0])["decoder"] != decoder
    done = run_cutline(
        *("caption", folder / "model.pt", folder / "features", "--length-rule", "mean"),
        *("--constraints", folder / "wanted.jsonl"),
    )
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--length-rule goes without --constraints" in done.stderr


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--decoder", "bean"], 2, "a decoder is beam, greedy, sample, diverse, not 'bean'"),
        (["--decoder", "greedy", "-k", 2], 2, "greedy decoding finds one caption"),
        (["-k", 7, "--beam", 3], 2, "a beam of 3 has no 7 captions"),
        (["--decoder", "sample", "--beam", 3], 2, "a beam goes with beam or diverse"),
        (["--decoder", "sample", "--temperature", 0], 2, "temperature is 0.0"),
        (["--length-rule", "max"], 2, "--length-rule is none or mean, not 'max'"),
        (["--temperature", 2], 2, "temperature, top_k and nucleus go with sample, not beam"),
        (["--seed", 2, "--decoder", "greedy"], 2, "seed goes with sample, not greedy"),
        (["--groups", 2], 2, "groups go with diverse, not beam"),
        (["--length-rule", "mean", "--decoder", "greedy"], 2, "length_rule goes with beam, not"),
        (["--decoder", "diverse", "--beam", 5], 2, "a beam of 5 does not fall into 3 groups"),
        (["--decoder", "diverse", "--penalty", "nan"], 2, "penalty is nan"),
        (["--at-least", 1], 2, "go with --constraints"),
        (["--refs", "none.json"], 3, "none.json"),
        (["-o", "no/such/folder/run.jsonl"], 3, "there is no folder"),
    ],
)
def test_what_cannot_be_is_told(folder: Path, options: list[object], code: int, said: str) -> None:
    done = run_cutline("caption", folder / "model.pt", folder / "features", *options)
    assert (done.exit_code, done.stdout) == (code, "")
    assert said in done.stderr


def test_features_are_those_that_the_model_knows(folder: Path) -> None:
    def told(*arguments: object) -> tuple[int, str]:
        done = run_cutline("caption", folder / "model.pt", *arguments)
        return done.exit_code, done.stderr

    saved(folder, made_by="other toys")
    code, said = told(folder / "features")
    assert code == 0
    assert "were made by 'toy', and the model has learnt from those by 'other toys'" in said
    saved(folder, made_by="grid(7x7)|imagenet")
    assert told(folder / "features")[0] == 2
    saved(folder, size=4)
    assert "has 9 numbers a region, and the model has learnt from 4" in told(folder / "features")[1]
    saved(folder, classes=("ball", "box"))
    assert "its labels number other classes" in told(folder / "features")[1]
    (folder / "refs.json").write_text('{"77": ["a ball"]}')
    saved(folder)
    code, said = told(folder / "features", "--refs", folder / "refs.json")
    assert code == 1
    assert "none of the 6 images has references" in said


def test_a_file_that_is_no_model_and_a_model_that_only_ranks(folder: Path) -> None:
    (folder / "text.pt").write_text("a dog")
    done = run_cutline("caption", folder / "text.pt", folder / "features")
    assert done.exit_code == 3
    assert "text.pt: not a model of Cutline" in done.stderr
    torch.manual_seed(0)
    ranker = Vse(WORDS, SIZE, VseConfig.presets["tiny"])
    save_model(ranker, folder / "vse.pt", ModelCard("vse", SIZE))
    done = run_cutline("caption", folder / "vse.pt", folder / "features")
    assert done.exit_code == 2
    assert "vse ranks captions, and writes none" in done.stderr


def test_without_torch_the_command_that_gets_it_is_told(folder: Path) -> None:
    with patch.object(needs_torch_module, "find_spec", lambda name: None):
        done = run_cutline("caption", folder / "model.pt", folder / "features")
    assert done.exit_code == 4
    assert "pip install 'cutline[models]'" in done.stderr


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    (tmp_path / "photos").mkdir()
    for name, colour in (("a", "red"), ("b", "green"), ("c", "blue")):
        image.new("RGB", (8, 8), colour).save(tmp_path / "photos" / f"{name}.png")
    return tmp_path / "photos"


def test_pictures_are_looked_at_as_in_training(tmp_path: Path, photos: Path) -> None:
    from tests.detect.features.made_network import write_network

    network = write_network(tmp_path / "network")
    extractor = GridExtractor(network, jobs=1)
    (photos / "broken.png").write_bytes(b"no picture")
    model = saved(tmp_path, 3, extractor.signature)
    arguments = ["caption", model, photos, "--network", network, "--decoder", "greedy"]
    done = run_cutline(*arguments, "--batch", 2, "-o", tmp_path / "run.jsonl")
    assert done.exit_code == 1
    assert "broken.png" in done.stderr
    found = lines(tmp_path / "run.jsonl")[1]
    files = [file for file in find_pictures(photos) if file.path.name != "broken.png"]
    write_pictures(tmp_path / "store", extractor, files)
    store = FeatureStore.open(tmp_path / "store")
    captioner = load_model(model).captioner
    images = load_images(store, store.ids)
    assert found == {
        image_id: [captioner.text(one.tokens, images, 0)]
        for image_id, one in zip(store.ids, greedy(captioner, images), strict=True)
    }
    done = run_cutline("caption", saved(tmp_path, 3, "toy"), photos)
    assert done.exit_code == 2
    assert "features by 'toy' cannot be made of pictures" in done.stderr
    done = run_cutline("caption", saved(tmp_path, 3, "grid(9x9)|x"), photos, "--network", network)
    assert done.exit_code == 2
    assert "make a store of them as it was done before" in done.stderr


def test_pictures_are_reduced_as_in_training(tmp_path: Path, photos: Path) -> None:
    from tests.detect.features.made_network import write_network

    network = write_network(tmp_path / "network")
    extractor = GridExtractor(network, jobs=1)
    write_pictures(tmp_path / "store", extractor, find_pictures(photos))
    store = FeatureStore.open(tmp_path / "store")
    reduction = find_reduction(store, 2)
    write_reduced(store, tmp_path / "small", reduction)
    model = saved(tmp_path, 2, reduction.signature)
    stored = run_cutline("caption", model, tmp_path / "small")
    arguments = ["caption", model, photos, "--network", network]
    done = run_cutline(*arguments, "--reduce", tmp_path / "small")
    assert (done.exit_code, stored.exit_code) == (0, 0)
    said = [[json.loads(line) for line in each.stdout.splitlines()[1:]] for each in (done, stored)]
    assert [line["captions"] for line in said[0]] == [line["captions"] for line in said[1]]
    done = run_cutline(*arguments)
    assert done.exit_code == 2
    assert "were reduced" in done.stderr


def write_pictures(path: Path, extractor: GridExtractor, files: Any) -> None:
    with FeatureWriter(path, extractor.size, made_by=extractor.signature) as writer:
        for file in files:
            writer.add(file.image_id, extractor.extract([open_picture(file)])[0])
