"""From a collection to a hosted benchmark, a submission and a board with the human row."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from cutline.collect.assignment import Answer, finish, next_task
from cutline.collect.export import (
    BundleChoices,
    bundle_content,
    divided,
    require_complete,
    take_snapshot,
)
from cutline.collect.models import Item, Project
from cutline.collect.quality.block import block
from cutline.core.errors import ContentError
from cutline.core.types import Run
from cutline.datasets.bundle import open_bundle, write_bundle
from cutline.scoring import Corpus
from cutline.server.hosting.create import host_bundle, publish
from cutline.server.hosting.replace import replace_bundle
from cutline.server.models import Benchmark, Submission
from cutline.server.rescoring.publish import publish as publish_rescore
from cutline.web.people.models import AuditEntry, Role
from tests.collect import made as collected
from tests.collect.simulated import write_captions
from tests.server import made
from tests.server.scored import score_all, submission

pytestmark = pytest.mark.django_db


def test_what_people_wrote_becomes_a_board_with_their_own_row(tmp_path: Path) -> None:
    hanna = made.person("hanna", Role.HOST)
    project = collected.project(hanna, images=12, references=3)
    Item.objects.update(slice_label="near")
    Item.objects.filter(position__lt=6).update(slice_label="far")
    write_captions(project, 6)
    collected.check_counts(project)

    snapshot = take_snapshot(project)
    assert not require_complete(snapshot, partial=False)
    choices = BundleChoices("CC0-1.0", metrics=("bleu-4", "rouge-l", "cider-d"))
    write_bundle(bundle_content(snapshot, choices), tmp_path / "birds.zip")

    benchmark = host_bundle(tmp_path / "birds.zip", hanna)
    publish(benchmark, hanna)
    phase = benchmark.phases.get(slug="test")
    team = made.team("Magpies", made.person("pia"))
    said = {one.image.image_id: (one.references[0].text,) for one in divided(snapshot)}
    ours = submission(phase, team, Run("a parrot", said))
    score_all()
    ours.refresh_from_db()
    assert ours.state == "done"

    address = f"/b/{benchmark.slug}/board/{phase.slug}"
    board = Client().get(f"{address}.json").json()
    entries = {entry["kind"]: entry for entry in board["entries"]}
    assert {entry["method"] for entry in board["entries"]} >= {"a parrot"}
    human, parrot = entries["human"], entries["system"]
    # Who repeats a reference is above those who wrote a sentence of their own.
    for metric in choices.metrics:
        assert parrot["scores"][metric]["value"] > human["scores"][metric]["value"] > 0
    assert set(board["slices"]) == {"near", "far"}
    page = Client().get(f"{address}/").content.decode()
    assert "a parrot" in page
    assert 'class="human"' in page
    assert Submission.objects.count() == 2
    # References are private: none is to be seen, nor is what was held out.
    assert "near a fence" not in page


METRICS = ("rouge-l", "cider-d")
OF_THE_BLOCKED = 228


def test_who_is_blocked_after_hosting_leaves_references_and_scores(tmp_path: Path) -> None:
    hanna = made.person("hanna", Role.HOST)
    project = collected.project(hanna, images=OF_THE_BLOCKED, references=2)
    bad = write_captions(project, 3)[1]
    assert bad.tasks.filter(state="done").count() == OF_THE_BLOCKED

    benchmark = host_bundle(bundled(project, "1.0", tmp_path), hanna)
    publish(benchmark, hanna)
    theirs = {image: (text,) for image, text in bad.tasks.values_list("item__image_id", "text")}
    submission(benchmark.phases.get(), made.team("Magpies", made.person("pia")), Run("w2", theirs))
    score_all()
    before = shown(benchmark)

    assert block(hanna, bad, "Describes other images.") == OF_THE_BLOCKED
    assert AuditEntry.objects.get(action="annotator.block").detail["discarded"] == OF_THE_BLOCKED
    with pytest.raises(ContentError, match="228 captions are missing"):
        bundled(project, "1.1", tmp_path)
    somebody = collected.annotator(project, 4)
    while (task := next_task(somebody)) is not None:
        finish(task, Answer(f"Somebody else says what stands in picture {task.item.image_id}."))

    path = bundled(project, "1.1", tmp_path)
    rescore = replace_bundle(hanna, benchmark, path)
    score_all()
    assert shown(benchmark) == before  # until the hosts publish what is computed anew
    publish_rescore(hanna, rescore)
    after = shown(benchmark)

    # The board is what the bundle gives to anybody who computes it, and nothing of theirs is in it.
    new = open_bundle(path)
    (split, _), (human, _) = new.references("test"), new.human("test")
    references = dict(zip(split.image_ids, split.references, strict=True))
    said = {text for texts in references.values() for text in texts}
    said |= {text for texts in human.captions.values() for text in texts}
    assert not said & {text for (text,) in theirs.values()}
    assert after.keys() == {"Human", "w2"}
    for name, run in (("Human", human), ("w2", Run("w2", theirs))):
        scores = Corpus(references, METRICS).score({i: c[0] for i, c in run.captions.items()})
        for metric in METRICS:
            # Where references are private, boards show three decimals.
            assert after[name][metric] == pytest.approx(scores[metric].value, abs=0.00051)
    assert after["Human"]["cider-d"] != before["Human"]["cider-d"]
    # Much of what they had written was among the references, and is no more.
    assert after["w2"]["rouge-l"] < before["w2"]["rouge-l"]


def bundled(project: Project, version: str, folder: Path) -> Path:
    snapshot = take_snapshot(project)
    require_complete(snapshot, partial=False)
    path = folder / f"{version}.zip"
    write_bundle(bundle_content(snapshot, BundleChoices("CC0-1.0", version, metrics=METRICS)), path)
    return path


def shown(benchmark: Benchmark) -> dict[str, dict[str, float]]:
    """The board as everybody sees it: values by method and metric."""
    board = Client().get(f"/b/{benchmark.slug}/board/test.json").json()
    return {
        entry["method"]: {metric: entry["scores"][metric]["value"] for metric in METRICS}
        for entry in board["entries"]
    }
