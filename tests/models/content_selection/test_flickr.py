"""The paper's findings, and what the learnt selector adds, on Flickr30k Entities."""

from __future__ import annotations

import numpy as np
import pytest

from cutline.datasets.gold_boxes import read_boxed
from cutline.models.content_selection import KS, SINGLE_CUES, Sweep, parse_selector, sweep
from tests.shared_data import shared_data

COMBINED = ("bigram+position", "bigram+size")


@pytest.fixture(scope="module")
def swept() -> Sweep:
    path = shared_data("flickr30k_entities_test/flickr30k_entities_test_joined.json")
    names = (*SINGLE_CUES, *COMBINED, "learnt")
    return sweep(read_boxed(path), map(parse_selector, names))


def means(swept: Sweep, k: int, part: str = "f") -> dict[str, float]:
    return {name: curve.at(k).spreads[part].mean for name, curve in swept.curves.items()}


def test_bigram_is_the_most_precise_cue_at_every_k(swept: Sweep) -> None:
    for k in KS:
        precision = means(swept, k, "precision")
        assert max(SINGLE_CUES, key=precision.__getitem__) == "bigram"


def test_textual_cues_lead_at_one(swept: Sweep) -> None:
    order = sorted(SINGLE_CUES, key=means(swept, 1).__getitem__)
    assert set(order[-2:]) == {"unigram", "bigram"}


@pytest.mark.parametrize("k", [3, 4])
def test_size_leads_and_combinations_are_as_good_as_their_parts(swept: Sweep, k: int) -> None:
    f = means(swept, k)
    assert max(SINGLE_CUES, key=f.__getitem__) == "size"
    for combined in COMBINED:
        assert f[combined] >= max(f[part] for part in combined.split("+"))


def test_the_learnt_selector_is_ahead_of_every_cue_and_combination(swept: Sweep) -> None:
    f = means(swept, 3)
    learnt = f.pop("learnt")
    assert learnt >= 0.02 + max(f[name] for name in SINGLE_CUES)
    assert learnt >= max(f.values())
    gains = swept.curves["learnt"].at(3).f - swept.curves["size"].at(3).f
    # Far beyond what swapping the two at random gives: more than four standard errors.
    assert gains.mean() > 4 * np.std(gains) / np.sqrt(len(gains))
