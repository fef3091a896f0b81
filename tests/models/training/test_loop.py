"""Training learns, stops when it should, keeps the best, and can be repeated and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.models.butr import Butr, ButrConfig
from cutline.models.decoding import greedy
from cutline.models.learner import Learner
from cutline.models.training.checkpoint import Checkpoint
from cutline.models.training.data import CaptionData
from cutline.models.training.load import load_images
from cutline.models.training.loop import Trained, Watchers, train
from cutline.models.training.settings import LOSS, TrainingSettings
from cutline.models.training.validation import StopAskedError, Validation
from cutline.models.up_down import UpDown, UpDownConfig
from cutline.models.vse import Vse, VseConfig
from tests.models.torch_part import needs_torch
from tests.models.training.toy import SIZE, small_model, toy_data

needs_torch()

QUICK = TrainingSettings(epochs=3, batch=16, learning_rate=0.01, seed=5)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> tuple[CaptionData, CaptionData]:
    return toy_data(tmp_path_factory.mktemp("toy"))


def same(one: Learner, other: Learner) -> bool:
    states = one.state_dict(), other.state_dict()
    return all(torch.equal(value, states[1][name]) for name, value in states[0].items())


def with_dropout(data: CaptionData) -> UpDown:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return UpDown(data.vocabulary, SIZE, UpDownConfig(12, 24, 12, 0.3, True))


def test_a_toy_is_learnt(data: tuple[CaptionData, CaptionData]) -> None:
    learn, judge = data
    model = small_model(learn)
    settings = TrainingSettings(epochs=20, batch=16, learning_rate=0.02, patience=0)
    validation = Validation(judge, "bleu-4")
    trained = train(model, learn, settings, validation=validation)
    losses = [epoch["losses"]["words"] for epoch in trained.history]
    assert losses[-1] < losses[0] / 2
    assert trained.best is not None
    assert trained.best > 0.8
    assert trained.best == max(epoch["value"] for epoch in trained.history)
    images = load_images(judge.store, [41])
    said = model.text(greedy(model, images)[0].tokens, images, 0)
    assert said in ("a green ball", "there is a ball of green")


def test_the_best_weights_are_kept(data: tuple[CaptionData, CaptionData]) -> None:
    learn, judge = data

    class Falling(Validation):
        """Says that the second epoch was best."""

        values = iter([0.2, 0.5, 0.4, 0.5, 0.3, 0.9])

        def value(self, model: Learner, stop: object = None) -> float:
            return next(self.values)

    model, weights = small_model(learn), []
    watchers = Watchers(
        epoch=lambda record: weights.append(
            {name: value.clone() for name, value in model.state_dict().items()}
        )
    )
    settings = TrainingSettings(epochs=9, batch=16, patience=3)
    trained = train(model, learn, settings, validation=Falling(judge), watchers=watchers)
    assert (trained.ended, len(trained.history), trained.best) == ("patience", 5, 0.5)
    assert trained.best_epoch is trained.history[1]
    assert [epoch["is_best"] for epoch in trained.history] == [True, True, False, False, False]
    assert all(torch.equal(value, weights[1][name]) for name, value in model.state_dict().items())


def test_what_was_better_before_stays(data: tuple[CaptionData, CaptionData]) -> None:
    learn, judge = data
    model, before = small_model(learn), small_model(learn)
    settings = TrainingSettings(epochs=2, batch=16)
    trained = train(model, learn, settings, validation=Validation(judge), to_beat=0.99)
    assert (trained.best, trained.best_epoch) == (0.99, None)
    assert same(model, before)


def test_a_seed_repeats_a_training_and_leaves_chance_alone(
    data: tuple[CaptionData, CaptionData],
) -> None:
    models = [with_dropout(data[0]) for _ in range(3)]
    before = torch.get_rng_state()
    for model, seed in zip(models, (5, 5, 6), strict=True):
        train(model, data[0], QUICK.changed({"seed": seed}))
    assert torch.equal(torch.get_rng_state(), before)
    assert same(models[0], models[1])
    assert not same(models[0], models[2])


@pytest.mark.parametrize("steps_before", [4, 5, 7])
def test_what_was_stopped_goes_on_bit_for_bit(
    steps_before: int, data: tuple[CaptionData, CaptionData], tmp_path: Path
) -> None:
    """In the middle of an epoch of 5 steps, at the end of one, and while it is judged."""
    learn, judge = data
    whole, halved = with_dropout(learn), with_dropout(learn)
    wanted = train(whole, learn, QUICK, validation=Validation(judge))
    asked = iter([False] * (steps_before - 1) + [True])
    with pytest.raises(StopAskedError):
        go_on(halved, learn, judge, tmp_path, lambda: next(asked))
    assert not same(whole, halved)
    other = with_dropout(learn)
    found = go_on(other, learn, judge, tmp_path)
    assert same(whole, other)
    assert [without_seconds(one) for one in found.history] == [
        without_seconds(one) for one in wanted.history
    ]
    again = with_dropout(learn)
    assert go_on(again, learn, judge, tmp_path) == found
    assert same(whole, again)


def go_on(
    model: Learner, learn: CaptionData, judge: CaptionData, folder: Path, stop=lambda: False
) -> Trained:
    checkpoint = Checkpoint(folder / "checkpoint", {"settings": "quick"})
    return train(
        model,
        learn,
        QUICK,
        validation=Validation(judge),
        checkpoint=checkpoint,
        watchers=Watchers(stop=stop),
    )


def without_seconds(record) -> dict[str, object]:
    return {name: value for name, value in record.items() if name != "seconds"}


def test_checkpoints_of_another_training_are_refused(
    data: tuple[CaptionData, CaptionData], tmp_path: Path
) -> None:
    path = tmp_path / "checkpoint"
    train(small_model(data[0]), data[0], QUICK, checkpoint=Checkpoint(path, {"seed": 1, "a": 2}))
    with pytest.raises(FileError, match="another training: seed was 1, and now is 3"):
        train(small_model(data[0]), data[0], QUICK, checkpoint=Checkpoint(path, {"seed": 3}))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(FileError, match="cut short"):
        train(small_model(data[0]), data[0], QUICK, checkpoint=Checkpoint(path, {"seed": 3}))


def test_losses_are_weighed_by_gradnorm_and_it_goes_on_too(
    data: tuple[CaptionData, CaptionData], tmp_path: Path
) -> None:
    learn, _ = data

    def butr() -> Butr:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            return Butr(learn.vocabulary, SIZE, ButrConfig(12, 16, 24, 12))

    settings = QUICK.changed({"weighting": "gradnorm", "epochs": 2})
    whole, halved = butr(), butr()
    wanted = train(whole, learn, settings)
    assert set(wanted.history[0]["losses"]) == {"words", "ranking"}
    weights = wanted.history[-1]["loss_weights"]
    assert abs(sum(weights.values()) - 2) < 1e-9
    assert weights["words"] != 1
    asked = iter([False] * 6 + [True])
    checkpoint = Checkpoint(tmp_path / "checkpoint", {})
    with pytest.raises(StopAskedError):
        train(
            butr(),
            learn,
            settings,
            checkpoint=checkpoint,
            watchers=Watchers(stop=lambda: next(asked)),
        )
    found = train(halved, learn, settings, checkpoint=checkpoint)
    assert same(whole, halved)
    assert found.history[-1]["loss_weights"] == weights


def test_a_loss_can_weigh_less(data: tuple[CaptionData, CaptionData]) -> None:
    learn, _ = data
    model = Butr(learn.vocabulary, SIZE, ButrConfig(12, 16, 24, 12))
    before = model.of_caption.weight.clone()
    train(model, learn, QUICK.changed({"epochs": 1, "loss_weights": {"ranking": 0}}))
    assert torch.equal(model.of_caption.weight, before)
    with pytest.raises(UsageError, match=r"loss_weights has rankings, but .* words, ranking"):
        train(model, learn, QUICK.changed({"loss_weights": {"rankings": 1}}))


def test_a_ranker_is_judged_by_its_loss(data: tuple[CaptionData, CaptionData]) -> None:
    learn, judge = data
    model = Vse(learn.vocabulary, SIZE, VseConfig(12, 16, summed=False))
    trained = train(model, learn, QUICK, validation=Validation(judge, LOSS))
    values = [epoch["value"] for epoch in trained.history]
    assert trained.best == min(values) < values[0]
    with pytest.raises(UsageError, match="Vse writes no captions that bleu-4 could score"):
        Validation(judge).value(model)


def test_the_learning_rate_falls_as_it_is_told() -> None:
    linear = TrainingSettings.presets["nocaps"]
    assert linear.learning_rate_at(0, 0, 100) == 0.015
    assert linear.learning_rate_at(75, 3, 100) == 0.015 / 4
    assert linear.learning_rate_at(100, 4, 100) == 0
    steps = TrainingSettings.presets["neural-baby-talk"]
    rates = [steps.learning_rate_at(0, epoch, 1) for epoch in (0, 2, 3, 6)]
    assert rates == pytest.approx([5e-4, 5e-4, 4e-4, 3.2e-4])
    assert TrainingSettings().learning_rate_at(99, 99, 100) == 5e-4


def test_steps_end_a_training_and_sgd_is_used(data: tuple[CaptionData, CaptionData]) -> None:
    rates = []
    settings = TrainingSettings.presets["nocaps"].changed({"batch": 16, "most_steps": 7})
    watchers = Watchers(step=lambda step, losses, rate: rates.append(rate))
    trained = train(small_model(data[0]), data[0], settings, watchers=watchers)
    assert (trained.steps, trained.ended, len(trained.history)) == (7, "steps", 2)
    assert rates == pytest.approx([0.015 * (1 - step / 7) for step in range(7)])


def test_gradients_are_limited(data: tuple[CaptionData, CaptionData]) -> None:
    moved = []
    for change in ({"clamp": 1e-3}, {"clamp": 0.0, "clip_norm": 1e-3}):
        model = small_model(data[0])
        before = [one.clone() for one in model.parameters()]
        settings = TrainingSettings(optimizer="sgd", learning_rate=1.0, momentum=0.0)
        train(model, data[0], settings.changed({**change, "most_steps": 1}))
        changes = [now - then for now, then in zip(model.parameters(), before, strict=True)]
        moved.append(torch.cat([one.detach().flatten() for one in changes]))
    assert float(moved[0].abs().max()) == pytest.approx(1e-3, rel=1e-2)
    assert float(moved[1].norm()) == pytest.approx(1e-3, rel=1e-2)


def test_a_loss_that_is_no_number_is_told(data: tuple[CaptionData, CaptionData]) -> None:
    model = small_model(data[0])
    with torch.no_grad():
        model.embedding.weight[5] = torch.nan
    with pytest.raises(ContentError, match=r"a loss became .*nan.* a lower learning_rate"):
        train(model, data[0], QUICK)


def test_frozen_models_are_refused(data: tuple[CaptionData, CaptionData]) -> None:
    model = small_model(data[0]).requires_grad_(False)
    with pytest.raises(UsageError, match="nothing to train"):
        train(model, data[0], QUICK)


def test_wrong_settings_are_told() -> None:
    for change, message in (
        ({"epoch": 3}, "'epoch' is no setting of training .did you mean epochs"),
        ({"epochs": 0}, "epochs is 0, expected at least 1"),
        ({"epochs": 2.5}, "epochs is a whole number, not 2.5"),
        ({"patience": -1}, "patience is -1, expected 0 or more"),
        ({"learning_rate": 0}, "learning_rate is 0.0, expected a number above 0"),
        ({"optimizer": "sdg"}, "optimizer is one of adam, sgd, not 'sdg' .did you mean sgd"),
        ({"metric": "blue-4"}, "no metric is named 'blue-4'"),
        ({"decay": "steps"}, "decay_every is 0, expected at least 1 with decay = steps"),
        ({"loss_weights": 3}, "loss_weights is a table of numbers by name, not 3"),
        ({"loss_weights": {"words": "x"}}, "loss_weights.words is a number, not 'x'"),
    ):
        with pytest.raises(UsageError, match=message):
            TrainingSettings().changed(change)


def test_values_carry_their_signature(data: tuple[CaptionData, CaptionData]) -> None:
    assert Validation(data[1], "cider-d", 3).signature.startswith("cider-d(n=4")
    assert Validation(data[1], "cider-d", 3).signature.endswith("|decoding:beam-3")
    assert Validation(data[1], LOSS).signature.startswith("loss|captions:40|data:")
