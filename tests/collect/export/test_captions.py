"""Captions as files: which stand, which is held out, and what is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cutline.collect.assignment import Answer, discard, finish, next_task
from cutline.collect.export import (
    coco_captions,
    collected_lines,
    divided,
    missing_of,
    nocaps_captions,
    require_complete,
    take_snapshot,
)
from cutline.collect.models import Item, Project, Task
from cutline.core.errors import ContentError, UsageError
from cutline.datasets.read import read_references
from tests.collect import made
from tests.collect.simulated import write_captions

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    of = made.project(images=5, references=2)
    Item.objects.filter(project=of, position=1).update(image_id="text id", slice_label="near")
    Item.objects.filter(project=of, position=2).update(slice_label="far")
    write_captions(of, 4)
    return of


def _held_out(of: Project) -> dict[Any, int]:
    return {
        one.image.image_id: one.human.writer
        for one in divided(take_snapshot(of))
        if one.human is not None
    }


def test_a_snapshot_is_one_statement_and_has_every_caption_once(project: Project) -> None:
    with CaptureQueriesContext(connection) as asked:
        snapshot = take_snapshot(project)
    assert len(asked) == 1
    assert snapshot.captions == 15
    for image in snapshot.images:
        assert len(image.captions) == 3
        assert len({caption.writer for caption in image.captions}) == 3


def test_what_is_held_out_is_no_reference_and_stays_when_other_images_change(
    project: Project,
) -> None:
    before = _held_out(project)
    assert len(before) == 5
    for one in divided(take_snapshot(project)):
        assert len(one.references) == 2
        assert one.human not in one.references
    first = Item.objects.get(project=project, position=0)
    discard(Task.objects.filter(item=first, annotator__number=before[first.image_id]))
    after = _held_out(project)
    assert after.pop(first.image_id) != before.pop(first.image_id)
    assert after == before


def test_another_seed_holds_out_others() -> None:
    of = made.project(images=30, references=2)
    write_captions(of, 4)
    before = _held_out(of)
    Project.objects.filter(pk=of.pk).update(seed=2)
    of.refresh_from_db()
    after = _held_out(of)
    assert 0 < sum(before[image] != after[image] for image in before) < 30


def test_coco_captions_are_read_again(project: Project, tmp_path: Path) -> None:
    for part, each in (("references", 2), ("human", 1), ("all", 3)):
        document = coco_captions(take_snapshot(project), part)  # type: ignore[arg-type]
        ids = [annotation["id"] for annotation in document["annotations"]]
        assert len(set(ids)) == len(ids) == 5 * each
        file = tmp_path / f"{part}.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        benchmark, _ = read_references(str(file))
        assert benchmark.image_ids == (1, "text id", 3, 4, 5)
        assert all(len(references) == each for references in benchmark.references)
        assert not benchmark.tags


def test_nocaps_has_domains(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "nocaps.json"
    file.write_text(json.dumps(nocaps_captions(take_snapshot(project))), encoding="utf-8")
    benchmark, _ = read_references(str(file))
    assert dict(benchmark.tags["domain"]) == {"text id": "near", 3: "far"}
    Item.objects.update(slice_label="")
    with pytest.raises(ContentError, match="no image has a domain"):
        nocaps_captions(take_snapshot(project))


def test_collected_lines_tell_how_captions_came_about_and_not_by_whom(project: Project) -> None:
    head, *lines = [json.loads(line) for line in collected_lines(take_snapshot(project))]
    assert head == {"cutline": "collected", "version": 1, "project": "birds", "language": "en"}
    assert len(lines) == 15
    assert lines[0].keys() == {
        *("image_id", "caption", "annotator", "arm", "primed", "labels", "seconds", "flags")
    }
    assert {line["annotator"] for line in lines} == {"W1", "W2", "W3", "W4"}
    assert "someone-" not in json.dumps(lines)


def test_what_is_missing_is_said_before_anything_is_exported() -> None:
    of = made.project(images=2, references=2)
    with pytest.raises(ContentError, match="no caption stands yet"):
        require_complete(take_snapshot(of), partial=True)
    task = next_task(made.annotator(of))
    assert task is not None
    finish(task, Answer("A bird sits on a branch of a tree."))
    snapshot = take_snapshot(of)
    with pytest.raises(
        ContentError, match=r"5 captions are missing, of 2 of 2 images: image 1 has"
    ):
        require_complete(snapshot, partial=False)
    assert require_complete(snapshot, partial=True) == missing_of(snapshot)
    assert [one.human for one in divided(snapshot)] == [None, None]


def test_discarded_and_unfinished_answers_are_not_there(project: Project) -> None:
    discard(Task.objects.filter(annotator__number=2))
    snapshot = take_snapshot(project)
    assert 2 not in {caption.writer for image in snapshot.images for caption in image.captions}
    assert missing_of(snapshot).captions == Task.objects.filter(state="discarded").count()


def test_ratings_are_no_captions() -> None:
    with pytest.raises(UsageError, match="people rate captions there"):
        take_snapshot(made.project(mode="ratings"))
