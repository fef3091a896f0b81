"""METEOR's alignments: pairs, chunks, numbers, and that they are those of the score."""

from __future__ import annotations

import math
import random

import pytest

import cutline
from cutline.benchmarks.demo import SYSTEMS, demo_benchmark, demo_run
from cutline.core.types import Benchmark, Run
from cutline.metrics.explained.meteor_alignment import Alignment, align, best_of
from cutline.metrics.meteor import PARAMETERS, Meteor
from cutline.scoring.explanation import explain


def aligned(candidate: str, reference: str) -> Alignment:
    (alignment,) = align(Meteor(), candidate, [reference])
    return alignment


def pairs_of(alignment: Alignment) -> list[tuple[str, str, str]]:
    return [
        (
            pair.stage,
            " ".join(alignment.candidate[place] for place in pair.candidate),
            " ".join(alignment.reference[place] for place in pair.reference),
        )
        for pair in alignment.pairs
    ]


@pytest.mark.parametrize("task", PARAMETERS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_demo_images_have_the_statistics_and_values_of_the_score(task: str, system: str) -> None:
    metric = cutline.parse_spec(f"meteor(task={task})")
    assert isinstance(metric, Meteor)
    corpus = cutline.Corpus(demo_benchmark(), [metric])
    run = demo_run(system)
    (score,) = corpus.score(run).scores
    explained = explain(corpus, metric, run, corpus.benchmark.image_ids)
    best = [image.alignments[image.best] for image in explained]
    assert [list(alignment.statistics) for alignment in best] == score.statistics.tolist()
    assert [alignment.score for alignment in best] == score.values.tolist()


@pytest.mark.parametrize("tokenizer", ["ptb", "ptb(context=none)", "none"])
def test_odd_captions_too_have_the_values_of_the_score(tokenizer: str) -> None:
    words = "a the dogs run ran next to in front of etc. Mr. ||| x|||y isn't 10:10 é 狗 👍🏽 , |"
    chosen = random.Random(7)

    def caption() -> str:
        several = chosen.choices(words.split(), k=chosen.randint(0, 14))
        return chosen.choice([" ", "  "]).join(several)

    metric = Meteor()
    for _ in range(40):
        ids = tuple(range(chosen.randint(1, 9)))
        references = tuple([caption() for _ in range(chosen.randint(1, 4))] for _ in ids)
        benchmark = Benchmark("odd", ids, references)
        run = Run("odd", {image_id: (caption(),) for image_id in ids})
        corpus = cutline.Corpus(benchmark, [metric], tokenizer=tokenizer)
        (score,) = corpus.score(run).scores
        explained = explain(corpus, metric, run, ids)
        best = [image.alignments[image.best] for image in explained]
        assert [list(alignment.statistics) for alignment in best] == score.statistics.tolist()
        for alignment in (each for image in explained for each in image.alignments):
            numbers = dict(zip(Meteor.columns, alignment.statistics, strict=True))
            assert len(alignment.chunks) == numbers["chunks"]
            both = numbers["candidate_matched"] + numbers["reference_matched"]
            assert alignment.matched == both / 2


def test_words_that_depend_on_the_next_caption_are_those_of_the_score() -> None:
    references = {1: ["the big letter K."], 2: ["A tap"]}
    candidates = {1: ("a letter K.",), 2: ("A sink",)}
    corpus = cutline.Corpus(references, [Meteor()])
    first, _ = explain(corpus, Meteor(), Run("x", candidates), [1, 2])
    (last,) = explain(corpus.only([1]), Meteor(), Run("x", candidates), [1])
    assert first.alignments[0].reference != last.alignments[0].reference


def test_each_stage_is_named() -> None:
    assert pairs_of(
        aligned("a big dog runs next to a tree", "a large dog running beside a tree")
    ) == [
        ("exact", "a", "a"),
        ("synonym", "big", "large"),
        ("exact", "dog", "dog"),
        ("stem", "runs", "running"),
        ("paraphrase", "next to a", "beside a"),
        ("exact", "tree", "tree"),
    ]


def test_a_chunk_ends_where_either_caption_has_another_word() -> None:
    alignment = aligned("a dog on a mat sleeps", "a small dog sleeps on a mat")
    chunks = [[alignment.candidate[p.candidate.start] for p in c] for c in alignment.chunks]
    assert chunks == [["a"], ["dog"], ["sleeps"], ["on", "a", "mat"]]
    assert alignment.matched == 6
    assert alignment.fragmentation == 4 / 6


def test_paraphrases_can_differ_in_length() -> None:
    alignment = aligned("a dog next to a tree", "a dog beside a tree")
    assert (len(alignment.candidate), len(alignment.reference)) == (6, 5)
    assert alignment.matched == 5.5
    assert alignment.fragmentation == 0  # all is matched, in one chunk


def test_nothing_in_common_and_nothing_at_all() -> None:
    apart = aligned("three blind mice", "an owl at noon")
    assert (apart.pairs, apart.chunks, apart.score, apart.precision) == ((), (), 0.0, 0.0)
    assert math.isnan(apart.fragmentation)
    empty = aligned("", "an owl")
    assert (empty.candidate, empty.score, empty.recall) == ((), 0.0, 0.0)
    assert math.isnan(empty.precision)
    assert aligned("an owl", "").reference == ()


def test_the_first_of_equal_references_is_the_best() -> None:
    alignments = align(Meteor(), "a dog", ["a cat", "a dog", "a dog"])
    assert best_of(alignments) == 1
    assert best_of(align(Meteor(), "an owl", ["a cat", "the sea"])) == 0


def test_bars_in_a_reference_make_it_two() -> None:
    alignments = align(Meteor(), "a dog ||| runs", ["a cat ||| the dog runs", "a dog"])
    assert [alignment.reference for alignment in alignments] == [
        ("a", "cat"),
        ("the", "dog", "runs"),
        ("a", "dog"),
    ]
    assert alignments[0].candidate == ("a", "dog", "runs")


def test_function_words_are_known() -> None:
    alignment = aligned("the dog is on the grass", "a lawn")
    assert alignment.function_words == {"the", "is", "on", "a"}
    numbers = dict(zip(Meteor.columns, alignment.statistics, strict=True))
    assert numbers["candidate_function_words"] == 4
