"""Human precision and recall: tables, parts of speech, and what is left out."""

from __future__ import annotations

import json

import pytest

from cutline.benchmarks.word_agreement import WordAgreement, count_words, with_parts, word_agreement
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark
from cutline.datasets.read import read_references
from tests.shared_data import shared_data

FARM = Benchmark(
    "farm",
    ("barn", "pond", "road"),
    (
        ["a brown cow", "a cow eats", "the cow", "a barn", "a cow near a barn"],
        ["a duck swims", "two ducks", "a duck swims far", "brown water", "a duck"],
        ["a road"],
    ),
)


def farm() -> WordAgreement:
    use = count_words(FARM, ["cow", "duck", "brown", "swims", "road"])
    return word_agreement(with_parts(use, FARM))


def test_images_with_too_few_captions_are_left_out() -> None:
    found = farm()
    assert found.ks == (1, 2, 3, 4)
    assert found.use.image_ids == ("barn", "pond")
    assert found.words[4] == "road"
    assert found.table()["recall"][4] is None
    assert word_agreement(count_words(FARM, ["road"]), [2]).table()["p"] == [None]


def test_means_by_part_leave_out_what_is_undefined() -> None:
    found = farm()
    parts = {means.part: means for means in found.by_part()}
    assert list(parts) == ["noun", "verb", "adjective", "all"]
    assert {part: means.words for part, means in parts.items()} == {
        **{"noun": 3, "verb": 1, "adjective": 1},
        "all": 5,
    }
    cow, duck, brown, swims = found.recall[-1][:4]
    assert parts["noun"].recall == pytest.approx((cow + duck) / 2)
    assert parts["all"].recall == pytest.approx((cow + duck + brown + swims) / 4)
    assert parts["adjective"].precision[-1] == found.precision[-1][2] == 0


def test_table_and_dictionary() -> None:
    found = farm()
    table = found.table()
    assert list(table)[:5] == ["word", "part", "images", "recall", "precision_1"]
    assert table["images"] == [1, 1, 2, 1, 0]
    assert table["p"][0] == pytest.approx(0.75)
    content = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert content["words"][0]["word"] == "cow"
    assert content["k"] == [1, 2, 3, 4]
    assert content["signature"].startswith("word-agreement(k=1+2+3+4,held_out=all,unit=token,")
    assert "5 words, 2 images" in repr(found)


def test_without_parts_of_speech() -> None:
    found = word_agreement(count_words(FARM, ["cow"]))
    assert [means.part for means in found.by_part()] == ["all"]
    assert found.table()["part"] == [""]


def test_k_is_what_most_images_have() -> None:
    few = Benchmark("few", (1, 2), (["a cow", "cows"], ["a cow", "the cow"]))
    assert word_agreement(count_words(few, ["cow"])).ks == (1,)
    mixed = Benchmark("mixed", (1, 2, 3), (["a cow"], ["a cow"], ["a cow", "the cow"]))
    assert word_agreement(count_words(mixed, ["cow"])).use.image_ids == (3,)


def test_mistakes() -> None:
    alone = Benchmark("alone", (1,), (["a cow"],))
    with pytest.raises(ContentError, match="alone: no image has 2 captions"):
        word_agreement(count_words(alone))
    with pytest.raises(ContentError, match="no image has 7 captions, the most is 5"):
        word_agreement(count_words(FARM), [1, 6])
    for wrong in ([0], []):
        with pytest.raises(UsageError, match="k is a whole number from 1 on"):
            word_agreement(count_words(FARM), wrong)


def test_what_the_paper_says_of_coco() -> None:
    benchmark, _ = read_references(shared_data("coco_captions_val2017/captions_val2017.json"))
    use = count_words(benchmark)
    found = word_agreement(with_parts(use, benchmark))
    recall = dict(zip(found.words, found.recall[-1].tolist(), strict=True))
    precision = dict(zip(found.words, found.precision[-1].tolist(), strict=True))
    # Animals and tennis are named by nearly everybody, and nobody else would use their names.
    assert min(recall["elephant"], recall["tennis"]) > 0.8
    assert min(precision["elephant"], precision["tennis"]) > 0.98
    assert recall["bright"] < 0.1
    assert precision["bright"] < 0.3
    means = {means.part: means.recall or 0 for means in found.by_part()}
    assert means["noun"] > 2 * max(means["verb"], means["adjective"])
    # All points lie near one curve, with 4 references as with fewer.
    for fit in found.fits:
        assert fit.explained is not None
        assert fit.explained > 0.95
