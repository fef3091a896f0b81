"""Hardest negatives, scores for re-ranking, and recall, each against a plain restatement."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch
from torch import Tensor

from cutline.core.errors import UsageError
from cutline.models.butr import Butr, ButrConfig
from cutline.models.ranking import (
    Ranker,
    caption_tokens,
    rank_scores,
    ranking_costs,
    recall_at,
)
from cutline.models.vocabulary import END, PAD, START
from cutline.models.vse import Vse, VseConfig
from tests.models.scenes_of_numbers import (
    FEATURES,
    filled_up,
    random_captions,
    random_images,
    small_vocabulary,
    with_more_regions,
)

IDS = (3, 8, 3, "five", 8, 9)


def unit_vectors(count: int, seed: int) -> Tensor:
    return torch.nn.functional.normalize(
        torch.randn(count, 5, generator=torch.Generator().manual_seed(seed))
    )


def slow_costs(images: Tensor, captions: Tensor, wrong: list[list[bool]]) -> list[float]:
    costs = []
    for i in range(len(images)):
        own = float(images[i] @ captions[i])
        of_captions = [0.2 + float(images[i] @ captions[j]) - own for j in range(len(images))]
        of_images = [0.2 + float(images[j] @ captions[i]) - own for j in range(len(images))]
        costs.append(
            max([0.0] + [cost for j, cost in enumerate(of_captions) if wrong[i][j]])
            + max([0.0] + [cost for j, cost in enumerate(of_images) if wrong[j][i]])
        )
    return costs


def models() -> list[Ranker]:
    torch.manual_seed(0)
    vocabulary = small_vocabulary()
    return [
        Butr(vocabulary, FEATURES, ButrConfig(5, 7, 8, 4)),
        Vse(vocabulary, FEATURES, VseConfig(5, 7)),
    ]


@pytest.mark.parametrize("seed", range(5))
def test_costs_are_of_the_hardest_caption_and_image_of_other_images(seed: int) -> None:
    images, captions = unit_vectors(6, seed), unit_vectors(6, seed + 100)
    wrong = [[one != other for other in IDS] for one in IDS]
    costs = ranking_costs(images, captions, random_images(IDS), 0.2)
    assert costs.tolist() == pytest.approx(slow_costs(images, captions, wrong), abs=1e-6)


def test_published_negatives_may_be_captions_of_the_same_image() -> None:
    images, captions = unit_vectors(6, 1), unit_vectors(6, 2)
    wrong = [[i != j for j in range(6)] for i in range(6)]
    costs = ranking_costs(images, captions, random_images(IDS), 0.2, "other-rows")
    assert costs.tolist() == pytest.approx(slow_costs(images, captions, wrong), abs=1e-6)
    assert not torch.equal(costs, ranking_costs(images, captions, random_images(IDS), 0.2))


def test_a_batch_of_one_image_has_no_negatives() -> None:
    costs = ranking_costs(unit_vectors(3, 1), unit_vectors(3, 2), random_images((4, 4, 4)), 0.2)
    assert costs.tolist() == [0, 0, 0]


def test_unknown_negatives_are_named() -> None:
    with pytest.raises(UsageError, match="not 'all'"):
        ranking_costs(
            unit_vectors(2, 1),
            unit_vectors(2, 2),
            random_images((1, 2)),
            0.2,
            "all",  # type: ignore[arg-type]
        )


def test_tokens_of_captions_begin_end_and_are_filled_up() -> None:
    tokens = caption_tokens([[5, 6], [START, 7, END], [8, END, 9], []])
    assert tokens.tolist() == [
        [START, 5, 6, END],
        [START, 7, END, PAD],
        [START, 8, END, PAD],
        [START, END, PAD, PAD],
    ]
    assert caption_tokens([]).shape == (0, 2)


@pytest.mark.parametrize("place", [0, 1])
def test_vectors_are_of_length_1_and_do_not_see_what_fills_up(place: int) -> None:
    ranker = models()[place]
    images, tokens = random_images((1, 2, 3)), caption_tokens(random_captions(3))
    with torch.no_grad():
        of_images, of_captions = ranker.image_vectors(images), ranker.caption_vectors(tokens)
        more_regions = ranker.image_vectors(with_more_regions(images, 3))
        more_filling = ranker.caption_vectors(filled_up(tokens, 4))
    assert torch.allclose(of_images.norm(dim=1), torch.ones(3))
    assert torch.allclose(of_captions.norm(dim=1), torch.ones(3))
    assert torch.allclose(of_images, more_regions, atol=1e-6)
    assert torch.allclose(of_captions, more_filling, atol=1e-6)


@pytest.mark.parametrize("place", [0, 1])
def test_vectors_of_captions_see_every_word_and_their_order(place: int) -> None:
    ranker = models()[place]
    said = [[4, 5, 6], [4, 5, 7], [7, 5, 6], [6, 5, 4]]
    vectors = ranker.caption_vectors(caption_tokens(said)).detach()
    assert (vectors @ vectors.T - 2 * torch.eye(4)).max() < 1 - 1e-6


@pytest.mark.parametrize("place", [0, 1])
def test_scores_are_cosines_of_each_candidate_with_its_image(place: int) -> None:
    ranker = models()[place]
    images = random_images(("a", "b", "c"))
    candidates = [random_captions(2, seed=1), [], random_captions(3, seed=2)]
    scores = rank_scores(ranker, images, candidates, at_once=2)
    assert [len(of) for of in scores] == [2, 0, 3]
    for row, (captions, of) in enumerate(zip(candidates, scores, strict=True)):
        for caption, score in zip(captions, of, strict=True):
            image = ranker.image_vectors(images.rows([row]))
            expected = image @ ranker.caption_vectors(caption_tokens([caption])).T
            assert score == pytest.approx(expected.item(), abs=1e-6)


def test_scores_need_candidates_of_every_image() -> None:
    with pytest.raises(UsageError, match="2 images, but candidates of 1"):
        rank_scores(models()[0], random_images((1, 2)), [[[4]]])


@pytest.mark.parametrize("most", [1, 2, 3])
def test_recall_against_sorting(most: int) -> None:
    images, captions = unit_vectors(4, 1), unit_vectors(7, 2)
    owner = [0, 1, 2, 3, 0, 1, 1]
    cosines = (images @ captions.T).tolist()
    found_captions = [
        any(
            owner[caption] == image
            for caption in sorted(range(7), key=lambda one: -cosines[image][one])[:most]
        )
        for image in range(4)
    ]
    found_images = [
        owner[caption] in sorted(range(4), key=lambda one: -cosines[one][caption])[:most]
        for caption in range(7)
    ]
    assert recall_at(most, images, captions, owner) == pytest.approx(
        (sum(found_captions) / 4, sum(found_images) / 7)
    )


def test_vectors_that_are_all_the_same_find_nothing() -> None:
    same = torch.ones(4, 3)
    assert recall_at(3, same, same, [0, 1, 2, 3]) == (0, 0)
    assert recall_at(4, same, same, [0, 1, 2, 3]) == (1, 1)


def test_recall_needs_a_caption_of_every_image() -> None:
    with pytest.raises(UsageError, match="a caption of every image"):
        recall_at(1, unit_vectors(2, 1), unit_vectors(2, 2), [0, 0])
