"""From a collection to a hosted benchmark, a submission and a board with the human row."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from cutline.collect.export import (
    BundleChoices,
    bundle_content,
    divided,
    require_complete,
    take_snapshot,
)
from cutline.collect.models import Item
from cutline.core.types import Run
from cutline.datasets.bundle import write_bundle
from cutline.server.hosting.create import host_bundle, publish
from cutline.server.models import Submission
from cutline.web.people.models import Role
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
