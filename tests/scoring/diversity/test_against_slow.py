"""All figures equal those of a slow program that shares no code with ours."""

from __future__ import annotations

import json
from functools import partial
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cutline
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.read import read_references, read_run
from cutline.scoring.diversity import diversity, human_diversity
from cutline.text.parsers import parse_captions
from tests.scoring.diversity import comparison, slow_diversity
from tests.shared_data import shared_data

WORDS = ("a", "the", "heron", "herons", "wades", "tall", "slowly", "7", "&", "%")
EMPTY_OR_NOT = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
CAPTION = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)
IMAGE = st.tuples(
    st.lists(CAPTION, min_size=1, max_size=4), st.lists(EMPTY_OR_NOT, min_size=3, max_size=3)
)
IMAGES = st.lists(IMAGE, min_size=1, max_size=6)
TRAINING = st.lists(EMPTY_OR_NOT, max_size=5)
SEGMENT = st.integers(1, 12)

#: Real captions to look at; enough for segments of 1,000 words.
REAL_IMAGES = 200


@given(images=IMAGES, training=TRAINING, segment=SEGMENT, captions=st.integers(1, 3))
def test_any_run(
    images: list[tuple[list[str], list[str]]], training: list[str], segment: int, captions: int
) -> None:
    references = {n: written for n, (written, _) in enumerate(images)}
    said: dict[ImageId, list[str]] = {n: texts for n, (_, texts) in enumerate(images)}
    corpus = cutline.Corpus(references, "cider", tokenizer="none", jobs=1)
    first = [texts[0] for texts in said.values()]
    found = diversity(
        corpus,
        said,
        training=training,
        segment=segment,
        captions=captions,
        with_local_recall=False,
    )
    comparison.check_text(found, first, segment)
    comparison.check_training(corpus, found, first, training)
    if captions == 1:
        assert found.sets is None
    else:
        kept = {image_id: texts[:captions] for image_id, texts in said.items()}
        comparison.check_sets(corpus, found.sets, kept)


@settings(max_examples=40)
@given(images=IMAGES)
def test_local_recall_of_any_run(images: list[tuple[list[str], list[str]]]) -> None:
    references = [written for written, _ in images]
    corpus = cutline.Corpus(references, "cider", jobs=1)
    first = [texts[0] for _, texts in images]
    # Captions that nobody wrote would only fill the cache.
    uncached = partial(parse_captions, is_cached=False)
    with (
        patch("cutline.scoring.diversity.local_recall.parse_captions", uncached),
        patch("tests.scoring.diversity.comparison.parse_captions", uncached),
    ):
        found = diversity(corpus, first)
        comparison.check_local_recall(corpus, found, first)


@given(images=IMAGES, training=TRAINING, segment=SEGMENT)
def test_any_references(
    images: list[tuple[list[str], list[str]]], training: list[str], segment: int
) -> None:
    written = [references for references, _ in images]
    corpus = cutline.Corpus(written, "cider", tokenizer="none", jobs=1)
    found = human_diversity(corpus, training=training, segment=segment)
    fewest = min(map(len, written))
    runs = [[texts[position] for texts in written] for position in range(fewest)]
    lengths = [slow_diversity.mean_length(texts) for texts in runs]
    novel = [slow_diversity.novel(texts, training) for texts in runs]
    covered = [slow_diversity.coverage(texts, training, written) for texts in runs]
    types = [len(set(slow_diversity.running_text(texts))) for texts in runs]
    ratios = [slow_diversity.ttr(texts, 1, segment) for texts in runs]
    assert found.captions == len(images) * fewest
    assert found.mean_length == comparison.close(sum(lengths) / fewest)
    assert found.types == comparison.close(sum(types) / fewest)
    assert found.novel == mean_of(novel)
    assert found.coverage == mean_of(covered)
    assert found.ttr1 == mean_of(ratios)
    if fewest > 1:
        cut: dict[ImageId, list[str]] = {n: texts[:fewest] for n, texts in enumerate(written)}
        comparison.check_sets(corpus, found.sets, cut)
    else:
        assert found.sets is None


def mean_of(values: list[float | None]) -> object:
    known = [value for value in values if value is not None]
    return comparison.close(sum(known) / len(known)) if len(known) == len(values) else None


@pytest.fixture(scope="module")
def karpathy() -> Benchmark:
    """All references of Karpathy's val and test images."""
    parts = [
        read_references(shared_data(f"coco_karpathy/coco_karpathy_{split}_gt.json"))[0]
        for split in ("val", "test")
    ]
    return Benchmark(
        "karpathy",
        parts[0].image_ids + parts[1].image_ids,
        parts[0].references + parts[1].references,
    )


def test_a_real_run_with_one_caption_an_image(karpathy: Benchmark) -> None:
    path = shared_data("coco_system_outputs/captions_val2014_baseline_results.json")
    run = read_run(path)[0]
    ids = karpathy.image_ids[:: len(karpathy) // REAL_IMAGES]
    chosen = set(ids)
    pairs = zip(karpathy.image_ids, karpathy.references, strict=True)
    training = [text for image_id, texts in pairs if image_id not in chosen for text in texts]
    corpus = cutline.Corpus(karpathy.only(ids), "cider")
    found = diversity(corpus, Run("baseline", {i: run.captions[i] for i in ids}), training=training)
    raw = [run.captions[image_id][0] for image_id in corpus.benchmark.image_ids]
    comparison.check_text(found, corpus.tokenizer.tokenize(raw), 1000)
    comparison.check_training(corpus, found, raw, training)
    comparison.check_local_recall(corpus, found, raw)
    assert found.sets is None
    # The slow program agrees; neither had nothing to compute.
    assert found.ttr1 is not None
    assert found.ttr2 is not None
    assert found.local_recall is not None
    assert None not in found.local_recall


def test_a_real_run_with_ten_captions_an_image(karpathy: Benchmark) -> None:
    path = shared_data("coco_system_outputs/diversity_merge_results.json")
    captions = {item["image_id"]: item["captions"] for item in json.loads(path.read_text())}
    ids = [image_id for image_id in karpathy.image_ids if image_id in captions][:REAL_IMAGES]
    said = {image_id: captions[image_id] for image_id in ids}
    corpus = cutline.Corpus(karpathy.only(ids), "cider")
    found = diversity(corpus, said, with_local_recall=False)
    assert found.images == REAL_IMAGES
    assert found.captions == 10 * REAL_IMAGES
    raw = [said[image_id][0] for image_id in corpus.benchmark.image_ids]
    comparison.check_text(found, corpus.tokenizer.tokenize(raw), 1000)
    comparison.check_sets(corpus, found.sets, said)
