"""`cutline collect`: from images on a disk to files of what people wrote."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cutline.cli.app import command_line
from cutline.collect.console.forms.settings import initial_of
from cutline.collect.models import Annotator, Item, Project, Task
from cutline.collect.projects import idle_parts
from cutline.datasets.bundle import check_bundle
from cutline.datasets.collected import read_collected
from cutline.datasets.read import read_references
from cutline.web.people.models import AuditEntry, Person, Role
from tests.cli.site_process import Running, cutline
from tests.collect import made as collected
from tests.collect.simulated import write_captions
from tests.server import made

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def this_site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Commands work on the tests' own database."""
    from django.conf import settings

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "cutline.cli.serving.site.open_site", lambda *_, **__: settings.CONFIGURATION
    )
    nothing = "cutline.server.operation.database."
    monkeypatch.setattr(f"{nothing}reach_database", lambda: None)
    monkeypatch.setattr(f"{nothing}bring_up_to_date", lambda: None)


@pytest.fixture
def hanna() -> Person:
    return made.person("hanna", Role.HOST)


def run(*arguments: str) -> str:
    done = CliRunner().invoke(command_line("collect"), ["collect", *arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*arguments: str) -> str:
    with pytest.raises(Exception) as error:  # noqa: PT011 - the text is looked at
        run(*arguments)
    return str(error.value)


def addresses(folder: Path, count: int = 3) -> str:
    path = folder / "list.txt"
    path.write_text("".join(f"https://example.org/{n}.jpg\n" for n in range(count)))
    return str(path)


def test_a_project_of_addresses_is_made_opened_paused_and_closed(
    hanna: Person, tmp_path: Path
) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_text("- Be exact.\n")
    given = ["--owner", "hanna", "--references", "4", "--no-human", "--arms"]
    given += ["--language", "de", "--instructions", str(rules)]
    said = run("new", "Street scenes", addresses(tmp_path), *given)
    assert said.endswith("/collect/street-scenes/\n")
    project = Project.objects.get(slug="street-scenes")
    assert (project.owner, project.state, project.language) == (hanna, "draft", "de")
    assert (project.references_per_image, project.wanted) == (4, 4)
    assert [arm["primed"] for arm in project.arms] == [False, True]
    # The settings in the console say what this is.
    shown = initial_of(project)
    assert (shown["priming"], shown["primed_percent"]) == ("experiment", 50)
    assert project.instructions == "- Be exact.\n"
    assert Item.objects.filter(project=project, wanted=4).count() == 3

    link = run("open", "street-scenes")
    assert link.strip().endswith(f"/c/street-scenes/join/{project.invitation}/")
    run("pause", "street-scenes")
    assert "paused: it cannot become paused" in refused("pause", "street-scenes")
    run("close", "street-scenes")
    project.refresh_from_db()
    assert project.state == "closed"
    done = AuditEntry.objects.filter(action__startswith="project.").values_list("action", flat=True)
    assert {"project.open", "project.paused", "project.closed"} <= set(done)


def test_ratings_are_asked_for_by_the_name_of_a_question(hanna: Person, tmp_path: Path) -> None:
    manifest = tmp_path / "captions.jsonl"
    content = [{"system": "ours", "caption": "A dog."}, {"system": "people", "caption": "A cat."}]
    record = {"image_id": 7, "url": "https://example.org/7.jpg", "content": content}
    manifest.write_text(json.dumps(record) + "\n")
    run("new", "Judged", str(manifest), "--owner", "hanna", "--rate", "M1", "--references", "3")
    project = Project.objects.get()
    assert (project.mode, project.question["kind"], project.wanted) == ("ratings", "yes_no", 3)
    assert "is none of M1, M2" in refused(
        "new", "X", str(manifest), "--owner", "hanna", "--rate", "M9"
    )


def test_a_test_and_attention_are_asked_for_or_said_to_be_idle(
    hanna: Person, tmp_path: Path
) -> None:
    manifest = tmp_path / "birds.jsonl"
    known = {"expected": {"all_of": [["dog"]]}}
    manifest.write_text(
        "".join(
            json.dumps({"image_id": n, "url": f"https://example.org/{n}.jpg", **more}) + "\n"
            for n, more in enumerate(
                [{}, {"role": "qualification", **known}, {"role": "attention", **known}]
            )
        )
    )
    made_by = ["new", "Birds", str(manifest), "--owner", "hanna"]
    run(*made_by, "--pass-mark", "0.8", "--attention-every", "20", "--tasks-each", "50")
    project = Project.objects.get()
    found = (project.pass_mark, project.attention_every, project.tasks_each)
    assert found == (0.8, 20, 50)
    assert idle_parts(project) == []
    project.delete()
    said = CliRunner().invoke(command_line("collect"), ["collect", *made_by]).stderr
    assert "without a pass mark nobody is given the 1 item of the test" in said
    assert "nobody is given the 1 item for attention" in said
    project = Project.objects.get()
    Item.objects.exclude(role="collect").delete()
    assert idle_parts(project) == []
    project.pass_mark, project.attention_every = 0.5, 10
    assert [one.split(",")[0] for one in idle_parts(project)] == [
        "there is a pass mark",
        "attention is to be checked",
    ]


def test_who_may_not_host_makes_no_projects(tmp_path: Path) -> None:
    made.person("pia")
    assert "is no host" in refused("new", "X", addresses(tmp_path), "--owner", "pia")
    assert "nobody here is called" in refused("new", "X", addresses(tmp_path), "--owner", "nobody")
    said = refused("new", "X", "a", "--owner", "pia", "--primed", "--arms")
    assert "exclude each other" in said


@pytest.fixture
def birds(hanna: Person) -> Project:
    project = collected.project(hanna, images=3, references=2)
    Item.objects.update(slice_label="near")
    write_captions(project, 4)
    return project


def test_status_tells_how_far_it_is(birds: Project) -> None:
    told = json.loads(run("status", "birds", "--json"))
    assert told["images"] == {"all": 3, "complete": 3}
    assert told["answers"] == {"wanted": 9, "standing": 9, "in_hand": 0}
    assert told["people"] == {"active": 4}
    assert told["links"]["prolific"].endswith(
        "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )
    said = run("status", "birds")
    assert re.search(r"captions +9 of 9", said)
    assert birds.invitation in said
    assert "there are: birds" in refused("status", "birdz")


def test_every_form_is_written_and_read_again(birds: Project, tmp_path: Path) -> None:
    def written(name: str, form: str, *more: str) -> Any:
        run("export", "birds", "-o", name, "--as", form, *more)
        return tmp_path / name

    references, _ = read_references(str(written("coco.json", "coco")))
    assert [len(of) for of in references.references] == [2, 2, 2]
    human, _ = read_references(str(written("human.json", "coco", "--part", "human")))
    assert [len(of) for of in human.references] == [1, 1, 1]
    nocaps, _ = read_references(str(written("nocaps.json", "nocaps", "--part", "all")))
    assert set(nocaps.tags["domain"].values()) == {"near"}
    assert len(read_collected(written("birds.jsonl", "collected")).captions) == 9
    assert written("workers.csv", "workers").read_text().startswith("worker,arm,is_blocked,")
    bundle = written("birds.zip", "bundle", "--licence", "CC0-1.0", "--public", "--split", "val")
    assert check_bundle(bundle).passes(strict=True)
    assert json.loads(run("export", "birds", "-o", "-", "--as", "workers"))["project"] == "birds"
    assert "--licence" in refused("export", "birds", "-o", "b.zip", "--as", "bundle")
    assert "rate none" in refused("export", "birds", "-o", "r.json", "--as", "results")


def test_blocking_takes_captions_back_and_exports_say_what_is_missing(
    birds: Project, tmp_path: Path
) -> None:
    wrote = Task.objects.filter(annotator__number=2, state="done").count()
    said = run("block", "birds", "W2", "--why", "the same sentence everywhere")
    assert said == f"W2: blocked, {wrote} answers discarded\n"
    assert Annotator.objects.get(number=2).state == "blocked"
    assert AuditEntry.objects.get(action="annotator.block").detail["discarded"] == wrote
    assert "there is no W9 among 4" in refused("block", "birds", "9", "--why", "x")

    missing = refused("export", "birds", "-o", "birds.json", "--as", "coco")
    assert f"missing, of {wrote} of 3 images" in missing
    assert not (tmp_path / "birds.json").exists()
    run("export", "birds", "-o", "birds.json", "--as", "coco", "--part", "all", "--partial")
    found, _ = read_references("birds.json")
    assert sum(map(len, found.references)) == 9 - wrote


def test_the_site_that_it_starts_is_the_same(tmp_path: Path) -> None:
    with Running(tmp_path, "collect", "--port", "0", "--no-open") as site:
        site.wait_for(r"make the admin's account at http://\S+/set-up/")
        site.wait_for(r"Ctrl-C stops it")
        site.stop()
    done = cutline(tmp_path, "collect", "status", "nothing")
    assert done.returncode == 2
    assert "there is no project 'nothing'; there are: none" in done.stderr
    with sqlite3.connect(next((tmp_path / "data").glob("*.sqlite3"))) as database:
        assert database.execute("SELECT count(*) FROM collect_project").fetchone() == (0,)
