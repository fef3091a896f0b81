"""A benchmark bundle of a collection."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutline.collect.export import BundleChoices, bundle_content, take_snapshot
from cutline.collect.models import Item
from cutline.core.errors import ContentError
from cutline.datasets.bundle import check_bundle, open_bundle, write_bundle
from tests.collect import made
from tests.collect.simulated import write_captions

pytestmark = pytest.mark.django_db


def test_a_bundle_has_references_a_human_run_slices_and_objects(tmp_path: Path) -> None:
    of = made.project(images=4, references=2)
    Item.objects.update(slice_label="far")
    Item.objects.filter(position__lt=2).update(slice_label="near")
    Item.objects.filter(position=3).update(picture="https://example.org/4.jpg", width=4, height=3)
    write_captions(of, 3)
    content = bundle_content(take_snapshot(of), BundleChoices("CC0-1.0", visibility="private"))
    write_bundle(content, tmp_path / "birds.zip")
    checked = check_bundle(tmp_path / "birds.zip")
    assert checked.passes(strict=True), checked.findings
    split = content.splits[0]
    assert [len(references) for references in split.references or ()] == [2, 2, 2, 2]
    assert split.human is not None
    assert len(split.human.captions) == 4
    for one, references in zip(split.images, split.references or (), strict=True):
        assert split.human.captions[one.image_id][0] not in references
    assert split.labels == {"domain": {1: "near", 2: "near", 3: "far", 4: "far"}}
    assert split.objects[1] == ("bird", "tree")
    assert split.images[3].url == "https://example.org/4.jpg"
    assert "12 captions of 4 images, written by 3 people" in content.description
    assert open_bundle(tmp_path / "birds.zip").manifest.splits["test"].visibility == "private"


def test_images_without_enough_captions_are_left_out() -> None:
    of = made.project(images=4, references=2)
    with pytest.raises(ContentError, match="no image has enough captions"):
        bundle_content(take_snapshot(of), BundleChoices("CC0-1.0"))
    write_captions(of, 3, most=4)
    split = bundle_content(take_snapshot(of), BundleChoices("CC0-1.0")).splits[0]
    assert split.image_ids == (1,)


def test_without_a_human_baseline_all_captions_are_references() -> None:
    of = made.project(images=2, references=2, holds_out=False)
    write_captions(of, 3)
    split = bundle_content(take_snapshot(of), BundleChoices("CC0-1.0")).splits[0]
    assert split.human is None
    assert [len(references) for references in split.references or ()] == [2, 2]
