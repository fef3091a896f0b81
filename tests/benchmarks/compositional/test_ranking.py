"""Pools of captions, and recall of pairs by ranking them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from cutline.benchmarks.compositional.ranking import rank_pairs
from cutline.benchmarks.compositional.ranking_pools import RankingPools
from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.types import Benchmark, ImageId
from cutline.datasets.embeddings import read_embeddings
from cutline.metrics.pair_recall import PairRecall
from cutline.text.pair_matching import pair_matcher

PAIRS = "black cat,fly bird"
METRICS = [PairRecall(k=k, pairs=PAIRS, matcher="words") for k in (1, 2, 5, 50)]
CHOSEN = METRICS[0].chosen.pairs

REFERENCES: dict[ImageId, list[str]] = {
    "a": ["a black cat on a bed", "a cat", "an animal on a bed"],
    "b": ["birds are flying", "two birds"],
    "c": ["a black dog", "a black dog near a cat"],
    "d": ["a white cat", "a sleeping cat"],
    "e": ["a bird in a tree", "a tree"],
    "f": ["a kite is flying", "a kite"],
    "g": ["a house", "nothing at all"],
}


def benchmark_of(references: dict[ImageId, list[str]]) -> Benchmark:
    return Benchmark("toy", tuple(references), tuple(map(tuple, references.values())))


def pools_of(
    references: dict[ImageId, list[str]] = REFERENCES, others: int = 1000, seed: int = 1
) -> RankingPools:
    matcher = pair_matcher("words", CHOSEN)
    return RankingPools.of(benchmark_of(references), CHOSEN, matcher, others=others, seed=seed)


def texts(pools: RankingPools) -> dict[tuple[ImageId, str], list[str]]:
    return {
        (pools.benchmark.image_ids[pool.image], pools.pairs[pool.pair].name): [
            pools.captions[place] for place in pool.captions
        ]
        for pool in pools
    }


def test_a_pool_has_own_captions_and_others_with_half_of_the_pair() -> None:
    found = texts(pools_of())
    assert set(found) == {("a", "black cat"), ("b", "fly bird")}
    assert found["a", "black cat"][:3] == REFERENCES["a"]
    # "a black dog near a cat" has words of both, and so belongs to no pool.
    assert set(found["a", "black cat"][3:]) == {"a black dog", "a white cat", "a sleeping cat"}
    assert set(found["b", "fly bird"][2:]) == {"a bird in a tree", "a kite is flying"}


def test_so_many_other_images_are_drawn_whatever_their_order() -> None:
    many: dict[ImageId, list[str]] = {
        **REFERENCES,
        **{n: [f"cat number {n}", "it is black"] for n in range(40)},
    }
    turned = dict(reversed(many.items()))
    one, other = (texts(pools_of(each, others=7)) for each in (many, turned))
    assert {key: sorted(found) for key, found in one.items()} == {
        key: sorted(found) for key, found in other.items()
    }
    drawn = one["a", "black cat"]
    assert len({text for text in drawn if "number" in text}) <= 7
    assert texts(pools_of(many, others=7, seed=2))["a", "black cat"] != drawn


def said_like(wanted: set[str]) -> object:
    def similarity(image_id: ImageId, captions: Sequence[str]) -> list[float]:
        return [float(caption in wanted) for caption in captions]

    return similarity


def values(similarity: object) -> list[float]:
    scores = rank_pairs(pools_of(), similarity, METRICS)  # type: ignore[arg-type]
    return [score.value for score in scores.values()]


def test_a_hit_is_a_caption_with_the_pair_among_the_top_k() -> None:
    assert values(said_like({"a black cat on a bed", "birds are flying"})) == [1, 1, 1, 1]
    # The longest caption comes last: sixth of six, and third of four.
    assert values(lambda _, captions: [-len(text) for text in captions]) == [0, 0, 0.5, 1]
    assert values(said_like({"a black cat on a bed", "a kite is flying"})) == [0.5, 0.5, 1, 1]


def test_finding_all_alike_gains_nothing() -> None:
    assert values(lambda _, captions: [0.0] * len(captions))[:2] == [0, 0]


def test_recall_grows_with_k_for_any_scorer() -> None:
    generator = np.random.default_rng(5)
    found = values(lambda _, captions: generator.random(len(captions)))
    assert found == sorted(found)


def test_scores_carry_how_pools_were_made_and_have_parts() -> None:
    [score, *_] = rank_pairs(pools_of(others=9), said_like(set()), METRICS).scores  # type: ignore[arg-type]
    # No more images than two have half of a pair.
    assert "ranked by pools(others=2 of 9,seed=1,matcher=words(reach=5))" in str(score.signature)
    assert pools_of(others=2).signature == "pools(others=2,seed=1,matcher=words(reach=5))"
    more = pools_of({**REFERENCES, "h": ["a cat"]}, others=9)
    assert more.signature == "pools(others=2-3 of 9,seed=1,matcher=words(reach=5))"
    assert score.parts["black cat"] == 0
    assert np.isnan(score.values[-1])


@pytest.mark.parametrize(
    ("similarity", "said"),
    [
        (lambda _, captions: [1.0], "found 1 similarities, expected"),
        (lambda _, captions: [float("nan")] * len(captions), "is not a number"),
    ],
)
def test_bad_similarities_are_named(similarity: object, said: str) -> None:
    with pytest.raises(ContentError, match=said):
        values(similarity)


def test_a_pool_needs_others() -> None:
    with pytest.raises(UsageError, match="not of 0"):
        pools_of(others=0)


def saved(path: Path, **changed: object) -> Path:
    captions = sorted({text for of_image in REFERENCES.values() for text in of_image})
    arrays: dict[str, object] = {
        "image_ids": np.array(list(REFERENCES)),
        "image_vectors": np.eye(len(REFERENCES), 9),
        "captions": np.array(captions),
        "caption_vectors": np.zeros((len(captions), 9)),
        **changed,
    }
    np.savez(path, **{key: value for key, value in arrays.items() if value is not None})  # type: ignore[arg-type]
    return path


def test_vectors_on_file_are_a_scorer(tmp_path: Path) -> None:
    captions = sorted({text for of_image in REFERENCES.values() for text in of_image})
    vectors = np.zeros((len(captions), 9))
    vectors[captions.index("a black cat on a bed"), 0] = 0.5
    found = read_embeddings(saved(tmp_path / "model.npz", caption_vectors=vectors))
    scores = rank_pairs(pools_of(), found.similarity, METRICS)
    assert scores.scores[0].value == 0.5
    with pytest.raises(ContentError, match="has no vector for image 'z'"):
        found.similarity("z", ["a cat"])
    with pytest.raises(ContentError, match="has no vector for the caption 'a zebra'"):
        found.similarity("a", ["a zebra"])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"captions": None}, "has no array 'captions'"),
        ({"image_ids": np.arange(3)}, "image_ids is of shape (3,), expected one for each of the 7"),
        ({"caption_vectors": np.zeros((3, 2))}, "caption_vectors is of shape (3, 2)"),
        ({"image_vectors": np.full((7, 9), np.inf)}, "image_vectors, row 0, holds what is no"),
        ({"captions": np.array([{}])}, "is not a .npz file of plain arrays"),
    ],
)
def test_bad_vectors_are_named(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    path = saved(tmp_path / "model.npz", **changed)
    with pytest.raises(FileError) as caught:
        read_embeddings(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    for data in (b"", b"PK\3\4 broken", b"no archive"):
        path.write_bytes(data)
        with pytest.raises(FileError, match=r"is not a \.npz file"):
            read_embeddings(path)
    with pytest.raises(FileError, match="cannot be read"):
        read_embeddings(tmp_path / "absent.npz")
