"""SPICE: from counts to values, and from plain captions to counts."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

import cutline
from cutline import native
from cutline.core.errors import MissingPartError, UsageError
from cutline.core.metric import Floats
from cutline.core.score import Score
from cutline.core.spec import SETS, parse_spec, parse_specs
from cutline.metrics.spice import CATEGORIES, COUNTS, Spice, precision_recall_f
from cutline.text.meteor_tables import meteor_tables
from cutline.text.parsers import parser_named
from tests.golden.given_parses import given_parses
from tests.golden.scenes import SCENES
from tests.shared_data import oracle
from tests.text.hand_parses import tuples_of

Caption = list[tuple[str, ...]]


def counted(*images: tuple[list[Caption], Caption]) -> Floats:
    """Statistics of images' references and candidate, given as tuples."""
    references = [caption for captions, _ in images for caption in captions]
    return native.spice_statistics(
        native.scenes_from_tuples(references),
        np.cumsum([0] + [len(captions) for captions, _ in images]),
        native.scenes_from_tuples([candidate for _, candidate in images]),
        np.arange(len(images), dtype=np.uint32),
        meteor_tables().tables,
        1,
    )


def spice(candidates: list[str], references: list[list[str]], spec: str = "spice") -> Score:
    return cutline.score(candidates, references, spec, tokenizer="none", policy="lenient")[spec]


def test_values_are_the_f_of_all_tuples() -> None:
    dog: Caption = [("dog", "brown"), ("dog", "on", "couch"), ("dog",), ("couch",)]
    statistics = counted(
        ([dog], [("dog",), ("couch",), ("cat",)]),
        ([dog], dog),
        ([dog], [("cat",)]),
        ([dog], []),
        ([[]], dog),
        ([[], []], []),
    )
    assert statistics[:, :3].tolist() == [
        [2, 1, 2], [4, 0, 0], [0, 1, 4], [0, 0, 4], [0, 4, 0], [0, 0, 0],
    ]  # fmt: skip
    # Precision 2/3, recall 1/2.
    assert Spice().values(statistics).tolist() == pytest.approx([4 / 7, 1, 0, 0, 0, 0])
    assert Spice().score(statistics) == pytest.approx((4 / 7 + 1) / 6)


def test_parts_leave_out_images_whose_references_lack_a_category() -> None:
    statistics = counted(
        ([[("dog", "brown"), ("dog", "two")]], [("dog", "brown"), ("dog", "big")]),
        ([[("dog",)]], [("dog", "red"), ("cat", "on", "couch")]),
    )
    parts = Spice().parts(statistics)
    assert list(parts) == ["precision", "recall", *(name.lower() for name in CATEGORIES[1:])]
    assert parts["precision"] == pytest.approx((2 / 3 + 1 / 5) / 2)
    assert parts["recall"] == pytest.approx((2 / 3 + 1) / 2)
    assert parts["object"] == pytest.approx((1 + 1 / 2) / 2)
    # The second image's references have no attribute; its red does not count for anything here.
    assert parts["attribute"] == pytest.approx(1 / 2)
    assert (parts["color"], parts["cardinality"]) == (1, 0)
    assert np.isnan(parts["relation"])
    assert np.isnan(parts["size"])


@pytest.mark.parametrize("name", ["fakecap", "flickr8k"])
def test_values_from_official_counts_are_official_to_the_last_bit(name: str) -> None:
    with gzip.open(oracle(f"spice_{name}_out.json.gz"), "rt", encoding="utf-8") as file:
        scores = [answer["scores"] for answer in json.load(file)]
    statistics = np.array(
        [[score[category][kind] for category in CATEGORIES for kind in COUNTS] for score in scores],
        dtype=np.float64,
    )
    for category in CATEGORIES:
        empty = 0.0 if category == "All" else np.nan
        found = precision_recall_f(statistics, category, empty)
        for key, values in zip(("pr", "re", "f"), found, strict=True):
            expected = np.array([score[category][key] for score in scores], dtype=np.float64)
            np.testing.assert_array_equal(values, expected)
    expected = np.array([score["All"]["f"] for score in scores])
    assert Spice().values(statistics).tolist() == expected.tolist()


def test_golden_parses_have_the_tuples_that_were_written_down() -> None:
    for caption, (sentences, tuples) in SCENES.items():
        assert set(tuples_of(*sentences)) == set(tuples), caption


def test_plain_captions() -> None:
    references = [["a brown dog sleeps", "a dog on a red couch"], ["two men are riding horses"]]
    score = spice(["a brown dog sleeps", "two men are riding horses"], references)
    # The references have a couch, red, and a dog on it.
    assert score.statistics[:, :3].tolist() == [[3, 0, 3], [4, 0, 0]]
    assert score.values.tolist() == pytest.approx([2 / 3, 1])
    assert score.value == pytest.approx(5 / 6)
    assert score.parts["cardinality"] == 1
    assert score.parts["color"] == pytest.approx(2 / 3)


def test_captions_that_say_little() -> None:
    candidates = ["", "dog", "dog", "a dog", "Кот спит", "猫", "???"]
    references = [["a dog"], ["dog"], ["", "a dog"], [""], ["a dog"], ["a dog"], ["a dog"]]
    score = spice(candidates, references)
    assert score.values.tolist() == [0, 1, 1, 0, 0, 0, 0]
    assert score.statistics[[0, 3], :3].tolist() == [[0, 0, 1], [0, 1, 0]]


def test_the_order_and_company_of_images_do_not_matter() -> None:
    candidates = ["a brown dog sleeps", "a cat on a red couch", "two men are riding horses", ""]
    references = [["a dog sleeps"], ["a red couch", "a cat"], ["men are riding horses"], ["a dog"]]
    together = spice(candidates, references).statistics
    backwards = spice(candidates[::-1], references[::-1]).statistics
    assert backwards.tolist() == together[::-1].tolist()
    for row, candidate, texts in zip(together, candidates, references, strict=True):
        assert spice([candidate], [texts]).statistics.tolist() == [row.tolist()]


def test_slices_and_rewards_come_from_the_same_statistics() -> None:
    references = {
        1: ["a brown dog sleeps"],
        2: ["two men are riding horses"],
        3: ["a cat on a couch"],
    }
    candidates = {1: "a dog sleeps", 2: "a dog", 3: "a cat on a couch"}
    corpus = cutline.Corpus(references, ["spice"])
    score = corpus.score(candidates)["spice"]
    assert len(set(score.values.tolist())) == 3
    part = score.rows(np.array([0, 2]))
    assert part.values.tolist() == score.values[[0, 2]].tolist()
    assert part.value == pytest.approx(score.values[[0, 2]].mean())
    rewards = corpus.rewards(["a cat on a couch", "a dog sleeps", "", "a dog"], [3, 1, 1, 2])
    expected = [score.values[2], score.values[0], 0, score.values[1]]
    assert np.ravel(rewards).tolist() == pytest.approx(expected)


def test_the_signature_names_parser_and_synonyms() -> None:
    signature = str(spice(["a dog"], [["a dog"]]).signature)
    assert signature.startswith("spice(parser=cutline)")
    assert f"|files:parser={parser_named().digest}," in signature
    assert f"meteor-en={meteor_tables().digest}|" in signature
    with given_parses({"a dog on a couch": SCENES["a dog on a couch"][0]}):
        other = str(spice(["a dog on a couch"], [["a dog on a couch"]]).signature)
    assert "written by hand" in other
    assert parser_named().digest not in other


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("spice", "spice"),
        ("spice(parser=cutline)", "spice"),
        ("spice(parser=spacy/en_core_web_sm)", "spice(parser=spacy/en_core_web_sm)"),
        ("spice(parser=official)", "spice(parser=official)"),
        ('spice(parser="spacy//my models/one, two")', 'spice(parser="spacy//my models/one, two")'),
    ],
)
def test_specs_can_be_typed_back_in(typed: str, printed: str) -> None:
    metric = parse_spec(typed)
    assert str(metric) == printed
    assert parse_spec(printed) == metric


def test_a_parser_that_nobody_knows() -> None:
    with pytest.raises(
        UsageError, match="no parser is named 'nonsense'; there are: cutline, spacy"
    ):
        spice(["a dog"], [["a dog"]], "spice(parser=nonsense)")
    with pytest.raises(MissingPartError, match="en_no_such_model"):
        spice(["a dog"], [["a dog"]], "spice(parser=spacy/en_no_such_model)")


@pytest.mark.usefixtures("without_meteor_data")
def test_without_synonyms() -> None:
    with pytest.raises(MissingPartError, match="pip install"):
        spice(["a dog"], [["a dog"]])


def test_it_is_in_the_set_of_all_and_not_in_that_of_coco() -> None:
    assert "spice" in SETS["all"]
    assert "spice" not in {metric.name for metric in parse_specs("coco")}
