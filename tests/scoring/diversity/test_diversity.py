"""How varied runs are, in cases that can be counted by hand."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import cutline
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import ImageId, Run
from cutline.scoring.diversity import Diversity, diversity
from cutline.text import parser

PONDS = {
    1: ["a duck swims on the pond", "one duck on a pond"],
    2: ["two geese walk past a red barn", "geese by the barn"],
    3: ["a frog sits still", "a green frog sits on a leaf by the water"],
}
ONE_EACH = {1: "A duck on a pond.", 2: "a duck, a barn", 3: "A frog sits."}
SETS: dict[ImageId, list[str]] = {
    1: ["a duck", "a duck", "one duck on a pond"],
    2: ["two geese", "geese walk", "a barn", "a red barn"],
    3: ["a frog sits", "a frog", "the green frog"],
}


def of_ponds(run: Any, **options: Any) -> Diversity:
    corpus = cutline.Corpus(PONDS, "cider", jobs=1)
    return diversity(corpus, run, **{"with_local_recall": False, **options})


def test_figures_of_one_caption_an_image() -> None:
    found = of_ponds(ONE_EACH, segment=4)
    assert (found.images, found.captions, found.sets) == (3, 3, None)
    assert (found.types, found.tokens) == (7, 12)
    assert found.mean_length == 4
    assert found.length_deviation == pytest.approx((2 / 3) ** 0.5)
    # "a duck on a", "pond a duck a", "barn a frog sits"
    assert found.ttr1 == (3 + 3 + 4) / 12
    # Two segments: "a duck, duck on, on a, a pond" and "pond a, a duck, duck a, a barn".
    assert found.ttr2 == 1
    assert found.distinct1 == 7 / 12
    assert found.distinct2 == 8 / 9
    assert found.unique == 1


def test_images_in_another_order_give_the_same() -> None:
    backwards = {image_id: SETS[image_id] for image_id in (3, 1, 2)}
    assert of_ponds(backwards, segment=2) == of_ponds(SETS, segment=2)
    one, other = of_ponds(backwards).sets, of_ponds(SETS).sets
    assert one is not None
    assert other is not None
    assert np.array_equal(one.self_cider_values, other.self_cider_values)


def test_a_text_shorter_than_a_segment_has_no_segmented_ratio() -> None:
    assert of_ponds(ONE_EACH).ttr1 is None
    exact = of_ponds(ONE_EACH, segment=12)
    assert exact.ttr1 == 7 / 12
    assert exact.ttr2 is None


def test_captions_that_training_has_are_not_novel() -> None:
    training = ["a duck on a pond", "!A Frog sits?", "a duck a barn"]
    found = of_ponds(ONE_EACH, training=iter(training))
    assert found.novel == pytest.approx(1 / 3)
    # "a", "duck", "on", "pond", "frog", "sits" and "barn" are in training and references.
    assert found.coverage == 1
    without = of_ponds(ONE_EACH)
    assert (without.novel, without.coverage) == (None, None)


def test_a_space_at_its_end_makes_a_caption_novel_unless_trimmed() -> None:
    training = ["!A Frog sits? \n"]
    assert of_ponds(ONE_EACH, training=training).novel == 1
    assert of_ponds(ONE_EACH, training=training, novelty="trimmed").novel == pytest.approx(2 / 3)
    with pytest.raises(UsageError, match="expected published or trimmed"):
        of_ponds(ONE_EACH, training=training, novelty="none")


def test_coverage_is_of_words_that_can_be_learnt() -> None:
    # "zebra" is in no reference and "geese" in no caption.
    found = of_ponds(ONE_EACH, training=["a duck and geese", "a zebra"])
    assert found.coverage == pytest.approx(2 / 3)
    assert of_ponds(ONE_EACH, training=[]).coverage is None
    assert of_ponds(ONE_EACH, training=[]).novel == 1


def test_half_a_character_in_training_is_put_right() -> None:
    found = of_ponds(ONE_EACH, training=["a duck \ud800", "a frog sits"])
    assert found.novel == pytest.approx(2 / 3)


def test_local_recall_counts_words_by_agreement() -> None:
    corpus = cutline.Corpus(PONDS, "cider", jobs=1)
    found = diversity(corpus, {1: "Duck!", 2: "a red barn", 3: "water"})
    # Twice: duck, pond; geese, barn; frog, sits.
    assert found.local_recall_missing is None
    assert found.local_items is not None
    assert found.local_items[1] == 6
    assert found.local_recall is not None
    assert found.local_recall[1] == pytest.approx(2 / 6)
    assert "parser=" in str(found.signature)


def test_agreement_that_no_word_has_is_none() -> None:
    corpus = cutline.Corpus({1: ["a duck", "geese", "the frog"]}, "cider", jobs=1)
    found = diversity(corpus, {1: "a duck"})
    assert found.local_recall == (1 / 3, None, None)
    assert found.local_items == (3, 0, 0)


def test_without_a_parser_the_reason_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "find_spec", lambda name: None)
    found = of_ponds(ONE_EACH, with_local_recall=True)
    assert (found.local_recall, found.local_items) == (None, None)
    assert found.local_recall_missing is not None
    assert "pip install onnxruntime" in found.local_recall_missing
    assert found.mean_length == 4


def test_as_many_captions_as_every_image_has() -> None:
    found = of_ponds(SETS)
    assert found.sets is not None
    assert found.sets.captions_per_image == 3
    assert found.captions == 9
    assert found.sets.unique == 8 / 9
    two = of_ponds(SETS, captions=2)
    assert two == of_ponds({image_id: texts[:2] for image_id, texts in SETS.items()})
    assert of_ponds({**SETS, 2: ["two geese"]}).sets is None


def test_the_first_captions_count_where_there_are_several() -> None:
    single = of_ponds({image_id: texts[0] for image_id, texts in SETS.items()})
    several = of_ponds(SETS)
    for name in ("mean_length", "types", "ttr1", "distinct2", "unique"):
        assert getattr(several, name) == getattr(single, name)


def test_captions_that_are_the_same_have_no_diversity() -> None:
    found = of_ponds({image_id: ["two geese walk past"] * 3 for image_id in PONDS}).sets
    assert found is not None
    assert found.self_cider_values.tolist() == [0, 0, 0]
    assert found.self_bleu == pytest.approx((1, 1, 1, 1))
    assert found.div1 == found.unique == pytest.approx(1 / 3)


def test_captions_that_share_nothing_are_as_diverse_as_can_be() -> None:
    sets = {image_id: ["ducks swim", "red barns", "leaf water"] for image_id in PONDS}
    found = of_ponds(sets).sets
    assert found is not None
    assert found.self_cider_values.tolist() == pytest.approx([1, 1, 1])
    assert found.self_bleu == pytest.approx((0, 0, 0, 0), abs=1e-3)
    assert found.div1 == found.unique == 1


def test_empty_captions_have_no_diversity() -> None:
    found = of_ponds({image_id: ["", "", ""] for image_id in PONDS}, segment=1)
    assert (found.mean_length, found.length_deviation, found.types, found.tokens) == (0, 0, 0, 0)
    assert (found.ttr1, found.ttr2, found.distinct1, found.distinct2) == (None,) * 4
    assert found.unique == pytest.approx(1 / 3)
    assert found.sets is not None
    assert found.sets.self_cider_values.tolist() == [0, 0, 0]
    assert (found.sets.div1, found.sets.div2) == (0, 0)
    assert all(np.isfinite(found.sets.self_bleu))


def test_one_image_gives_n_grams_no_weight() -> None:
    corpus = cutline.Corpus({"x": ["a duck"]}, "cider", jobs=1)
    found = diversity(corpus, {"x": ["a duck", "two geese"]}, segment=1)
    assert (found.images, found.unique, found.ttr1) == (1, 1, 1)
    assert found.sets is not None
    assert found.sets.self_cider == 0
    assert found.sets.div1 == 1


def test_images_that_the_run_leaves_out_are_left_out() -> None:
    said = {2: ["two geese", "a barn"], 3: ["a frog", "a frog sits"]}
    found = of_ponds({**said, 77: ["a zebra", "zebras"]}, training=["a duck frog"])
    rest = cutline.Corpus({image_id: PONDS[image_id] for image_id in (2, 3)}, "cider", jobs=1)
    assert found == diversity(rest, said, training=["a duck frog"], with_local_recall=False)
    assert found.images == 2
    with pytest.raises(ContentError, match="no caption for any image"):
        of_ponds({77: "a duck"})


def test_a_result_is_ready_for_json_and_tables() -> None:
    found = of_ponds(Run("small", SETS), training=["a duck"], segment=2)
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["system"] == "small"
    assert plain["sets"]["captions_per_image"] == 3
    assert len(plain["sets"]["self_bleu"]) == 4
    assert plain["signature"].startswith(
        "diversity(segment=2,captions=3,novelty=published)|files:training="
    )
    assert plain["local_recall"] is None
    assert plain["local_recall_missing"] == "not asked for"
    table = found.table()
    values = dict(zip(table["figure"], table["value"], strict=True))
    assert values["ttr1"] == found.ttr1
    assert found.sets is not None
    assert values["sets.self_bleu_2"] == found.sets.self_bleu[1]
    assert set(table["signature"]) == {plain["signature"]}
    assert found.sets.image_table()["image_id"] == [1, 2, 3]
    assert repr(found) == "Diversity(9 captions of small, 3 images)"


def test_a_signature_tells_training_captions_apart() -> None:
    one = of_ponds(ONE_EACH, training=["a duck", "a frog"]).signature
    assert one == of_ponds(SETS, training=["a duck", "a frog"], captions=1).signature
    assert one != of_ponds(ONE_EACH, training=["a duck a frog"]).signature
    assert one != of_ponds(ONE_EACH).signature
    assert one != of_ponds(ONE_EACH, training=["a duck", "a frog"], segment=9).signature


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"segment": 0}, UsageError, "segment: found 0, expected 1 or more"),
        ({"captions": 0}, UsageError, "captions: found 0, expected 1 or more"),
        ({"captions": 4}, ContentError, "the run: image 1 has 3 captions, expected 4"),
        ({"training": "a duck"}, UsageError, "training: found one text, expected a list"),
        ({"training": 7}, UsageError, "training: found int, expected a list"),
        ({"training": ["a", None]}, UsageError, r"training\[1\] is None, expected text"),
    ],
)
def test_arguments_that_cannot_be_used(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        of_ponds(SETS, **options)
