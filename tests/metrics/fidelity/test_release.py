"""Semantic Fidelity beside the values that were released with the paper."""

from __future__ import annotations

import numpy as np

from cutline.datasets.egoshots import read_caption_table, read_human_table, read_metadata
from cutline.metrics.fidelity.formula import human_fidelity, semantic_fidelity
from cutline.metrics.matched_fidelity import MatchedFidelity
from cutline.metrics.semantic_fidelity import SemanticFidelity
from cutline.text.nouns import caption_nouns
from tests.shared_data import shared_data


def test_the_formula_gives_every_released_value_whose_similarity_can_be_found() -> None:
    released = read_metadata(shared_data("egoshots/Meta-data.csv"))
    objects = [len(seen) for seen in released.objects]
    compared = 0
    for captioner in released.captioners:
        similarity = captioner.similarity(released.objects)
        values = semantic_fidelity(similarity, [len(n) for n in captioner.nouns], objects)
        is_known = ~np.isnan(similarity)
        compared += int(is_known.sum())
        np.testing.assert_allclose(
            values[is_known], captioner.fidelity[is_known], rtol=0, atol=1e-9
        )
    assert compared == 1200


def test_captioners_come_in_the_order_of_the_paper() -> None:
    released = read_metadata(shared_data("egoshots/Meta-data.csv"))
    metric = SemanticFidelity()
    means = {}
    for run in read_caption_table(shared_data("egoshots/Captions.csv")):
        nouns = caption_nouns([run.captions[i][0] for i in released.image_ids])
        rows = metric.rows([[noun.lemma for noun in said] for said in nouns], released.objects)
        means[run.system] = metric.score(rows)
    sat, noc, dnoc = means.values()
    assert sat < dnoc
    assert sat < noc


def test_agrees_with_human_fidelity() -> None:
    human = read_human_table(shared_data("egoshots/SF_HSF_COCO.csv"))
    objects = [len(seen) for seen in human.objects]

    def correlations(choice: str, given: np.ndarray | None = None) -> tuple[float, float]:
        nouns = caption_nouns(human.captions, choice)
        counted = np.minimum(human_fidelity([len(said) for said in nouns], objects), 1)
        against = counted if given is None else given
        semantic, matched = SemanticFidelity(nouns=choice), MatchedFidelity(nouns=choice)
        rows = semantic.rows([[noun.lemma for noun in said] for said in nouns], human.objects)
        matchings = matched.matchings(nouns, human.objects)
        both = semantic.values(rows), matched.values(matched.rows(matchings, human.objects))
        # One caption speaks of "an outside place" and names nothing: SF says nothing of it.
        is_known = ~np.isnan(both[0])
        assert np.count_nonzero(~is_known) <= 1
        semantic_one, matched_one = (
            float(np.corrcoef(values[is_known], against[is_known])[0, 1]) for values in both
        )
        return semantic_one, matched_one

    # By the paper's formula for HSF, with the nouns that the metric counts.
    semantic, matched = correlations("objects")
    assert matched >= semantic >= 0.85
    # By the released HSF, which counts words with the tag NN: with those.
    semantic, matched = correlations("singular", human.fidelity)
    assert matched >= semantic >= 0.85
