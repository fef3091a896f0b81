"""Content selection against fractions worked out by hand, and what must hold for any boxes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cutline
from cutline.core.errors import ContentError, UsageError
from cutline.core.spec import SETS
from cutline.metrics.content_selection import ContentSelection
from cutline.metrics.selections import Spread, selection_scores

#: Boxes 2 and 3 are in all seven, 5 is in four and 0 in two, as in figure 2 of the paper.
STABLE = [
    "A [girl|2] with a red [scarf|0] and a straw [hat|5] feeds a [pony|3].",
    "A [girl|2] stands beside a [pony|3].",
    "The [girl|2] in the [hat|5] holds out hay to a [pony|3].",
    "A [girl|2] dressed in red pats a [pony|3].",
    "A [pony|3] eats from a [girl's|2] hand.",
    "A [pony|3] sniffs at the [hat|5] of a [girl|2].",
    "A small [girl|2], a [hat|5] on her head and a [scarf|0] round her neck, and a [pony|3].",
]
GOLD = [["2", "0", "5", "3"], ["2", "3"], ["2", "5", "3"], ["2", "3"], ["3", "2"]]
GOLD += [["3", "5", "2"], ["2", "5", "0", "3"]]

BY_HAND = [
    ("A [girl|2] and a [pony|3]", "1", "16/21", "32/37"),
    ("A [girl|2] and her [scarf|0]", "9/14", "19/42", "171/322"),
    ("A [pony|3], a [girl|2] and a [hat|5]", "6/7", "13/14", "156/175"),
    ("A [scarf|0]", "2/7", "1/14", "4/35"),
    ("A [girl|2] in [hat|5] and [scarf|0] and a [pony|3]", "5/7", "1", "5/6"),
    ("A [pony|3], a [bucket|8] and a [door|9]", "1/3", "8/21", "16/45"),
    ("A [bucket|8]", "0", "0", "0"),
    ("It is warm in here", "0", "0", "0"),
]

boxes = st.frozensets(st.sampled_from("abcdefgh"), max_size=6)
images = st.tuples(boxes, st.lists(boxes, min_size=1, max_size=6))


def of(selected: Any, gold: Any, **settings: Any) -> tuple[float, float, float]:
    scores = selection_scores([selected], [gold], **settings)
    precision, recall, f = (float(values[0]) for values in scores)
    return precision, recall, f


def measured(candidates: Any, references: Any, spec: str = "content-selection") -> Any:
    return cutline.score(candidates, references, spec)[spec]


@pytest.mark.parametrize(("caption", "precision", "recall", "f"), BY_HAND)
def test_is_what_the_formula_gives_by_hand(
    caption: str, precision: str, recall: str, f: str
) -> None:
    other = {"image_id": 2, "caption": "a [dog|1]"}
    run = [{"image_id": 1, "caption": caption}, other]
    score = measured(run, {1: STABLE, 2: ["a [dog|1]"]})
    found = [*score.statistics[0, :2], score.values[0]]
    expected = [float(Fraction(text)) for text in (precision, recall, f)]
    assert found == pytest.approx(expected, rel=0, abs=1e-15)


def test_prefers_what_more_people_mention() -> None:
    assert of({"2", "3"}, GOLD)[2] > of({"2", "0"}, GOLD)[2]


def test_a_box_counts_once() -> None:
    once = measured(["a [girl|2] and a [hat|5]"], [STABLE])
    often = measured(
        ["a [girl|2], the [girl|2] with a [hat|5], and a [straw hat|5] on a [girl|2]"],
        [[f"{text} The [girl|2] laughs." for text in STABLE]],
    )
    assert once.statistics.tolist() == often.statistics.tolist()


def test_a_word_may_mean_several_boxes() -> None:
    apart = measured(["a [boy|1] and a [boy|2]"], [["[boys|1,2] with a [kite|3]", "a [boy|2]"]])
    together = measured(["two [boys|1,2]"], [["[boys|1,2] with a [kite|3]", "a [boy|2]"]])
    assert apart.statistics.tolist() == together.statistics.tolist()
    assert together.statistics[0, :2].tolist() == [0.75, pytest.approx(5 / 6, abs=1e-15)]


def test_words_do_not_count() -> None:
    other_words = measured(["[x|2] [y|3]"], [STABLE])
    assert other_words.value == measured(["a [girl|2], [pony|3]"], [STABLE]).value


@pytest.mark.parametrize(("setting", "precision"), [("zero", 0.0), ("one", 1.0)])
def test_precision_of_an_empty_selection_is_a_setting(setting: Any, precision: float) -> None:
    assert of([], GOLD, empty_selection=setting) == (precision, 0.0, 0.0)


@pytest.mark.parametrize(
    ("setting", "precision", "recall", "f"),
    [("skip", "1", "1/2", "2/3"), ("zero", "1/2", "1/4", "1/3"), ("one", "1/2", "3/4", "3/5")],
)
def test_a_description_without_boxes_is_a_setting(
    setting: Any, precision: str, recall: str, f: str
) -> None:
    found = of(["1"], [["1", "2"], []], empty_description=setting)
    expected = tuple(float(Fraction(text)) for text in (precision, recall, f))
    assert found == pytest.approx(expected, rel=0, abs=1e-15)


def test_an_image_without_described_boxes_has_zeros_and_is_counted() -> None:
    score = measured(["a [dog|1]", "a [cat|2]"], [["a [dog|1]"], ["nothing", "fog"]])
    assert score.statistics.tolist() == [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]
    assert (score.value, score.parts["described"]) == (0.5, 0.5)


def test_nothing_chosen_and_nothing_to_choose_is_right_if_both_settings_say_so() -> None:
    settings = {"empty_selection": "one", "empty_description": "one"}
    assert of([], [[], []], **settings) == (1.0, 1.0, 1.0)
    assert of([], [[], []]) == (0.0, 0.0, 0.0)


def test_parts_are_means_and_deviations_over_images() -> None:
    score = measured(["a [a|1]", "a [b|2] [c|3]"], [["[a|1] [d|4]"], ["[b|2]", "[c|3] [b|2]"]])
    # By hand: P is 1 and 3/4, R is 1/2 and 1, F is 2/3 and 6/7.
    assert score.parts == pytest.approx(
        {
            "precision": 7 / 8,
            "recall": 3 / 4,
            "precision_deviation": 1 / 8,
            "recall_deviation": 1 / 4,
            "f_deviation": 2 / 21,
            "described": 1.0,
        },
        abs=1e-15,
    )
    assert score.value == pytest.approx(16 / 21, abs=1e-15)


def test_a_spread_of_nothing_has_no_value() -> None:
    spread = Spread.of(np.empty(0))
    assert np.isnan([spread.mean, spread.deviation]).all()
    assert ContentSelection().parts(np.empty((0, 3))) == {}


@given(images)
def test_f_lies_between_precision_and_recall(image: tuple[frozenset[str], Any]) -> None:
    precision, recall, f = of(*image)
    assert min(precision, recall) - 1e-15 <= f <= max(precision, recall) + 1e-15
    assert 0 <= f <= 1


@given(images, st.permutations("abcdefgh"), st.randoms())
def test_order_and_names_change_nothing(image: Any, renamed: list[str], random: Any) -> None:
    selected, gold = image
    other = dict(zip("abcdefgh", renamed, strict=True))
    shuffled = [[other[box] for box in described] for described in gold]
    random.shuffle(shuffled)
    for described in shuffled:
        random.shuffle(described)
    assert of([other[box] for box in selected], shuffled) == of(selected, gold)


@given(boxes.filter(bool), st.integers(1, 6))
def test_the_same_choice_as_everybody_is_perfect(chosen: frozenset[str], people: int) -> None:
    assert of(chosen, [chosen] * people) == (1.0, 1.0, 1.0)


@given(images, st.sampled_from("abcdefgh"))
def test_one_more_box_never_lowers_recall(image: Any, box: str) -> None:
    selected, gold = image
    assert of(selected | {box}, gold)[1] >= of(selected, gold)[1]


@given(images)
def test_a_box_that_nobody_mentions_lowers_precision_alone(image: Any) -> None:
    selected, gold = image
    before, after = of(selected, gold), of(selected | {"unheard of"}, gold)
    assert after[0] < before[0] or before[0] == after[0] == 0
    assert after[1] == before[1]


@given(images)
def test_a_box_that_all_mention_never_lowers_anything(image: Any) -> None:
    selected, gold = image
    gold = [described | {"sun"} for described in gold]
    for before, after in zip(of(selected, gold), of(selected | {"sun"}, gold), strict=True):
        assert after >= before - 1e-15


@given(images)
def test_each_description_more_of_the_same_changes_nothing(image: Any) -> None:
    selected, gold = image
    assert of(selected, gold * 3) == pytest.approx(of(selected, gold), abs=1e-15)


def test_plain_captions_are_refused_with_an_example() -> None:
    with pytest.raises(UsageError, match=r"no reference does; expected .* \[girl\|2\]"):
        measured(["a dog"], [["a dog runs", "the dog"]])


def test_a_run_without_marks_is_told() -> None:
    with pytest.warns(UserWarning, match="no candidate mentions a box"):
        assert measured(["a dog"], [["a [dog|1] runs"]]).value == 0


def test_a_broken_mark_is_named_with_its_image() -> None:
    references = {"one": ["a [dog|1]", "a [dog|2]"], "two": ["a [cat|3]", "a [cat"]}
    with pytest.raises(ContentError, match=r"image 'two', reference 2, column 3"):
        measured({"one": "a [dog|1]", "two": "a [cat|3]"}, references)
    references["two"] = ["a [cat|3]"]
    with pytest.raises(ContentError, match=r"image 'one', candidate, column 3"):
        measured({"one": "a [dog|]", "two": "a [cat|3]"}, references)


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(UsageError, match=r"empty_selection is one of zero, one, not 'skip'"):
        cutline.parse_spec("content-selection(empty_selection=skip)")
    with pytest.raises(UsageError, match=r"empty_description is one of skip, zero, one"):
        ContentSelection(empty_description="none")  # type: ignore[arg-type]


def test_lists_of_other_forms_are_refused() -> None:
    with pytest.raises(UsageError, match="2 selections for 1 images"):
        selection_scores([["1"], ["2"]], [[["1"]]])
    with pytest.raises(UsageError, match="found the text '12', expected a list of ids"):
        selection_scores([["1"]], [["12"]])


def test_no_image_gives_no_value() -> None:
    assert [len(values) for values in selection_scores([], [])] == [0, 0, 0]


def test_rewards_read_each_caption_for_its_image() -> None:
    corpus = cutline.Corpus({7: STABLE, 9: ["a [dog|1]"]}, "content-selection")
    captions = ["a [girl|2] and a [pony|3]", "a [dog|1]", "a [scarf|0]"]
    found = corpus.rewards(captions, image_ids=[7, 9, 7])
    assert found.tolist() == pytest.approx([32 / 37, 1.0, 4 / 35], abs=1e-15)


def test_sets_of_metrics_for_plain_captions_leave_it_out() -> None:
    assert not any("content-selection" in specs for specs in SETS.values())
