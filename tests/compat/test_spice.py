"""Spice: in the form of the old package's results, which is stored; its program cannot run here."""

from __future__ import annotations

import gzip
import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import cutline
from cutline.compat.pycocoevalcap import CaptionsError
from cutline.core.errors import MissingPartError
from tests.compat.sentences import CANDIDATES, REFERENCES
from tests.compat.test_errors import BAD_CAPTIONS
from tests.shared_data import oracle


def test_values_are_those_of_the_metric_in_the_order_of_sorted_ids(new_spice: Any):
    mean, by_image = new_spice.compute_score(REFERENCES, CANDIDATES)
    image_ids = sorted(REFERENCES)
    assert image_ids != list(REFERENCES)
    candidates = {image_id: CANDIDATES[image_id][0] for image_id in image_ids}
    references = {image_id: REFERENCES[image_id] for image_id in image_ids}
    score = cutline.score(candidates, references, "spice", tokenizer="none")["spice"]
    assert [image["All"]["f"] for image in by_image] == score.values.tolist()
    assert len(set(score.values.tolist())) > 2
    assert type(mean) is np.float64
    assert mean == score.value
    counts = [[image["Object"][key] for key in ("tp", "fp", "fn")] for image in by_image]
    assert counts == score.statistics[:, 3:6].tolist()


def test_results_have_the_keys_and_types_of_the_old_package(new_spice: Any):
    with gzip.open(oracle("spice_flickr8k_out.json.gz"), "rt", encoding="utf-8") as file:
        official = json.load(file)[0]["scores"]
    _, (image,) = new_spice.compute_score({1: ["a brown dog sleeps"]}, {1: ["two dogs"]})
    assert list(image) == list(official)
    for category, values in official.items():
        assert list(image[category]) == list(values)
        # The old package makes floats of all numbers, and nan of what is missing.
        assert {type(value) for value in image[category].values()} == {float}
    assert np.isnan([image["Size"][key] for key in ("pr", "re", "f")]).all()
    assert image["Size"]["numImages"] == 1


def test_ids_that_cannot_be_sorted_keep_their_order(new_spice: Any):
    references = {"x": ["a dog"], 1: ["a cat"], None: ["a bus"]}
    candidates = {None: ["a bus"], "x": ["a dog"], 1: ["a dog"]}
    _, by_image = new_spice.compute_score(references, candidates)
    assert [image["All"]["f"] for image in by_image] == [1, 0, 1]


def test_captions_are_left_as_they_were(new_spice: Any):
    references, candidates = {2: ["a dog"], 1: [""]}, {1: [""], 2: ["a dog"]}
    mean, _ = new_spice.compute_score(references, candidates)
    assert mean == 0.5
    assert (list(references), references) == ([2, 1], {2: ["a dog"], 1: [""]})


@pytest.mark.parametrize("message", BAD_CAPTIONS)
def test_bad_captions_are_named(new_spice: Any, message: str):
    with pytest.raises(AssertionError) as caught:
        new_spice.compute_score(*BAD_CAPTIONS[message])
    assert message in str(caught.value)
    assert isinstance(caught.value, CaptionsError)


def test_no_images(new_spice: Any):
    with pytest.raises(CaptionsError, match="no images, expected at least one"):
        new_spice.compute_score({}, {})


def test_its_name(new_spice: Any):
    assert new_spice.method() == "SPICE"


@pytest.mark.usefixtures("without_meteor_data")
def test_without_synonyms(new: SimpleNamespace):
    with pytest.raises(MissingPartError, match="pip install pycocoevalcap"):
        new.Spice()


def test_without_onnx_runtime(new: SimpleNamespace, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("cutline.text.parser.find_spec", lambda name: None)
    with pytest.raises(MissingPartError, match=r" -m pip install onnxruntime$"):
        new.Spice()
