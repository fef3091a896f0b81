"""Figures of arms, beside what the definitions say of a few captions."""

from __future__ import annotations

import numpy as np
import pytest

import cutline
from cutline.core.errors import ContentError
from cutline.datasets.collected import Collected, CollectedCaption
from cutline.scoring.priming import SAMPLE_FIGURES, arm_captions, image_figures, sample_figures
from cutline.scoring.priming.agreement import leave_one_out
from cutline.scoring.priming.figures import ImageFigure
from cutline.scoring.priming.mentions import LabelMatcher


def said(
    image_id: int, arm: str, caption: str, *labels: str, seconds: float | None = None
) -> CollectedCaption:
    who = f"{arm}-{caption}"
    return CollectedCaption(image_id, caption, who, arm, arm == "primed", labels, seconds)


SMALL = Collected(
    "zoo",
    "en",
    (
        said(1, "primed", "Two dogs sleep on a red couch.", "dog", "couch", "cup", seconds=30),
        said(1, "primed", "A poodle on a couch", "dog", "couch", "cup", seconds=20),
        said(1, "plain", "An animal on a sofa", seconds=10),
        said(1, "plain", "A dog", seconds=None),
        said(2, "primed", "A man with a cup", "person", "cup", seconds=10),
        said(3, "plain", "The sea, and nothing else!", seconds=20),
    ),
)


def figures_of(collected: Collected, **settings: object) -> dict[str, ImageFigure]:
    arms = arm_captions(collected, 1)
    vocabulary = settings.get("vocabulary")
    found = image_figures(arms, LabelMatcher(collected.language), vocabulary, 1)  # type: ignore[arg-type]
    return {figure.name: figure for figure in found}


def test_arms_without_labels_come_first() -> None:
    arms = arm_captions(SMALL, 1)
    assert arms.arms == ("plain", "primed")
    assert arms.image_ids == (1, 2, 3)
    assert arms.words[0] == ("two", "dogs", "sleep", "on", "a", "red", "couch")


def test_lengths_are_words_over_captions() -> None:
    length = figures_of(SMALL)["length"]
    assert length.of_arms().tolist() == [(5 + 2 + 5) / 3, (7 + 5 + 5) / 3]
    assert length.values.tolist() == [[7, 12], [0, 5], [5, 0]]
    assert length.counts.tolist() == [[2, 2], [0, 1], [1, 0]]


def test_time_is_that_of_captions_with_a_time() -> None:
    assert figures_of(SMALL)["seconds"].of_arms().tolist() == [15, 20]


def test_labels_are_named_by_kinds_and_synonyms_too() -> None:
    pytest.importorskip("onnxruntime")
    matcher = LabelMatcher("en")
    if matcher.matching != "wordnet":
        pytest.skip(f"labels are not matched by WordNet: {matcher.missing}")
    arms = arm_captions(SMALL, 1)
    labels = arms.labels()
    # The image's labels are those that another arm was shown.
    assert labels[2] == ("dog", "couch", "cup")
    named = matcher.named([c.caption for c in SMALL.captions], arms.words, labels, 1)
    assert named[0] == [True, True, False]
    # A poodle is a dog; an animal need be none. A sofa is a couch.
    assert named[1] == [True, True, False]
    assert named[2] == [False, True, False]
    assert named[4] == [True, True]
    assert named[5] == []
    rates = figures_of(SMALL)["labels named"].of_arms()
    assert rates.tolist() == [2 / 6, 6 / 8]


def test_other_languages_are_matched_word_for_word() -> None:
    matcher = LabelMatcher("de")
    assert (matcher.matching, matcher.missing) == ("words", None)
    named = matcher.named(["Ein Hund"], [("ein", "hund")], [("Hund", "Hunde")], 1)
    assert named == [[True, False]]


def test_bands_have_all_labels_once() -> None:
    captions = []
    for image in range(12):
        labels = ["dog", *(["cat"] if image % 2 else []), f"thing{image}"]
        text = f"a dog and thing{image}"
        captions += [said(image, arm, text, *labels) for arm in ("plain", "primed")]
    figures = figures_of(Collected("zoo", "en", tuple(captions)))
    bands = [figures[f"{band} labels"] for band in ("rare", "middling", "frequent")]
    whole = figures["labels named"]
    assert np.array_equal(sum(band.counts for band in bands), whole.counts)
    assert np.array_equal(sum(band.values for band in bands), whole.values)
    assert bands[0].of_arms().tolist() == [1, 1]
    assert bands[1].of_arms().tolist() == [0, 0]


def test_words_outside_a_list_are_counted() -> None:
    figures = figures_of(SMALL, vocabulary={"a", "on", "an", "and", "the", "dog"})
    assert figures["outside words"].of_arms().tolist() == [(2 + 0 + 3) / 12, (5 + 2 + 3) / 17]


def test_agreement_is_each_caption_against_the_others() -> None:
    texts = {
        (1, "plain"): ["a dog on a bed", "a dog on the couch", "two dogs asleep"],
        (1, "primed"): ["a dog on a bed", "a cat on a bed"],
        (2, "plain"): ["a red bus in the rain", "a bus on a street"],
        (2, "primed"): ["a lone bus"],
        (3, "plain"): ["people at a table", "people at a table eat"],
    }
    captions = [
        CollectedCaption(image, text, f"W{n}{arm}", arm, arm == "primed")
        for (image, arm), written in texts.items()
        for n, text in enumerate(written)
    ]
    found = leave_one_out(arm_captions(Collected("zoo", "en", tuple(captions)), 1), 1)
    # All captions of all arms weigh the n-grams; only the others of image and arm are references.
    everything = {
        image: [t for (i, _), written in texts.items() if i == image for t in written]
        for image in (1, 2, 3)
    }
    expected = []
    for written in texts.values():
        for text in written:
            others = list(written)
            others.remove(text)
            expected.append(_cider_d(text, others, everything) if others else np.nan)
    assert found == pytest.approx(np.array(expected), nan_ok=True, abs=1e-9)


def _cider_d(text: str, others: list[str], everything: dict[int, list[str]]) -> float:
    """By definition: tf-idf of n-grams, clipped, with a length penalty (Vedantam et al. 2015)."""

    def grams(words: list[str], n: int) -> dict[tuple[str, ...], int]:
        found: dict[tuple[str, ...], int] = {}
        for at in range(len(words) - n + 1):
            key = tuple(words[at : at + n])
            found[key] = found.get(key, 0) + 1
        return found

    def weighted(words: list[str], n: int) -> dict[tuple[str, ...], float]:
        weights = {}
        for gram, count in grams(words, n).items():
            images = sum(
                any(gram in grams(caption.split(), n) for caption in captions)
                for captions in everything.values()
            )
            weights[gram] = count * (np.log(len(everything)) - np.log(max(1, images)))
        return weights

    total = 0.0
    own = text.split()
    for other in (caption.split() for caption in others):
        for n in range(1, 5):
            mine, theirs = weighted(own, n), weighted(other, n)
            dot = sum(
                min(weight, theirs[g]) * theirs[g] for g, weight in mine.items() if g in theirs
            )
            norms = np.sqrt(sum(w * w for w in mine.values()) * sum(w * w for w in theirs.values()))
            penalty = np.exp(-((len(own) - len(other)) ** 2) / (2 * 6.0**2))
            total += (dot / norms if norms else 0.0) * penalty / 4
    return 10 * total / len(others)


def test_samples_have_one_size() -> None:
    captions = [
        CollectedCaption(n, text, f"W{n}", arm, arm == "primed")
        for n, (arm, text) in enumerate(
            [
                ("plain", "a dog a dog"),
                ("plain", "a cat runs"),
                ("primed", "a toucan runs"),
                ("primed", "the toucan sits"),
            ]
        )
    ]
    arms = arm_captions(Collected("zoo", "en", tuple(captions)), 1)
    found = sample_figures(arms, arms.arm_of, 3, np.random.default_rng(1))
    rows = dict(zip((figure.name for figure in SAMPLE_FIGURES), found.tolist(), strict=True))
    assert rows["types"] == [4, 5]
    assert rows["novel words"] == [2, 3]
    # Segments of three: "a dog a", "dog a cat"; "a toucan runs", "the toucan sits".
    assert rows["ttr1"] == [(2 + 3) / 6, 1]
    one_less = arm_captions(Collected("zoo", "en", tuple(captions[:3])), 1)
    drawn = sample_figures(one_less, one_less.arm_of, 3, np.random.default_rng(1))
    # The plain arm has a sample of one caption, of two words or of three.
    assert 2 <= drawn[0, 0] <= 3
    assert drawn[0, 1] == 3


def test_longer_segments_than_texts_give_nothing() -> None:
    arms = arm_captions(SMALL, 1)
    found = sample_figures(arms, arms.arm_of, 1000, np.random.default_rng(1))
    assert np.isnan(found[2:]).all()


def test_arms_have_to_be_what_they_are_called() -> None:
    with pytest.raises(ContentError, match="found one arm, 'plain'"):
        arm_captions(Collected("zoo", "en", SMALL.captions[2:4]), 1)
    mixed = CollectedCaption(9, "a dog", "W", "plain", True)
    with pytest.raises(ContentError, match="arm 'plain' has captions that are primed and others"):
        arm_captions(Collected("zoo", "en", (*SMALL.captions, mixed)), 1)


def test_cider_by_definition_is_that_of_scores() -> None:
    everything = {1: ["a dog on a bed now", "two dogs"], 2: ["a red bus"], 3: ["people eat"]}
    texts = {1: "a dog on a couch", 2: "a bus", 3: "people"}
    scored = cutline.score(texts, everything, "cider-d")["cider-d"].values
    expected = [_cider_d(texts[image], everything[image], everything) for image in texts]
    assert scored == pytest.approx(expected)
