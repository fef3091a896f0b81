"""Metrics judged by people: protocols, verdicts, and figures that others published."""

from __future__ import annotations

from dataclasses import replace

import pytest

import cutline
from cutline.core.errors import ContentError, UsageError
from cutline.datasets.judgments import CaptionPairs, Protocol, RatedCaptions, read_judgments
from cutline.datasets.judgments.types import Own, Ratings
from cutline.reports.meta_evaluation import judge_pairs, judge_ratings
from cutline.reports.meta_evaluation.protocol import observations, with_own, without_systems
from cutline.reports.statistics import Resampling
from tests.reports.naive_correlation import correlations
from tests.shared_data import shared_data

FEW = Resampling(100)

HARBOUR = ("boats lie in a harbour", "fishing boats at a quay")
KITCHEN = ("a cook chops onions", "somebody cuts onions in a kitchen")

JUDGED = RatedCaptions(
    name="harbour and kitchen",
    image_ids=("h", "h", "h", "k", "k", "k"),
    captions=(
        "boats lie in a harbour",
        "boats at a quay",
        "a cook chops boats",
        "a cook  chops onions",
        "a man cuts onions",
        "a man at a quay",
    ),
    references=(HARBOUR,) * 3 + (KITCHEN,) * 3,
    ratings=((4, 4), (3, 4), (1, 1), (4, 3), (3, 2), (1, 2)),
    systems=("person", "gull", "gull", "person", "gull", "gull"),
)


def test_values_are_those_of_a_corpus_of_all_judged_images() -> None:
    found = judge_ratings(JUDGED, "cider-d,rouge-l", Protocol(), resampling=FEW)
    corpus = cutline.Corpus({"h": HARBOUR, "k": KITCHEN}, "cider-d,rouge-l")
    for metric in corpus.metrics:
        values = corpus.rewards(JUDGED.captions, JUDGED.image_ids, metric).tolist()
        means = [sum(ratings) / 2 for ratings in JUDGED.ratings]
        expected = correlations(values, means)
        verdict = found[str(metric)]
        for name, value in expected.items():
            assert verdict.estimates[name].value == pytest.approx(value), name
        assert str(verdict.signature) == str(corpus.signature(metric))


@pytest.mark.parametrize(
    ("ratings", "expected"),
    [
        ("flat", [4, 4, 3, 4, 1, 1, 4, 3, 3, 2, 1, 2]),
        ("mean", [4, 3.5, 1, 3.5, 2.5, 1.5]),
        ("median", [4, 3.5, 1, 3.5, 2.5, 1.5]),
    ],
)
def test_ratings_become_observations(ratings: Ratings, expected: list[float]) -> None:
    captions, found = observations(JUDGED, ratings)
    assert found.tolist() == expected
    assert len(captions) == len(found)
    assert captions.tolist() == sorted(captions.tolist())


def test_mean_and_median_differ_where_one_rating_stands_apart() -> None:
    judged = JUDGED.only([0, 1])
    judged = replace(judged, ratings=((1, 1, 4), (0.1, 0.2, 0.3)))
    assert observations(judged, "mean")[1].tolist() == [2, 0.2]
    assert observations(judged, "median")[1].tolist() == [1, 0.2]


@pytest.mark.parametrize(
    ("own", "captions", "references"),
    [
        ("keep", 6, HARBOUR),
        ("leave-out", 4, HARBOUR),
        ("drop-reference", 6, HARBOUR[1:]),
    ],
)
def test_captions_that_are_references_of_their_image(
    own: Own, captions: int, references: tuple[str, ...]
) -> None:
    found = with_own(JUDGED, own)
    assert len(found) == captions
    assert found.references[1 if own != "leave-out" else 0] == references
    verdicts = judge_ratings(JUDGED, "bleu-1", Protocol(own=own), resampling=FEW)
    assert f"|own:{own}|" in verdicts.protocol
    assert verdicts.counts["captions"] == captions


def test_a_reference_in_the_words_of_a_judged_caption_is_dropped_once() -> None:
    twice = replace(JUDGED, references=((*HARBOUR, HARBOUR[0]),) * 3 + (KITCHEN,) * 3)
    assert with_own(twice, "drop-reference").references[0] == (HARBOUR[1], HARBOUR[0])


def test_nothing_that_remains_is_an_error() -> None:
    only_own = JUDGED.only([0, 3])
    with pytest.raises(ContentError, match="every judged caption is a reference"):
        judge_ratings(only_own, "bleu-1", Protocol(own="leave-out"))
    single = replace(only_own, references=(HARBOUR[:1], KITCHEN[:1]))
    with pytest.raises(ContentError, match="image 'h': every reference is judged too"):
        judge_ratings(single, "bleu-1", Protocol(own="drop-reference"))


def test_systems_can_be_left_out() -> None:
    found = judge_ratings(JUDGED, "bleu-1", without=["person"], resampling=FEW)
    assert found.counts["captions"] == 4
    assert "|without:person|" in found.protocol
    with pytest.raises(UsageError, match=r"no system 'gul' \(did you mean gull\?\)"):
        without_systems(JUDGED, ["gul"])
    with pytest.raises(UsageError, match="no judgment remains"):
        without_systems(JUDGED, ["gull", "person"])


def test_every_choice_is_in_the_protocol() -> None:
    plain = judge_ratings(JUDGED, "cider-d", Protocol(), resampling=FEW)
    assert plain.protocol.startswith(
        "judgments:harbour and kitchen|own:keep|ratings:mean|documents:images|captions:6|"
        "observations:6|images:2|data:"
    )
    assert plain.protocol.endswith(
        f"|resamples:100|seed:1|level:0.95|cutline:{cutline.__version__}"
    )
    others = [
        judge_ratings(JUDGED, "cider-d", Protocol(ratings="flat"), resampling=FEW),
        judge_ratings(JUDGED, "cider-d", Protocol(documents="captions"), resampling=FEW),
        judge_ratings(JUDGED, "cider-d", Protocol(), resampling=Resampling(100, seed=2)),
        judge_ratings(replace(JUDGED, ratings=((1, 2),) * 6), "cider-d", resampling=FEW),
    ]
    assert len({plain.protocol, *(found.protocol for found in others)}) == 5
    # Three captions of each image make three documents of it.
    assert others[1]["cider-d"].signature.images == 6


def test_the_same_seed_gives_the_same_intervals_whatever_else_is_judged() -> None:
    together = judge_ratings(JUDGED, "bleu-1,rouge-l", resampling=FEW)
    alone = judge_ratings(JUDGED, "rouge-l", resampling=FEW)
    assert alone["rouge-l"] == together["rouge-l"]
    other = judge_ratings(JUDGED, "rouge-l", resampling=Resampling(100, seed=2))
    assert other["rouge-l"].estimates["pearson"] != alone["rouge-l"].estimates["pearson"]


def test_an_image_may_have_several_sets_of_references() -> None:
    judged = replace(JUDGED, references=(HARBOUR[:1], HARBOUR[1:], *JUDGED.references[2:]))
    found = judge_ratings(judged, "cider-d", resampling=FEW)
    assert found["cider-d"].signature.images == 4
    assert found.counts["images"] == 2


PAIRS = CaptionPairs(
    name="pairs",
    image_ids=("h", "h", "k", "k"),
    captions=(
        ("boats at a quay", "a cook"),
        ("a horse", "a cow"),
        ("a horse", "a cook chops"),
        ("a cook", "a horse"),
    ),
    references=(HARBOUR, HARBOUR, KITCHEN, KITCHEN),
    votes=((3, 0), (2, 1), (2, 0), (1, 1)),
    categories=("HM", "MM", "HM", ""),
)


def test_choices_between_two_captions() -> None:
    found = judge_pairs(PAIRS, "rouge-1", resampling=FEW)
    verdict = found["rouge-1"]
    # Right, undecided by the metric, wrong; people do not decide the last.
    assert (verdict.pairs, verdict.ties) == (3, 1)
    assert verdict.estimates["accuracy"].value == pytest.approx((1 + 0.5) / 3)
    assert verdict.estimates["accuracy of HM"].value == 0.5
    assert verdict.estimates["accuracy of MM"].value == 0.5
    assert set(verdict.estimates) == {"accuracy", "accuracy of HM", "accuracy of MM"}
    assert found.counts == {"pairs": 3, "undecided": 1, "images": 2}


def test_people_who_decide_nothing_are_an_error() -> None:
    with pytest.raises(ContentError, match="people prefer neither caption"):
        judge_pairs(replace(PAIRS, votes=((1, 1),) * 4), "rouge-1")


def figures_for(name: str, coefficient: str, specs: str, documents: str) -> dict[str, float]:
    judged = read_judgments(shared_data(name))
    assert isinstance(judged, RatedCaptions)
    assert documents in ("images", "captions")
    protocol = replace(judged.published, documents=documents)
    found = judge_ratings(judged, specs, protocol, resampling=FEW)
    return {verdict.spec: verdict.estimates[coefficient].value for verdict in found.verdicts}


def test_spearman_of_elliott_and_kellers_release_is_the_published_one() -> None:
    found = figures_for("elliott_keller_flickr8k", "spearman", "cider-d,meteor", "images")
    assert found == pytest.approx({"cider-d": 0.581, "meteor": 0.560}, abs=0.001)


def test_tau_c_of_flickr8k_expert_is_the_published_one() -> None:
    published = {
        "bleu-1": 0.32324,
        "bleu-4": 0.30776,
        "meteor": 0.41822,
        "rouge-l": 0.32314,
        "cider-d": 0.43891,
    }
    name = "flickr8k/ExpertAnnotations.txt"
    found = figures_for(name, "tau-c", ",".join(published), "captions")
    assert found == pytest.approx(published, abs=0.00001)


def test_tau_b_of_flickr8k_cf_is_the_published_one() -> None:
    published = {"bleu-1": 0.17946, "bleu-4": 0.16863, "rouge-l": 0.19903, "cider-d": 0.24619}
    name = "flickr8k/CrowdFlowerAnnotations.txt"
    found = figures_for(name, "tau-b", ",".join(published), "captions")
    assert found == pytest.approx(published, abs=0.00001)
