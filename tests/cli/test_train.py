"""`cutline train`: from a file that says what to train to a model, a log, and the way back."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch

from cutline.datasets.features import FeatureWriter, Regions
from cutline.models import needs_torch as needs_torch_module
from cutline.models.registry import MODELS
from cutline.models.saved import load_model
from cutline.models.training import plan as plan_module
from cutline.models.training.validation import Validation
from cutline.models.word_vectors import KinVectors
from tests.command_line import Outcome, run_cutline
from tests.models.torch_part import needs_torch
from tests.models.training.toy import references, write_store

needs_torch()

CONFIG = """
model = "up-down"
preset = "tiny"
output = "trained"

[sizes]
word_size = 8
hidden_size = 16
attention_size = 8

[data]
features = "features"
train = "train.json"
val = "val.json"

[training]
preset = "tiny"
epochs = 2
batch = 20
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_store(tmp_path)
    for name, of in (("train", references()), ("val", references(20, 40))):
        captions = {str(image_id): list(texts) for image_id, texts in of.items()}
        (tmp_path / f"{name}.json").write_text(json.dumps(captions))
    (tmp_path / "up-down.toml").write_text(CONFIG)
    return tmp_path


def train(folder: Path, *more: object) -> Outcome:
    return run_cutline("train", folder / "up-down.toml", "--jobs", 1, *more)


def changed(folder: Path, *changes: tuple[str, str]) -> None:
    text = CONFIG
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "up-down.toml").write_text(text)


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_model(folder / "trained" / "model.pt").model.state_dict()


def test_a_model_and_a_log_are_written(folder: Path) -> None:
    done = train(folder)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "learns from 80 captions of 40 images" in done.stdout
    assert "judged by bleu-4 of greedy captions of 20 images" in done.stdout
    assert "cross-entropy" in done.stdout
    found = load_model(folder / "trained" / "model.pt")
    assert (found.card.name, found.card.made_by) == ("up-down", "toy")
    assert found.card.signature in done.stdout
    assert found.captioner.config.hidden_size == 16
    header, *epochs = map(json.loads, (folder / "trained" / "log.jsonl").read_text().splitlines())
    assert header["signature"] == found.card.signature
    assert header["values"].startswith("bleu-4(")
    assert [one["epoch"] for one in epochs] == [1, 2]
    assert all(one["part"] == "cross-entropy" and one["losses"]["words"] > 0 for one in epochs)


def test_run_again_it_is_done_and_restarted_it_is_the_same(folder: Path) -> None:
    first = json.loads(train(folder, "--json").stdout)
    before = weights(folder)
    stamp = (folder / "trained" / "model.pt").stat().st_mtime_ns
    again = json.loads(train(folder, "--json").stdout)
    assert again == first
    assert (folder / "trained" / "model.pt").stat().st_mtime_ns == stamp
    train(folder, "--restart")
    assert (folder / "trained" / "model.pt").stat().st_mtime_ns != stamp
    assert all(torch.equal(value, before[name]) for name, value in weights(folder).items())


def test_an_interrupt_saves_and_the_same_command_goes_on(folder: Path) -> None:
    changed(folder, ("epochs = 2", "epochs = 3"))
    train(folder)
    wanted = weights(folder)
    asked = []

    def value(self: Validation, model: object, stop: object = None) -> float:
        asked.append(model)
        os.kill(os.getpid(), signal.SIGINT)
        return 0.0

    with patch.object(Validation, "value", value):
        stopped = train(folder, "--restart")
    assert stopped.exit_code == 130
    assert len(asked) == 1
    assert "the training is saved; to go on: " in stopped.stderr
    assert "up-down.toml" in stopped.stderr
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    went_on = json.loads(train(folder, "--json").stdout)
    assert len(went_on["parts"]["cross-entropy"]["history"]) == 3
    log = (folder / "trained" / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["epoch"] for line in log[1:]] == [1, 2, 3]
    found = weights(folder)
    assert all(torch.equal(value, found[name]) for name, value in wanted.items())


def test_rewards_come_after_cross_entropy(folder: Path) -> None:
    (folder / "up-down.toml").write_text(CONFIG + "\n[self_critical]\nepochs = 1\nsamples = 2\n")
    done = json.loads(train(folder, "--json").stdout)
    parts = done["parts"]
    assert list(parts) == ["cross-entropy", "self-critical"]
    assert set(parts["self-critical"]["history"][0]["losses"]) == {"self-critical", "reward"}
    assert parts["self-critical"]["best"] >= parts["cross-entropy"]["best"]
    assert "self-critical(samples=2,baseline=greedy,reward=cider-d," in done["signature"]
    assert json.loads(train(folder, "--json").stdout) == done


def test_only_checking_writes_nothing(folder: Path) -> None:
    done = train(folder, "--check")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "at most 2 epochs of 4 batches, until 3 are no better, seed 0" in done.stdout
    assert not (folder / "trained").exists()


def test_what_was_begun_otherwise_is_not_gone_on_with(folder: Path) -> None:
    train(folder)
    changed(folder, ("batch = 20", "batch = 10"))
    done = train(folder)
    assert done.exit_code == 3
    assert "another training: setting batch was 20, and now is 10" in done.stderr


def test_other_names_of_classes_are_another_training(folder: Path) -> None:
    with FeatureWriter(folder / "labelled", 3, classes=("ball", "box"), made_by="toy") as writer:
        for number in range(60):
            one = np.ones(1, np.float32)
            boxes = np.array([[0, 0, 1, 1]], np.float32)
            writer.add(number, Regions(np.ones((1, 3)), boxes, np.array([number % 2]), one))
    sizes = CONFIG[CONFIG.index("[sizes]") : CONFIG.index("[data]")]
    dnoc = [('"up-down"', '"dnoc"'), (sizes, ""), ('"features"', '"labelled"')]
    changed(folder, *dnoc)
    before = json.loads(train(folder, "--json").stdout)["signature"]
    changed(folder, *dnoc, ("[training]", '[classes]\nneighbours = {box = "ball"}\n[training]'))
    done = train(folder)
    assert done.exit_code == 3
    assert "another training: classes was 2x" in done.stderr
    assert json.loads(train(folder, "--restart", "--json").stdout)["signature"] != before


def test_another_reward_is_another_training(folder: Path) -> None:
    rewards = "[self_critical]\nepochs = 1\nsamples = {}\n[training]"
    changed(folder, ("[training]", rewards.format(2)))
    assert train(folder).exit_code == 0
    changed(folder, ("[training]", rewards.format(3)))
    done = train(folder)
    assert done.exit_code == 3
    assert "self_critical was samples=2,baseline=greedy,reward=cider-d, and now" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "exit_code", "message"),
    [
        ('model = "up-down"', 'model = "updown"', 3, "model: no model is named 'updown' (did you"),
        ('model = "up-down"', "model = 3", 3, "model: found the number 3, expected text"),
        ('model = "up-down"\n', "", 3, "model: found nothing, expected text"),
        ('preset = "tiny"\noutput', 'preset = "tony"\noutput', 3, "no preset 'tony' (did you mean"),
        ("output =", "outputs =", 3, "outputs: is no field (did you mean output?)"),
        ("word_size", "words_size", 3, "sizes: up-down has no size 'words_size' (did you mean"),
        ("word_size = 8", "word_size = 0.5", 3, "sizes: up-down: word_size is a whole number"),
        ("word_size = 8", "word_size = -8", 3, "word_size is -8, expected at least 1"),
        ("word_size = 8", "dropout = 1.0", 3, "dropout is 1.0, expected a share from 0 and below"),
        ("epochs = 2", "momentum = inf", 3, "training: momentum is inf, expected 0 or more"),
        ("epochs = 2", 'weighting = "gradnorm"', 3, "gradnorm, which weighs two or more losses"),
        ("epochs = 2", "loss_weights = {word = 2}", 3, "the losses words (did you mean words?)"),
        ("epochs = 2", "loss_weights = {words = -1}", 3, "words is -1.0, expected 0 or more"),
        ("val =", "vall =", 3, "data.vall: is no field (did you mean val"),
        ('train = "train.json"', 'train = "none.json"', 3, "none.json: cannot be read"),
        ('features = "features"', 'features = "none"', 3, "none"),
        ("epochs = 2", "epoch = 2", 3, "training: 'epoch' is no setting of training (did you mean"),
        ("epochs = 2", 'epochs = "two"', 3, "training: epochs is a whole number, not 'two'"),
        ("epochs = 2", 'metric = "blue-4"', 3, "training: no metric is named 'blue-4'"),
        ('preset = "tiny"\nepochs', 'preset = "tin"\nepochs', 3, "training.preset: found the text"),
        ("[sizes]", "sizes = 3\n[sizez]", 3, "sizez: is no field (did you mean sizes?)"),
        ("[data]", "[data", 3, "not TOML"),
        ('val = "val.json"', 'val = "train.json"', 2, "40 images are both learnt from and judged"),
        ('val = "val.json"', 'val_only = "split=val"', 3, "val_only: goes with val"),
        ("[data]", "[classes]\nneighbours = {a = 'b'}\n[data]", 2, "has no slots for classes"),
        ("[training]", "[self_critical]\nbaseline = 'b'\n[training]", 3, "greedy or samples"),
        ("[training]", "[self_critical]\nsampels = 1\n[training]", 3, "did you mean samples"),
    ],
)
def test_wrong_configs_are_told(
    folder: Path, old: str, new: str, exit_code: int, message: str
) -> None:
    changed(folder, (old, new))
    done = train(folder)
    assert (done.exit_code, done.stdout) == (exit_code, "")
    assert message in done.stderr
    assert not (folder / "trained").exists()


def test_images_without_features_and_no_folder_are_told(folder: Path) -> None:
    (folder / "train.json").write_text(json.dumps({"700": ["a ball"]}))
    done = train(folder)
    assert done.exit_code == 1
    assert "1 images with captions have no features, such as" in done.stderr
    (folder / "trained").write_text("")
    (folder / "train.json").write_text(json.dumps({"7": ["a ball"]}))
    done = train(folder)
    assert done.exit_code == 3
    assert "trained: cannot be written" in done.stderr
    assert run_cutline("train", folder / "none.toml").exit_code == 3


@pytest.mark.parametrize("model", [name for name in MODELS if name != "up-down"])
def test_every_model_can_be_planned(model: str, folder: Path) -> None:
    with FeatureWriter(folder / "labelled", 3, classes=("ball", "box"), made_by="toy") as writer:
        for number in range(60):
            one = np.ones(1, np.float32)
            boxes = np.array([[0, 0, 1, 1]], np.float32)
            writer.add(number, Regions(np.ones((1, 3)), boxes, np.array([number % 2]), one))
    sizes = CONFIG[CONFIG.index("[sizes]") : CONFIG.index("[data]")]
    changed(folder, ('"up-down"', f'"{model}"'), (sizes, ""), ('"features"', '"labelled"'))
    if model == "vse":
        assert "training.metric: found nothing, expected 'loss'" in train(folder, "--check").stderr
        text = (folder / "up-down.toml").read_text()
        (folder / "up-down.toml").write_text(text.replace("epochs = 2", 'metric = "loss"'))
    with patch.object(plan_module, "vectors_named", lambda name: KinVectors({}, 8)):
        done = train(folder, "--check")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{model}: ")


def test_without_torch_the_command_that_gets_it_is_told(folder: Path) -> None:
    with patch.object(needs_torch_module, "find_spec", lambda name: None):
        done = train(folder)
    assert done.exit_code == 4
    assert "training needs PyTorch: pip install 'cutline[models]'" in done.stderr


def test_curves_need_tensorboard(folder: Path) -> None:
    with patch("cutline.models.training.board.find_spec", lambda name: None):
        done = train(folder, "--tensorboard", folder / "curves")
    assert done.exit_code == 4
    assert "pip install tensorboard" in done.stderr


def test_curves_are_written_where_tensorboard_is(folder: Path) -> None:
    curves: dict[str, list[float]] = {}

    class SummaryWriter:
        def __init__(self, folder: str) -> None:
            self.folder = folder

        def add_scalar(self, name: str, value: float, step: int) -> None:
            curves.setdefault(name, []).append(step)

        def close(self) -> None:
            curves["closed"] = []

    board = ModuleType("tensorboard")
    board.SummaryWriter = SummaryWriter  # type: ignore[attr-defined]
    with (
        patch("cutline.models.training.board.find_spec", lambda name: board),
        patch.dict(sys.modules, {"torch.utils.tensorboard": board}),
    ):
        assert train(folder, "--tensorboard", folder / "curves").exit_code == 0
    assert curves == {
        "loss/words": list(range(1, 9)),
        "learning rate": list(range(1, 9)),
        "validation/bleu-4": [4, 8],
        "closed": [],
    }
