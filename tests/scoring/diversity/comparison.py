"""Comparing what Cutline computes with what the slow program does, figure by figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

import cutline
from cutline.core.types import ImageId
from cutline.scoring.diversity import Diversity, SetDiversity
from cutline.text.parsers import parse_captions
from tests.scoring.diversity import slow_diversity as slow

CLOSE = 1e-12


def close(value: float) -> object:
    return pytest.approx(value, rel=CLOSE, abs=CLOSE)


def check_text(found: Diversity, texts: Sequence[str], segment: int) -> None:
    """The figures that need nothing but tokenized captions."""
    assert found.mean_length == slow.mean_length(texts)
    assert found.length_deviation == close(slow.length_deviation(texts))
    assert found.tokens == len(slow.running_text(texts))
    assert found.types == len(set(slow.running_text(texts)))
    assert found.ttr1 == slow.ttr(texts, 1, segment)
    assert found.ttr2 == slow.ttr(texts, 2, segment)
    assert found.distinct1 == slow.distinct(texts, 1)
    assert found.distinct2 == slow.distinct(texts, 2)
    assert found.unique == slow.unique(texts)


def check_training(
    corpus: cutline.Corpus, found: Diversity, raw: Sequence[str], training: Sequence[str]
) -> None:
    """The figures that need training captions."""
    cut = corpus.tokenizer.tokenize
    texts = cut([text for of_image in corpus.benchmark.references for text in of_image])
    assert found.novel == slow.novel(raw, training)
    assert found.coverage == slow.coverage(cut(raw), cut(training), [texts])


def check_local_recall(corpus: cutline.Corpus, found: Diversity, raw: Sequence[str]) -> None:
    """The figures that need parses."""
    tagged = [
        [[(token.text, token.tag) for s in caption for token in s] for caption in parses]
        for parses in (parse_captions(texts) for texts in corpus.benchmark.references)
    ]
    said = [[token.text for s in caption for token in s] for caption in parse_captions(raw)]
    recall, items = slow.local_recall(tagged, said)
    assert found.local_recall == tuple(recall)
    assert found.local_items == tuple(items)


def check_sets(
    corpus: cutline.Corpus, found: SetDiversity | None, said: Mapping[ImageId, Sequence[str]]
) -> None:
    """The figures of several captions an image: all of those given, of all images."""
    assert found is not None
    ids = corpus.benchmark.image_ids
    cut = corpus.tokenizer.tokenize
    positions = [cut(texts) for texts in zip(*(said[i] for i in ids), strict=True)]
    sets = list(zip(*positions, strict=True))
    references = [cut(texts) for texts in corpus.benchmark.references]
    values = slow.self_cider(sets, references)
    assert found.captions_per_image == len(positions)
    assert found.self_bleu == tuple(close(slow.self_bleu(sets, n)) for n in (1, 2, 3, 4))
    assert found.image_ids == ids
    assert found.self_cider_values.tolist() == [close(value) for value in values]
    assert found.self_cider == close(sum(values) / len(values))
    assert found.div1 == close(slow.div(sets, 1))
    assert found.div2 == close(slow.div(sets, 2))
    assert found.unique == slow.unique_in_sets(sets)
