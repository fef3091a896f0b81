"""SPICE's statistics from official tuples, against stored answers of the official program."""

import gzip
import json
from typing import Any

import numpy as np
import pytest

from cutline import native
from cutline.text.meteor_tables import meteor_tables
from tests.shared_data import oracle
from tests.text.official_parses import official_parses, tuples_in

CATEGORIES = ("All", "Object", "Attribute", "Relation", "Color", "Cardinality", "Size")


def stored(name: str) -> Any:
    with gzip.open(oracle(f"spice_{name}.json.gz"), "rt", encoding="utf-8") as file:
        return json.load(file)


@pytest.mark.parametrize(("name", "count"), [("fakecap", 1_000), ("flickr8k", 5_664)])
@pytest.mark.parametrize("jobs", [1, 3])
def test_statistics_of_every_category(name: str, count: int, jobs: int) -> None:
    images, answers = stored(f"{name}_in"), stored(f"{name}_out")
    assert len(images) == len(answers) == count
    tuples = {entry["caption"]: tuples_in(entry) for entry in official_parses(name)}
    references = [tuples[caption] for image in images for caption in image["refs"]]
    statistics = native.spice_statistics(
        native.scenes_from_tuples(references),
        np.cumsum([0] + [len(image["refs"]) for image in images]),
        native.scenes_from_tuples([tuples[image["test"]] for image in images]),
        np.arange(count, dtype=np.uint32),
        meteor_tables().tables,
        jobs,
    )
    official = [
        [answer["scores"][category][kind] for category in CATEGORIES for kind in ("tp", "fp", "fn")]
        for answer in answers
    ]
    assert statistics.tolist() == official
