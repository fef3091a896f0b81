"""Forms of verbs and adjectives, which a gap is proved by."""

from __future__ import annotations

import pytest

from cutline.benchmarks.compositional.plain_text import PlainTextMatcher
from cutline.text.concept_file import parse_concepts
from cutline.text.pair_matching import pair_matcher
from cutline.text.word_forms import adjective_forms, verb_forms


@pytest.mark.parametrize(
    ("lemma", "forms"),
    [
        ("weave", {"weaves", "weaving", "wove", "woven"}),
        ("kneel", {"kneels", "kneeling", "kneeled", "knelt"}),
        ("travel", {"traveling", "traveled", "travelling", "travelled"}),
        ("begin", {"beginning", "began", "begun"}),
        ("carry", {"carries", "carried", "carrying"}),
        ("tie", {"ties", "tied", "tying"}),
    ],
)
def test_all_forms_of_a_verb_are_known(lemma: str, forms: set[str]) -> None:
    assert forms | {lemma} <= verb_forms(lemma)


def test_forms_of_other_verbs_are_not_taken() -> None:
    assert "hoping" not in verb_forms("hop")
    assert "hopping" not in verb_forms("hope")
    assert "planed" not in verb_forms("plan")


def test_adjectives_that_no_rule_covers() -> None:
    assert {"better", "best"} <= adjective_forms("good")
    assert {"worse", "worst"} <= adjective_forms("bad")


def test_no_matcher_misses_a_verb_for_its_form() -> None:
    concepts = parse_concepts("[nouns]\nwoman\n[verbs]\nweave\n", "mine", name="mine")
    pairs = concepts.all_pairs()
    captions = ["a woman wove a basket", "women have woven baskets", "a woman by a basket"]
    for matcher in (
        pair_matcher("words", pairs),
        pair_matcher("together", pairs),
        PlainTextMatcher(pairs),
    ):
        assert matcher.match(captions).ravel().tolist() == [True, True, False]
