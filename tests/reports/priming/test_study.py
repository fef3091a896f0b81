"""Arms compared: effects that were put in are found, and none where there is none."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from cutline.core.errors import UsageError
from cutline.datasets.collected import Collected, CollectedCaption
from cutline.reports.priming import priming_study
from cutline.reports.statistics import Resampling
from cutline.scoring.priming.example import simulated

FEW = Resampling(resamples=300)


def lengths(plain: dict[int, list[int]], primed: dict[int, list[int]]) -> Collected:
    """Captions of so many words for each image and arm."""
    captions = [
        CollectedCaption(image, " ".join(["dog"] * words), f"{arm}{n}", arm, arm == "primed")
        for arm, by_image in (("plain", plain), ("primed", primed))
        for image, counts in by_image.items()
        for n, words in enumerate(counts)
    ]
    return Collected("zoo", "de", tuple(captions))


def test_effects_that_were_put_in_are_found() -> None:
    study = priming_study(simulated(40), resampling=FEW, segment=300)
    for name in ("length", "labels named", "rare labels", "types", "novel words"):
        (difference,) = study.figure(name).differences
        assert (difference.first, difference.second, difference.both > 0) == (
            "plain",
            "primed",
            True,
        )
        assert difference.value > 0, name
        assert difference.p < 0.05, name
        if difference.interval is not None:
            assert 0 < difference.interval.low < difference.value < difference.interval.high
    assert [arm.captions for arm in study.arms] == [120, 120]
    assert study.notes == ()


def test_arms_that_are_alike_do_not_differ() -> None:
    found = []
    for seed in range(12):
        plain = [c for c in simulated(25, seed=seed).captions if not c.primed]
        # Every other caption of an image gets into the other arm.
        captions = tuple(
            replace(caption, arm="primed", primed=True) if number % 2 else caption
            for number, caption in enumerate(plain)
        )
        study = priming_study(Collected("zoo", "de", captions), resampling=Resampling(100))
        found += [study.figure(name).differences[0].p for name in ("length", "types", "seconds")]
    # One in twenty is expected by chance.
    assert sum(p < 0.05 for p in found) <= 6
    assert np.mean(found) == pytest.approx(0.5, abs=0.2)


def test_p_is_that_of_all_ways_to_swap() -> None:
    plain = {1: [3], 2: [4], 3: [6], 4: [5], 5: [7]}
    primed = {1: [5], 2: [7], 3: [6], 4: [9], 5: [8]}
    study = priming_study(lengths(plain, primed), resampling=Resampling(20_000))
    (difference,) = study.figure("length").differences
    assert difference.value == pytest.approx(2)
    assert difference.both == 5
    gaps = [primed[image][0] - plain[image][0] for image in plain]
    every = [
        sum(s * g for s, g in zip(signs, gaps, strict=True)) for signs in product((1, -1), repeat=5)
    ]
    exact = sum(abs(each) >= sum(gaps) for each in every) / len(every)
    assert difference.p == pytest.approx(exact, abs=0.01)


def test_images_with_one_arm_count_too() -> None:
    plain = {image: [4, 5] for image in range(20)}
    primed = {image: [8, 9] for image in range(20, 40)}
    study = priming_study(lengths(plain, primed), resampling=FEW)
    (difference,) = study.figure("length").differences
    assert (difference.value, difference.both) == (4, 0)
    assert difference.p < 0.02


def test_intervals_are_of_resampled_images() -> None:
    plain = {image: [5 + image % 3] for image in range(60)}
    primed = {image: [7 + image % 5] for image in range(60)}
    study = priming_study(lengths(plain, primed), resampling=Resampling(2000))
    (difference,) = study.figure("length").differences
    gaps = np.array([primed[image][0] - plain[image][0] for image in plain])
    error = gaps.std() / math.sqrt(60)
    assert difference.interval is not None
    assert difference.interval.low == pytest.approx(gaps.mean() - 1.96 * error, abs=0.1)
    assert difference.interval.high == pytest.approx(gaps.mean() + 1.96 * error, abs=0.1)


def test_three_arms_are_compared_in_pairs_and_corrected() -> None:
    collected = simulated(20)
    third = tuple(
        replace(caption, arm="other", annotator=f"{caption.annotator}x")
        for caption in collected.captions
        if not caption.primed
    )
    both = Collected("zoo", "en", (*collected.captions, *third))
    study = priming_study(both, resampling=FEW)
    pairs = [(d.first, d.second) for d in study.figure("length").differences]
    assert pairs == [("other", "plain"), ("other", "primed"), ("plain", "primed")]
    same, *others = study.figure("length").differences
    assert (same.value, same.corrected_p) == (0, 1)
    assert all(d.p <= d.corrected_p <= 3 * d.p for d in others)
    novel = study.figure("novel words")
    # What two arms share is new in neither.
    assert [arm.value for arm in novel.arms][:2] == [0, 0]


def test_what_is_left_out_is_told() -> None:
    uneven = lengths({1: [3, 4], 2: [4]}, {1: [5]})
    study = priming_study(uneven, resampling=FEW)
    assert {figure.name for figure in study.figures} == {
        "length",
        "types",
        "novel words",
        "agreement",
    }
    assert "no image has labels" in study.notes[0]
    assert "no type-token ratios: an arm has not 1,000 words" in study.notes[1]
    assert "those of 1 captions of each arm" in study.notes[2]
    agreement = study.figure("agreement")
    assert math.isnan(agreement.arms[1].value)
    assert math.isnan(agreement.differences[0].p)


def test_figures_are_those_of_the_seed_and_carry_what_they_depend_on() -> None:
    collected = simulated(10)
    study = priming_study(collected, resampling=FEW)
    assert priming_study(collected, resampling=FEW, jobs=2) == study
    assert "resamples:300|seed:1" in study.signature
    listed = priming_study(collected, resampling=FEW, vocabulary={"a"})
    assert "vocabulary=" in listed.signature
    changed = replace(collected, captions=collected.captions[:-1])
    assert priming_study(changed, resampling=FEW).signature != study.signature


def test_wrong_settings_are_named() -> None:
    with pytest.raises(UsageError, match="segment: found 0"):
        priming_study(simulated(3), segment=0)
    with pytest.raises(UsageError, match="a level is between 0 and 1"):
        priming_study(simulated(3), level=2)
