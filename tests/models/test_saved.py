"""A model in a file is the same model again; other files are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch

from cutline.core.errors import FileError, UsageError
from cutline.models.class_words import ClassWords
from cutline.models.images import Images
from cutline.models.registry import MODELS, build, model_kind
from cutline.models.saved import ModelCard, load_model, save_model
from cutline.models.vocabulary import END, PAD, START
from tests.models.scenes_of_numbers import FEATURES, random_images, small_vocabulary
from tests.models.torch_part import needs_torch

needs_torch()

VOCABULARY = small_vocabulary()
CARD = ModelCard("up-down", FEATURES, "made of numbers", ("cat", "dog"), "model:up-down|seed:1")


def some_images() -> Images:
    images = random_images((1, 2, 3))
    count = images.mask.shape
    boxes = torch.tensor([0.0, 0.0, 0.5, 1.0]).expand(*count, 4)
    return Images(
        images.ids,
        images.features,
        images.mask,
        boxes,
        torch.zeros(count, dtype=torch.long),
        torch.ones(count),
    )


def arguments(name: str) -> dict[str, object]:
    if name == "up-down-embed":
        return {"vectors": torch.randn(len(VOCABULARY), 4)}
    if "classes" in MODELS[name].needs:
        return {"classes": ClassWords.of(["word1", "word2"], {"word1": ["word3"]})}
    return {}


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_the_same_from_its_file(name: str, tmp_path: Path) -> None:
    model = build(name, "tiny", VOCABULARY, FEATURES, **arguments(name)).eval()
    card = ModelCard(name, FEATURES, "made of numbers", ("word1", "word2"), "seed:1", 36)
    save_model(model, tmp_path / "model.pt", card)
    found = load_model(tmp_path / "model.pt")
    assert found.card == card
    assert found.model.config == model.config
    assert found.model.vocabulary == VOCABULARY
    assert not found.model.training
    tokens = torch.tensor([[START, 5, 6, END], [START, 7, END, PAD], [START, 5, END, PAD]])
    with torch.no_grad():
        wanted, again = (one.losses(some_images(), tokens) for one in (model, found.model))
    assert {name: float(value) for name, value in wanted.items()} == {
        name: float(value) for name, value in again.items()
    }
    assert set(model.loss_names) == set(wanted)
    assert MODELS[name].writes == (name != "vse")
    if name == "vse":
        with pytest.raises(UsageError, match="vse ranks captions, and writes none"):
            _ = found.captioner
    else:
        assert found.captioner is found.model


def test_a_file_of_vectors_holds_them_once(tmp_path: Path) -> None:
    vectors = torch.randn(len(VOCABULARY), 5000)
    model = build("up-down-embed", "tiny", VOCABULARY, FEATURES, vectors=vectors)
    save_model(model, tmp_path / "model.pt", CARD)
    weights = sum(one.numel() for one in model.state_dict().values())
    assert (tmp_path / "model.pt").stat().st_size < weights * 4 * 1.02 + 20_000


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a model of Cutline, or cut short"),
        (b"PK\x03\x04 no more", "not a model of Cutline, or cut short"),
        (b"\x80\x04N.", "not a model of Cutline, or cut short"),
    ],
)
def test_foreign_files_are_refused(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "model.pt").write_bytes(content)
    with pytest.raises(FileError, match=message):
        load_model(tmp_path / "model.pt")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([1, 2], "it holds something else"),
        ({"a": 1}, "it holds something else"),
        ({"cutline": "checkpoint", "version": 1}, "it holds a checkpoint of Cutline"),
        ({"cutline": "model", "version": 99}, "layout 99, but this Cutline reads layout 1"),
        ({"cutline": "model", "version": 1}, "no name"),
        ({"cutline": "model", "version": 1, "name": Path("x")}, "it holds something else"),
    ],
)
def test_other_content_is_refused(content: object, message: str, tmp_path: Path) -> None:
    torch.save(content, tmp_path / "model.pt")
    with pytest.raises(FileError, match=message):
        load_model(tmp_path / "model.pt")


def saved(tmp_path: Path, **changes: object) -> Path:
    """A good file in which something was changed."""
    path = tmp_path / "model.pt"
    save_model(build("up-down", "tiny", VOCABULARY, FEATURES), path, CARD)
    content = torch.load(path, weights_only=True)
    torch.save({**content, **changes}, path)
    return path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "up-left"}, "a model named 'up-left', which this Cutline does not have"),
        ({"config": {"hidden_size": 5}}, "do not fit together"),
        ({"config": {"hidden": 5}}, "has no size 'hidden'"),
        ({"vocabulary": ["a"]}, "do not fit together: a vocabulary begins with"),
        ({"weights": {}}, "do not fit together"),
        ({"arguments": {"speed": 1}}, "do not fit together"),
    ],
)
def test_parts_that_do_not_fit_are_refused(
    changes: dict[str, object], message: str, tmp_path: Path
) -> None:
    with pytest.raises(FileError, match=message):
        load_model(saved(tmp_path, **changes))


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError, match="cut short"):
        load_model(path)
    middle = len(whole) // 2
    path.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    with pytest.raises(FileError, match="is not as it was written"):
        load_model(path)
    with pytest.raises(FileError, match="No such file"):
        load_model(tmp_path / "none.pt")


def test_configs_are_presets_or_fields() -> None:
    kind = model_kind("up-down")
    assert kind.config_of("tiny") is kind.config.presets["tiny"]
    assert kind.config_of() == kind.config()
    changed = kind.config_of({"preset": "nocaps", "dropout": 0})
    assert (changed.dropout, changed.hidden_size) == (0.0, 1200)
    assert type(changed.dropout) is float
    for given, message in (
        ("tony", "no preset 'tony' .did you mean tiny"),
        ({"hiden_size": 3}, "no size 'hiden_size' .did you mean hidden_size"),
        ({"hidden_size": 3.5}, "hidden_size is a whole number, not 3.5"),
        ({"hidden_size": True}, "hidden_size is a whole number, not True"),
        ({"starts_from_mean": 1}, "starts_from_mean is true or false, not 1"),
        ({"hidden_size": 0}, "hidden_size is 0, expected at least 1"),
        ({"dropout": 1.0}, "dropout is 1.0, expected a share from 0 and below 1"),
        ({"dropout": float("nan")}, "dropout is nan"),
        (7, "a config is a preset or fields, not int"),
    ):
        with pytest.raises(UsageError, match=message):
            kind.config_of(given)


def test_unknown_models_and_missing_arguments_are_told() -> None:
    with pytest.raises(UsageError, match=r"no model is named 'updown' .did you mean up-down"):
        model_kind("updown")
    with pytest.raises(UsageError, match="up-down-embed needs vectors"):
        build("up-down-embed", "tiny", VOCABULARY, FEATURES)
