"""Nouns go into a bundle and come out the same, from a folder and from a zip."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from cutline.core.types import LabelledBox
from cutline.datasets.bundle import (
    Bundle,
    BundleContent,
    SplitContent,
    check_bundle,
    open_bundle,
    write_bundle,
)
from tests.datasets.bundle.small_bundles import (
    HUMAN_TEST,
    HUMAN_VAL,
    IMAGES,
    TEST,
    VAL,
    contents,
    contents_of,
    small_content,
)


def assert_holds(bundle: Bundle, split: SplitContent) -> None:
    assert bundle.images(split.name) == list(split.images)
    benchmark, checked = bundle.references(split.name)
    assert not [problem for problem in checked.problems if problem.severity == "error"]
    assert benchmark.image_ids == split.image_ids
    assert [list(of) for of in benchmark.references] == [list(of) for of in split.references or ()]
    assert benchmark.tags == split.labels
    assert benchmark.objects == split.objects
    if split.human is not None:
        run, _ = bundle.human(split.name)
        assert run.system == split.human.system
        said = {image_id: list(captions) for image_id, captions in run.captions.items()}
        assert said == {image_id: list(of) for image_id, of in split.human.captions.items()}


@settings(max_examples=40)
@given(contents())
def test_any_benchmark_comes_back(content: BundleContent) -> None:
    with tempfile.TemporaryDirectory() as place:
        paths = [Path(place) / "bundle", Path(place) / "bundle.zip"]
        manifests = [write_bundle(content, path) for path in paths]
        assert manifests[0] == manifests[1]
        bundles = [open_bundle(path) for path in paths]
        for bundle in bundles:
            assert bundle.state == "whole"
            assert bundle.manifest == manifests[0]
            assert bundle.manifest.digest == manifests[0].digest
            for split in content.splits:
                assert_holds(bundle, split)
        for path in paths:
            found = check_bundle(path, manifests[0].digest)
            assert [f for f in found.findings if f.severity == "error"] == []


@pytest.mark.parametrize("name", ["small", "small.zip"])
def test_the_small_bundle_is_read(name: str, tmp_path: Path) -> None:
    write_bundle(small_content(), tmp_path / name)
    bundle = open_bundle(tmp_path / name)
    benchmark, checked = bundle.references("val")
    assert checked.problems == []
    assert (benchmark.name, benchmark.version) == ("small val", "1.0")
    assert (benchmark.references, benchmark.tags) == (VAL.references, VAL.tags)
    assert benchmark.objects == VAL.objects
    assert bundle.references("test")[0].image_ids == TEST.image_ids
    assert bundle.images("val") == list(IMAGES)
    assert bundle.human("val")[0].captions == HUMAN_VAL.captions
    assert list(bundle.human("test")[0].captions["t/1"]) == list(HUMAN_TEST.captions["t/1"])
    assert [one.labels for one in bundle.manifest.slices] == [
        ("in-domain", "near-domain", "out-domain"),
        ("day", "night"),
    ]
    assert bundle.manifest.metrics == ("bleu-4", "cider-d")
    assert bundle.manifest.tokenizer == "ptb(context=official)"


def test_equal_content_gives_equal_bytes(tmp_path: Path) -> None:
    content = small_content()
    swapped = small_content(splits=content.splits[::-1])
    digests = set()
    for number, one in enumerate((content, content, swapped)):
        digests.add(write_bundle(one, tmp_path / f"{number}.zip").digest)
        write_bundle(one, tmp_path / str(number))
    assert len(digests) == 1
    assert (tmp_path / "0.zip").read_bytes() == (tmp_path / "1.zip").read_bytes()
    assert contents_of(tmp_path / "0") == contents_of(tmp_path / "1")


@pytest.mark.parametrize(
    "change",
    [
        {"name": "other"},
        {"benchmark_version": "1.1"},
        {"licence": "MIT"},
        {"title": "Another"},
        {"citation": "Someone"},
        {"description": "More"},
        {"language": "de"},
        {"metrics": "bleu-4"},
        {"tokenizer": "none"},
        {"slices": {}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_other_content_gives_another_digest(change: dict[str, str], tmp_path: Path) -> None:
    before = write_bundle(small_content(), tmp_path / "before.zip")
    after = write_bundle(small_content(**change), tmp_path / "after.zip")
    assert before.digest != after.digest


def test_labels_without_boxes_are_objects_but_no_boxes(tmp_path: Path) -> None:
    split = SplitContent.from_benchmark("val", VAL)
    mixed = SplitContent(
        "val",
        split.images,
        split.references,
        objects={4: ("cello", LabelledBox("bow", 1, 1, 2, 2)), 31: ()},
    )
    write_bundle(small_content(splits=(mixed,), slices={}), tmp_path / "b")
    bundle = open_bundle(tmp_path / "b")
    assert bundle.objects("val") == {4: ("cello", LabelledBox("bow", 1, 1, 2, 2)), 31: ()}
    assert bundle.references()[0].objects == {}


def test_a_split_may_have_images_only(tmp_path: Path) -> None:
    splits = (*small_content().splits, SplitContent("new", IMAGES))
    write_bundle(small_content(splits=splits), tmp_path / "b.zip")
    bundle = open_bundle(tmp_path / "b.zip")
    assert bundle.images("new") == list(IMAGES)
    assert bundle.manifest.splits["new"].captions == 0
    assert check_bundle(tmp_path / "b.zip").passes()
