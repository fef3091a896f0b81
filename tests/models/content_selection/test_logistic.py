from __future__ import annotations

import numpy as np
import pytest

from cutline.models.content_selection.logistic import LogisticModel, fit_logistic

NAMES = ("one", "two", "three")


def drawn_rows(number: int = 4000) -> np.ndarray:
    return np.random.default_rng(5).normal(size=(number, 3)) * (1.0, 5.0, 0.1) + (0.0, 9.0, 0.0)


def truth(rows: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-(0.7 * rows[:, 0] - 0.3 * (rows[:, 1] - 9) + 0.5)))


def test_it_finds_the_weights_that_shares_were_made_with() -> None:
    rows = drawn_rows()
    model = fit_logistic(NAMES, rows, truth(rows), ridge=1e-9)
    unscaled = np.array(model.weights) / np.array(model.scales)
    assert unscaled == pytest.approx([0.7, -0.3, 0.0], abs=1e-3)
    assert model.predict(rows) == pytest.approx(truth(rows), abs=1e-3)


def test_the_loss_has_its_minimum_there() -> None:
    rows, ridge = drawn_rows(200), 3.0
    shares = np.random.default_rng(6).uniform(size=len(rows))
    model = fit_logistic(NAMES, rows, shares, ridge)
    scaled = (rows - np.array(model.means)) / np.array(model.scales)
    slope = scaled.T @ (model.predict(rows) - shares) + ridge * np.array(model.weights)
    assert slope == pytest.approx(np.zeros(3), abs=1e-6)


def test_a_ridge_shrinks_weights() -> None:
    rows = drawn_rows(200)
    sizes = [
        np.square(fit_logistic(NAMES, rows, truth(rows), ridge).weights).sum()
        for ridge in (0.1, 10.0, 1000.0)
    ]
    assert sizes[0] > sizes[1] > sizes[2]


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_shares_that_never_vary_give_a_finite_model(share: float) -> None:
    rows = drawn_rows(50)
    model = fit_logistic(NAMES, rows, np.full(50, share), ridge=1.0)
    assert np.isfinite([model.intercept, *model.weights]).all()
    assert model.predict(rows) == pytest.approx(np.full(50, share), abs=0.01)


def test_things_told_apart_perfectly_give_a_finite_model() -> None:
    rows = np.array([[-1.0], [-0.5], [0.5], [1.0]])
    model = fit_logistic(("one",), rows, np.array([0.0, 0.0, 1.0, 1.0]), ridge=0.01)
    found = model.predict(rows)
    assert np.isfinite(model.weights).all()
    assert found[0] < found[1] < 0.2 < 0.8 < found[2] < found[3]


def test_a_feature_that_never_varies_gets_no_weight() -> None:
    rows = drawn_rows(100)
    rows[:, 2] = 4.0
    assert fit_logistic(NAMES, rows, truth(rows), ridge=1.0).weights[2] == 0


def test_extreme_rows_do_not_overflow() -> None:
    model = LogisticModel(("one",), (0.0,), (1.0,), (1.0,), 0.0)
    found = model.predict(np.array([[-1e6], [0.0], [1e6]]))
    assert found.tolist() == [0.0, 0.5, 1.0]
