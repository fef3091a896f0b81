"""Recalls equal those of loops over single captions, and those of the metric."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

import cutline
from cutline.cli.compositional_study.people import held_out
from cutline.cli.compositional_study.recalls import Part
from cutline.cli.compositional_study.study import CompositionalStudy
from cutline.text.concepts import compositional_concepts
from cutline.text.pair_matching import pair_matcher

from .pictures import PAIRS, REFERENCES, SAYINGS, benchmark, runs


@cache
def says(pair: str, caption: str) -> bool:
    matcher = pair_matcher("parse", [compositional_concepts().pair(pair)])
    return bool(matcher.match([caption])[0, 0])


def agreeing(pair: str, image: int) -> int:
    return sum(says(pair, caption) for caption in REFERENCES[image])


def naive_recall(system: str, k: int, pairs: Sequence[str] = PAIRS, least: int = 1) -> float:
    recalls = []
    for pair in pairs:
        asking = [image for image in REFERENCES if agreeing(pair, image) >= least]
        hits = [
            any(says(pair, caption) for caption in SAYINGS[system][image][:k]) for image in asking
        ]
        if asking:
            recalls.append(sum(hits) / len(asking))
    return sum(recalls) / len(recalls)


def value(part: Part, run: int) -> float:
    return part.recall.scores[run].value


def test_the_images_are_not_trivial() -> None:
    assert [[agreeing(pair, image) for image in REFERENCES] for pair in PAIRS] == [
        [2, 1, 0, 0, 0, 0, 1, 0],
        [0, 0, 3, 0, 1, 0, 1, 0],
        [0, 0, 0, 0, 2, 1, 0, 0],
    ]


@pytest.mark.parametrize(("run", "system"), list(enumerate(SAYINGS)))
def test_recall_at_each_k(study: CompositionalStudy, run: int, system: str) -> None:
    found = [metric.scores[run].value for metric in study.curve]
    assert found == pytest.approx([naive_recall(system, k) for k in (1, 2, 3)])


@pytest.mark.parametrize(("run", "system"), list(enumerate(SAYINGS)))
def test_recall_of_parts(study: CompositionalStudy, run: int, system: str) -> None:
    for part in study.pairs:
        assert value(part, run) == pytest.approx(naive_recall(system, 3, [part.label]))
    for part in study.agreeing:
        assert value(part, run) == pytest.approx(naive_recall(system, 3, least=int(part.label)))
    by_category = {part.label: value(part, run) for part in study.categories}
    assert by_category == {
        "colour, animate": pytest.approx(naive_recall(system, 3, ["black cat"])),
        "colour, inanimate": pytest.approx(naive_recall(system, 3, ["red bus"])),
        "verb, transitive": pytest.approx(naive_recall(system, 3, ["eat man"])),
    }


def test_parts_count_pairs_and_images(study: CompositionalStudy) -> None:
    assert [(part.label, part.images) for part in study.pairs] == [
        *(("black cat", 3), ("red bus", 3), ("eat man", 2)),
    ]
    assert [(part.label, part.pairs, part.images) for part in study.agreeing] == [
        *(("1", 3, 6), ("2", 3, 3), ("3", 1, 1)),
    ]
    assert study.recalls.asking == 6


def test_the_metric_says_the_same(study: CompositionalStudy) -> None:
    specs = [f'pair-recall@{k}(pairs="{",".join(PAIRS)}")' for k in (1, 2, 3)]
    corpus = cutline.Corpus(benchmark(), specs)
    for run, said in enumerate(runs()):
        scores = corpus.score(said)
        assert [score.value for score in scores.scores] == pytest.approx(
            [metric.scores[run].value for metric in study.curve]
        )
        [*_, last] = scores.scores
        for part in (*study.pairs, *study.categories):
            assert value(part, run) == pytest.approx(last.parts[part.label])


def test_the_order_of_images_and_pairs_does_not_matter(study: CompositionalStudy) -> None:
    backwards = dict(reversed(REFERENCES.items()))
    spec = f'pair-recall@3(pairs="{",".join(reversed(PAIRS))}")'
    corpus = cutline.Corpus(backwards, spec)
    for run, said in enumerate(runs()):
        [score] = corpus.score(said).scores
        assert score.value == pytest.approx(study.headline.scores[run].value)


def naive_people(judged: str | None) -> float:
    """Each reference in turn is judged, or left out while a run's first caption is."""
    recalls = []
    for pair in PAIRS:
        asked = hit = 0.0
        for image, captions in REFERENCES.items():
            for place, caption in enumerate(captions):
                others = captions[:place] + captions[place + 1 :]
                if any(says(pair, other) for other in others):
                    one = caption if judged is None else SAYINGS[judged][image][0]
                    asked += 1 / len(captions)
                    hit += says(pair, one) / len(captions)
        recalls.append(hit / asked)
    return sum(recalls) / len(recalls)


def test_people_are_judged_one_by_one(study: CompositionalStudy) -> None:
    assert study.people is not None
    assert study.people.value == pytest.approx(naive_people(None))
    assert study.people.runs == pytest.approx([naive_people(system) for system in SAYINGS])
    assert study.people.interval.low <= study.people.value <= study.people.interval.high


def test_an_image_with_one_reference_asks_nobody() -> None:
    weights, hits = held_out(np.array([[1], [2]]), np.array([1, 2]))
    assert weights.tolist() == [[0.0], [1.0]]
    assert hits.tolist() == [[0.0], [1.0]]
