from __future__ import annotations

from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection.concept_counts import ConceptCounts
from cutline.models.content_selection.mention_rates import MentionRates
from tests.models.content_selection.pictures import LABELS, labelled, pictures, playground


def test_what_is_mentioned_more_has_a_higher_rate() -> None:
    rates = MentionRates(ConceptCounts.fit(playground()))
    assert rates.mention("dog") > rates.mention("ball") > rates.mention("tree")
    assert rates.first("dog") > rates.first("ball") == rates.first("tree")
    assert rates.log_count("dog") > rates.log_count("ball") > rates.log_count("tree") == 0


def test_an_unknown_label_is_mentioned_as_boxes_are_at_large() -> None:
    counts = ConceptCounts.fit(playground())
    unknown = MentionRates(counts).mention("unicorn")
    assert unknown == pytest.approx((counts.all_mentioned + 1) / (counts.all_shown + 2))


def test_company_changes_what_is_mentioned() -> None:
    alone = [labelled(f"alone {n}", "ball", "A [ball|0].") for n in range(8)]
    beside = [labelled(f"beside {n}", "dog ball", "A [dog|0].") for n in range(8)]
    rates = MentionRates(ConceptCounts.fit([*alone, *beside]))
    assert rates.shift_beside("ball", "dog") < 0 == rates.shift_beside("ball", "unicorn")


@given(st.lists(pictures(), min_size=1, max_size=4), st.sampled_from(LABELS))
def test_rates_lie_between_never_and_always(images: list[BoxedImage], label: str) -> None:
    rates = MentionRates(ConceptCounts.fit(images))
    assert 0 < rates.mention(label) < 1
    assert 0 < rates.first(label) < 1
    assert all(isfinite(rates.shift_beside(label, other)) for other in LABELS)


@given(pictures(), pictures(), pictures())
def test_a_picture_left_out_might_as_well_not_be_there(
    one: BoxedImage, two: BoxedImage, out: BoxedImage
) -> None:
    without = MentionRates(ConceptCounts.fit([one, two]))
    left_out = MentionRates(ConceptCounts.fit([one, two, out]), ConceptCounts.fit([out]))
    for label in LABELS:
        assert left_out.mention(label) == without.mention(label)
        assert left_out.first(label) == without.first(label)
        assert left_out.log_count(label) == without.log_count(label)
        assert left_out.shift_beside(label, "dog") == without.shift_beside(label, "dog")
