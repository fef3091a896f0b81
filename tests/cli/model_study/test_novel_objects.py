"""The study of novel objects, on a world so small that nothing is learnt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

import torch

from cutline.cli.model_study.novel_objects import study as the_study
from cutline.cli.model_study.novel_objects.novel_words import NovelWordJudge
from cutline.cli.model_study.novel_objects.page import as_page
from cutline.cli.model_study.novel_objects.setting import NOVEL, Setting
from cutline.cli.model_study.novel_objects.study import NovelStudy, StudySettings, novel_study
from cutline.cli.model_study.novel_objects.systems import CBS, GOLD, NBT_CBS, PEOPLE, SYSTEMS
from cutline.cli.model_study.novel_objects.tables import as_json, show_study
from cutline.cli.model_study.novel_objects.work import Done, do_task
from cutline.cli.study_models_novel_objects import _chosen
from cutline.cli.terminal import answers
from cutline.core.errors import UsageError
from cutline.core.types import Benchmark, Example
from cutline.datasets.features import FeatureStore
from cutline.datasets.world import WorldSettings, make_world, write_world
from cutline.datasets.world.types import DOMAINS
from cutline.models.decoding.constrained import mention, mentions
from cutline.models.vocabulary import Vocabulary
from cutline.models.word_vectors import KinVectors, word_vectors
from cutline.text.tokenizer import Tokenizer


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Setting:
    folder = tmp_path_factory.mktemp("world") / "world"
    world = make_world(WorldSettings(scenes=200, held_out=(), novel=NOVEL))
    write_world(world, folder)
    return Setting(world, FeatureStore.open(folder / "features"))


@pytest.fixture(scope="module")
def found() -> NovelStudy:
    def here(tasks: list[the_study.Task], jobs: int) -> tuple[Done, ...]:
        return tuple(map(do_task, tasks))

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(the_study, "_all_done", here)
        study = novel_study(StudySettings(60, (1,), 1, "world"), jobs=1)
    torch.set_num_threads(threads)
    return study


def words(text: str) -> list[str]:
    return Tokenizer(context="none").tokenize([text])[0].split()


def test_no_training_caption_names_a_novel_class(setting: Setting) -> None:
    novel = [setting.constraint(label) for label in setting.novel]
    said = [words(text) for captions in setting.training.values() for text in captions]
    assert len(said) > 500
    assert not any(mentions(caption, one, novel) for caption in said for one in novel)
    assert {scene.domain for scene in setting.tests} == set(DOMAINS)


def test_a_vocabulary_has_every_name(setting: Setting) -> None:
    assert {"couch", "sofa", "bicycle", "bike", "bench", "dog", "puppy"} <= {*setting.words}


def test_constraints_are_what_was_seen_or_is_there(setting: Setting) -> None:
    gold = setting.gold(setting.tests)
    for scene, constraints in zip(setting.tests, gold, strict=True):
        assert {one.name for one in constraints} == {item.label for item in scene.objects}
    predicted = setting.predicted(setting.tests)
    same = sum(
        {one.name for one in seen} == {one.name for one in really}
        for seen, really in zip(predicted, gold, strict=True)
    )
    assert 0 < same < len(gold)  # the detector errs at times


def test_each_novel_class_borrows_from_its_kin(setting: Setting) -> None:
    called = setting.classes.called
    borrowed = {called(one): called(like) for one, like in setting.classes.neighbours}
    assert borrowed["penguin"] == "bird"
    assert set(borrowed) == set(NOVEL)


def test_f1_counts_a_class_where_any_reference_names_it() -> None:
    benchmark = Benchmark.from_examples(
        "b",
        [
            Example(1, ("A sofa.", "A couch and a dog.")),
            Example(2, ("Two sofas.", "A tent.")),
            Example(3, ("A dog.", "A dog.")),
        ],
    )
    judge = NovelWordJudge(benchmark, [mention("couch", ["sofa"]), mention("tent")], "d")
    judged = judge.judge({1: "a couch", 2: "a dog", 3: "a couch and a tent"})
    couch, tent = judged.counts
    assert (couch.right, couch.said, couch.wanted) == (1, 2, 2)
    assert (couch.precision, couch.recall, couch.f1) == (0.5, 0.5, 0.5)
    assert (tent.right, tent.said, tent.wanted, tent.f1) == (0, 1, 1, 0.0)
    assert judged.f1 == 0.25
    assert "novel-f1(words=couch,tent)" in judged.signature
    assert "|refs:2|images:3|data:d|" in judged.signature


def test_every_constrained_caption_does_as_it_is_asked(found: NovelStudy) -> None:
    setting = found.worlds[1]
    asked = {
        CBS: (setting.predicted(setting.tests), 1),
        GOLD: (setting.gold(setting.tests), 2),
        NBT_CBS: (setting.predicted(setting.tests), 1),
    }
    for system, (constraints, at_least) in asked.items():
        given, satisfied = found.asked(system)
        assert given == satisfied > 0
        captions = list(found.written[system, 1].captions.values())
        for caption, several in zip(captions, constraints, strict=True):
            met = sum(mentions(words(caption), one, several) for one in several)
            assert met >= min(at_least, len(several))


def test_people_are_scored_as_others_are(found: NovelStudy) -> None:
    people = found.written[PEOPLE, 1].captions
    setting = found.worlds[1]
    assert people == {scene.image_id: scene.captions[0] for scene in setting.tests}
    assert all(len(example.references) == 4 for example in setting.benchmark)
    assert found.cider(PEOPLE).mean > 0.5
    by_domain = [found.score(PEOPLE, 1, domain) for domain in DOMAINS]
    assert sum(len(score.image_ids) for score in by_domain) == len(setting.tests)


def test_answers(found: NovelStudy, capsys: pytest.CaptureFixture[str]) -> None:
    show_study(found, answers())
    shown = capsys.readouterr().out
    content = json.loads(as_json(found))
    page = as_page(found)
    for system in (*(one.name for one in SYSTEMS), PEOPLE):
        assert system in shown
        assert system in page
        assert set(content["systems"][system]["cider-d"]) == {*DOMAINS, "all"}
    assert "cider-d(" in shown
    assert "novel-f1(" in shown
    assert content["captions"]["1"][PEOPLE]
    assert page.count("<svg") > 3
    for line in content["signatures"]:
        assert line in shown


def test_made_up_vectors_tell_kin_and_every_token_has_one() -> None:
    vocabulary = Vocabulary.of([["a", "dog", "cat", "bus"]])
    rows = word_vectors(vocabulary, KinVectors({"dog": "animal", "cat": "animal"}))
    assert rows.shape == (8, 128)
    assert torch.allclose(rows.norm(dim=1), torch.full((8,), 4.0))
    dog, cat, bus = (rows[vocabulary.number(word)] / 4 for word in ("dog", "cat", "bus"))
    assert float(dog @ cat) > 0.3 > abs(float(dog @ bus))
    again = word_vectors(vocabulary, KinVectors({"dog": "animal", "cat": "animal"}))
    assert torch.equal(rows, again)


def test_unknown_vectors_are_refused() -> None:
    with pytest.raises(UsageError, match="--vectors is wordllama or world, not 'glove'"):
        _chosen("glove")
    assert _chosen("world") == "world"


def test_nothing_is_left_behind(found: NovelStudy) -> None:
    assert not Path(found.trained[0].task.features).exists()
