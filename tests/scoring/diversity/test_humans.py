"""How varied references are."""

from __future__ import annotations

import pytest

import cutline
from cutline.core.errors import UsageError
from cutline.scoring.diversity import diversity, human_diversity

REFERENCES = {
    1: ["a duck swims", "one duck"],
    2: ["two geese walk past a barn", "geese", "the geese walk"],
}


def test_each_reference_in_turn_is_a_system() -> None:
    corpus = cutline.Corpus(REFERENCES, "cider", jobs=1)
    training = ["Geese!", "a barn"]
    found = human_diversity(corpus, training=training, segment=2)
    runs = [
        diversity(
            corpus,
            {image_id: texts[position] for image_id, texts in REFERENCES.items()},
            training=training,
            segment=2,
            with_local_recall=False,
        )
        for position in (0, 1)
    ]
    for name in ("mean_length", "length_deviation", "types", "tokens", "ttr1", "distinct1"):
        first, second = (getattr(run, name) for run in runs)
        assert getattr(found, name) == (first + second) / 2
    assert (found.system, found.images, found.captions) == ("people", 2, 4)
    assert found.novel == 0.75
    # "a", "barn" and "geese" can be learnt: all three are used, then one of them.
    assert found.coverage == pytest.approx((1 + 1 / 3) / 2)
    assert found.ttr2 == (runs[0].ttr2 or 0) / 2 + (runs[1].ttr2 or 0) / 2


def test_references_of_an_image_are_a_set() -> None:
    corpus = cutline.Corpus(REFERENCES, "cider", jobs=1)
    found = human_diversity(corpus)
    as_run = diversity(
        corpus,
        {image_id: texts[:2] for image_id, texts in REFERENCES.items()},
        with_local_recall=False,
    )
    assert found.sets == as_run.sets
    assert (found.novel, found.coverage) == (None, None)
    assert (found.local_recall, found.local_items) == (None, None)
    assert found.local_recall_missing == "references are not compared with themselves"
    assert str(found.signature).startswith(
        "human-diversity(segment=1000,captions=2,novelty=published)|tok:ptb"
    )


def test_a_figure_that_some_texts_lack_has_no_mean() -> None:
    corpus = cutline.Corpus(REFERENCES, "cider", jobs=1)
    # The first references have nine words, the second ones three.
    assert human_diversity(corpus, segment=3).ttr1 is not None
    assert human_diversity(corpus, segment=4).ttr1 is None


def test_one_reference_an_image_is_no_set() -> None:
    corpus = cutline.Corpus({1: ["a duck"], 2: ["geese", "two geese"]}, "cider", jobs=1)
    assert human_diversity(corpus).sets is None


def test_a_segment_has_a_word() -> None:
    with pytest.raises(UsageError, match="segment: found -1"):
        human_diversity(cutline.Corpus(REFERENCES, "cider", jobs=1), segment=-1)
