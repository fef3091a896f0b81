"""All findings about a run together."""

from __future__ import annotations

import json
from itertools import count

import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.core.errors import ContentError, UsageError
from cutline.datasets.object_synonyms import read_object_synonyms
from cutline.datasets.read import read_run
from cutline.scoring.diagnosis import diagnose
from tests.scoring.diagnosis.restated_chair import chair
from tests.scoring.diagnosis.small_runs import PONDS
from tests.shared_data import shared_data


def test_a_diagnosis_is_ready_for_json() -> None:
    corpus = cutline.Corpus(PONDS, "bleu-1")
    captions = {1: "a a duck", 2: "two geese", 3: "a zebra"}
    diagnosis = diagnose(corpus, captions, objects={1: ["duck"]}, training=["a zebra"])
    plain = json.loads(json.dumps(diagnosis.to_dict()))
    assert plain["images"] == plain["benchmark_images"] == 3
    assert plain["tokenizer"] == "ptb(context=official)"
    assert plain["lengths"]["candidates"]["histogram"] == [[2, 2], [3, 1]]
    assert plain["novel_words"]["is_training_given"] is True
    assert plain["repetition"]["stutter_examples"] == [
        {"image_id": 1, "caption": "a a duck", "repeated": "a"}
    ]
    assert plain["objects"]["by_image"] == [
        {"image_id": 1, "mentioned": ["duck"], "hallucinated": [], "missed": []}
    ]


def test_objects_of_the_benchmark_are_used_where_no_others_are_given() -> None:
    corpus = cutline.Corpus(demo_benchmark(), "bleu-1")
    parrot = diagnose(corpus, demo_run("parrot")).objects
    steady = diagnose(corpus, demo_run("steady")).objects
    assert parrot is not None
    assert steady is not None
    assert parrot.images == steady.images == 24
    assert parrot.chair_s > steady.chair_s
    assert diagnose(cutline.Corpus(PONDS, "bleu-1"), {1: "a duck"}).objects is None


def test_images_that_the_run_leaves_out_are_left_out() -> None:
    corpus = cutline.Corpus(PONDS, "bleu-1")
    some = diagnose(corpus, {2: "two geese", 77: "a duck"})
    alone = diagnose(cutline.Corpus({2: PONDS[2]}, "bleu-1"), {2: "two geese"})
    assert (some.images, some.benchmark_images) == (1, 3)
    assert some.lengths == alone.lengths
    assert some.vocabulary == alone.vocabulary
    assert some.word_use == alone.word_use
    with pytest.raises(ContentError, match="no caption for any image"):
        diagnose(corpus, {77: "a duck"})


def test_one_image_with_one_word() -> None:
    diagnosis = diagnose(cutline.Corpus({"x": ["duck"]}, "bleu-1"), {"x": "duck"})
    assert diagnosis.lengths.ratio == 1
    assert diagnosis.word_use.over == ()
    assert diagnosis.repetition.shared == 0
    assert diagnosis.vocabulary.candidates.coverage == 1


def test_a_run_without_any_word_is_diagnosed() -> None:
    diagnosis = diagnose(
        cutline.Corpus(PONDS, "bleu-1"), dict.fromkeys(PONDS, ""), objects={1: ["duck"]}
    )
    assert diagnosis.lengths.empty == 3
    assert diagnosis.repetition.most_repeated[0].images == 3
    assert diagnosis.objects is not None
    assert diagnosis.objects.recall == 0


def test_the_first_of_ranked_captions_counts() -> None:
    corpus = cutline.Corpus(PONDS, "bleu-1")
    ranked = {image: ["a duck", "a a a zebra"] for image in PONDS}
    assert diagnose(corpus, ranked) == diagnose(corpus, dict.fromkeys(PONDS, "a duck"))


def test_lists_hold_no_more_than_asked_for() -> None:
    corpus = cutline.Corpus({i: [f"duck {i} swims"] for i in range(50)}, "bleu-1")
    number = count()
    captions = {i: f"zebra zebra {next(number) % 20} runs" for i in range(50)}
    diagnosis = diagnose(corpus, captions, most=3)
    use = diagnosis.word_use
    lists = [use.over, use.under, use.support.unsupported, use.support.missed]
    assert [len(listed) for listed in lists] == [3, 3, 3, 3]
    assert len(diagnosis.repetition.most_repeated) == 3
    assert len(diagnosis.repetition.stutter_examples) == 3
    assert diagnosis.repetition.stutters == 50
    with pytest.raises(UsageError, match="most: found -1, expected 0 or more"):
        diagnose(corpus, captions, most=-1)


def test_chair_of_a_real_run_is_what_the_published_rules_give() -> None:
    references = shared_data("coco_karpathy/coco_karpathy_test_gt.json")
    run, _ = read_run(shared_data("coco_system_outputs/paddle_updown_vis.json"))
    words = shared_data("chair_objects/synonyms.txt")
    stored = json.loads(shared_data("chair_objects/coco2014_gt_objects.json").read_text())
    objects = {
        int(image_id): [stored["categories"][number] for number in numbers]
        for image_id, numbers in stored["objects"].items()
    }
    corpus = cutline.Corpus(references, "bleu-1")
    found = diagnose(corpus, run, objects=objects, synonyms=read_object_synonyms(words)).objects
    assert found is not None
    expected_i, expected_s = chair(corpus.benchmark, run, objects, words)
    # The restatement cuts words by itself, so a caption or two may differ.
    assert found.chair_i == pytest.approx(expected_i, abs=0.0005)
    assert found.chair_s == pytest.approx(expected_s, abs=0.0005)
    assert 0.06 < found.chair_i < 0.09
    assert 0.084 < found.chair_s < 0.137
