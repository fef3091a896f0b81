"""`cutline study models compositional`: from worlds to a table and a page."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from pathlib import Path

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

from cutline.cli.model_study.compositional import study  # noqa: E402
from cutline.cli.model_study.compositional.examples import examples  # noqa: E402
from cutline.cli.model_study.compositional.page import as_page  # noqa: E402
from cutline.cli.model_study.compositional.setting import (  # noqa: E402
    SYSTEMS,
    StudySettings,
    Task,
    evaluated,
    tasks_of,
    trained_on,
)
from cutline.cli.model_study.compositional.study import ModelStudy  # noqa: E402
from cutline.cli.model_study.compositional.tables import as_json  # noqa: E402
from cutline.cli.model_study.compositional.work import Written, do_task  # noqa: E402
from cutline.cli.model_study.spread import Spread, spread_text  # noqa: E402
from cutline.cli.study_models import seed_list  # noqa: E402
from cutline.core.errors import UsageError  # noqa: E402
from cutline.datasets.world import World, WorldSettings, make_world, write_world  # noqa: E402
from cutline.datasets.world.concepts import concepts_text  # noqa: E402
from tests.command_line import run_cutline  # noqa: E402

SETTINGS = StudySettings(scenes=400, seeds=(1, 2), epochs=1)


@cache
def world(seed: int = 1) -> World:
    return make_world(SETTINGS.world(seed))


def test_full_data_is_as_much_and_has_the_pairs() -> None:
    held_out, full = trained_on(world(), "held-out"), trained_on(world(), "full")
    assert len(held_out) == len(full) == len({scene.image_id for scene in full})
    for pair in world().settings.pairs:
        assert not any(scene.shows(pair) for scene in held_out)
        assert any(scene.shows(pair) for scene in full)
    tested = {scene.image_id for scene in world().of("val", "test")}
    assert not tested & {scene.image_id for scene in (*held_out, *full)}


def test_only_scenes_to_test_that_show_a_pair_are_described() -> None:
    for scene in evaluated(world()):
        assert scene.split == "test"
        assert any(scene.shows(pair) for pair in world().settings.pairs)
    assert len(evaluated(world())) > 10


def test_every_model_is_trained_for_every_seed() -> None:
    tasks = tasks_of(SETTINGS, {1: "one", 2: "two"})
    assert len(tasks) == len(set(tasks)) == 10
    assert {(task.seed, task.features) for task in tasks} == {(1, "one"), (2, "two")}
    assert {task.name for task in tasks} == {
        "butr", "butr, full", "up-down", "up-down, full", "show-attend-tell"
    }  # fmt: skip


def test_spreads() -> None:
    one, two = Spread((0.2, 0.4)), Spread((0.1, 0.1))
    assert one.mean == pytest.approx(0.3)
    assert one.deviation == pytest.approx(math.sqrt(0.02))
    assert one.minus(two).values == pytest.approx((0.1, 0.3))
    assert spread_text(one) == "0.300 ± 0.141"
    assert spread_text(Spread((0.3,)), signed=True) == "+0.300"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> ModelStudy:
    """A study whose captions are written by hand: some systems say the pairs, some do not."""
    written = []
    for task in tasks_of(SETTINGS, {1: "one", 2: "two"}):
        says = {"up-down": False, "show-attend-tell": False, "butr": False}
        systems = {task.name: says.get(task.name, True)}
        if task.name == "butr":
            systems |= {"butr, beam 100": False, "butr, random order": False}
            systems |= {"butr + re-ranking": True}
        if task.name == "butr, full":
            systems |= {"butr + re-ranking, full": True}
        captions = {name: said(world(task.seed), all_of_it) for name, all_of_it in systems.items()}
        written.append(Written(task, captions, 10, 20, 30, 1.0, 2.0, f"{task.name} {task.seed}"))
    worlds = {seed: world(seed) for seed in SETTINGS.seeds}
    concepts = tmp_path_factory.mktemp("study") / "concepts.txt"
    concepts.write_text(concepts_text(world().settings.pairs))
    scores = study._scores(worlds, written, str(concepts), 1)
    return ModelStudy(SETTINGS, SYSTEMS, scores, tuple(written), worlds, 60.0)


def said(of: World, all_of_it: bool) -> dict[int | str, tuple[str, ...]]:
    """A reference first, then all pairs that the scene shows, or none."""
    captions: dict[int | str, tuple[str, ...]] = {}
    forms = {"run": "running", "sleep": "sleeping"}
    for scene in evaluated(of):
        shown = [pair for pair in of.settings.pairs if scene.shows(pair)]
        texts = [
            f"a {pair.noun} is {forms[pair.other]}"
            if pair.kind == "verb"
            else f"a {pair.other} {pair.noun}"
            for pair in shown
        ]
        captions[scene.image_id] = ("a thing in a place", *(texts if all_of_it else ()))
    return captions


def test_recall_is_that_of_the_pairs_that_were_said(found: ModelStudy) -> None:
    assert found.recall_of("butr + re-ranking").values == (1.0, 1.0)
    assert found.recall_of("up-down").values == (0.0, 0.0)
    assert found.recall_of("up-down, full", "black cat").mean == 1.0
    gains = {name: spread.mean for name, spread in found.differences.items()}
    assert gains["full data against held out, up-down"] == 1.0
    assert gains["re-ranking against random order"] == 1.0
    assert gains["random order against butr's beam of 5"] == 0.0
    assert found.asking("big bird") >= 4


def test_signatures_name_the_data_and_no_path(found: ModelStudy) -> None:
    lines = [line for line in found.signatures if line.startswith("pair-recall@5(")]
    assert len(lines) == 2
    for line in lines:
        assert "concepts=concepts.txt," in line
        assert re.search(r"files:concepts=[0-9a-f]{16}", line)
        assert "/" not in line


def test_a_scene_is_shown_for_each_pair_where_ranking_helped(found: ModelStudy) -> None:
    shown = examples(found)
    assert [one.pair for one in shown] == [str(pair) for pair in found.pairs]
    for one in shown:
        verdicts = {said.system: said.has_pair for said in one.said}
        assert verdicts["butr + re-ranking"]
        assert not verdicts["butr"]


def test_the_page_and_json_have_every_system(found: ModelStudy) -> None:
    page, told = as_page(found), json.loads(as_json(found))
    for system in SYSTEMS:
        assert system in page
        assert set(told["systems"][system]) == {"recall@5", "pairs", "bleu-4", "cider-d"}
    assert page.count("data:image/svg+xml;base64,") == 6
    assert told["systems"]["butr + re-ranking"]["recall@5"]["by_seed"] == [1.0, 1.0]
    assert len(told["models"]) == 10
    assert told["differences"]["re-ranking against random order"]["mean"] == 1.0


def test_a_model_is_trained_and_describes(tmp_path: Path) -> None:
    settings = WorldSettings(scenes=120)
    write_world(make_world(settings), tmp_path / "world")
    task = Task("butr", "held-out", settings, str(tmp_path / "world" / "features"), 1)
    one = do_task(task)
    names = {"butr", "butr, beam 100", "butr, random order", "butr + re-ranking"}
    assert set(one.captions) == names
    ids = [scene.image_id for scene in evaluated(make_world(settings))]
    for system in names:
        assert list(one.captions[system]) == ids
        assert all(len(texts) == 5 for texts in one.captions[system].values())
    assert one.signature.startswith("butr(tiny)|held-out|training(epochs=1,")
    assert do_task(task).captions == one.captions


@pytest.mark.parametrize("text", ["", "one", "1,1", "1,-2"])
def test_seeds_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--seeds is"):
        seed_list(text)


def test_the_command_gives_a_table_a_page_and_json(tmp_path: Path) -> None:
    page, output = tmp_path / "page.html", tmp_path / "study.json"
    done = run_cutline(
        *("study", "models", "compositional", "--scenes", 200, "--seeds", 4, "--epochs", 1),
        *("--jobs", 1, "--report", page, "-o", output),
    )
    assert done.exit_code == 0, done.stderr
    assert "butr + re-ranking, full" in done.stdout
    assert json.loads(output.read_text())["seeds"] == [4]
    assert "Captioners and pairs they never saw" in page.read_text()


def test_a_page_is_no_standard_output() -> None:
    done = run_cutline("study", "models", "compositional", "--report", "-")
    assert (done.exit_code, "name one" in done.stderr) == (2, True)
