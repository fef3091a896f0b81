"""What may go into a bundle, and what happens where writing fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cutline.datasets.bundle.write
from cutline.core.errors import ContentError, CutlineError, FileError, UsageError
from cutline.core.types import Benchmark, LabelledBox, Run
from cutline.datasets.bundle import (
    BundleContent,
    BundleImage,
    SplitContent,
    open_bundle,
    write_bundle,
)
from tests.datasets.bundle.small_bundles import HUMAN_VAL, VAL, small_content


def with_split(**changes: Any) -> BundleContent:
    split = SplitContent.from_benchmark("val", VAL, human=HUMAN_VAL)
    return small_content(splits=(replace(split, **changes),), slices={})


def with_references(references: tuple[list[str], ...]) -> BundleContent:
    return with_split(references=references)


@pytest.mark.parametrize(
    ("content", "error", "expected"),
    [
        (lambda: small_content(name="a b"), UsageError, "the name of a bundle: found 'a b'"),
        (lambda: small_content(licence=" "), UsageError, "the licence of a bundle is empty"),
        (lambda: small_content(title="\ud800"), UsageError, "half a surrogate pair"),
        (lambda: small_content(splits=()), UsageError, "one split or more"),
        (lambda: small_content(metrics="blue"), UsageError, "no metric is named 'blue'"),
        (lambda: small_content(tokenizer="x"), UsageError, "no tokenizer is named"),
        (lambda: small_content(slices={"x": ""}), ContentError, "no image has a label"),
        (
            lambda: small_content(splits=(small_content().splits[0],) * 2),
            UsageError,
            "two splits are named",
        ),
        (lambda: with_split(name="a/b"), UsageError, "the name of a split: found 'a/b'"),
        (lambda: with_split(images=()), ContentError, "has no images"),
        (
            lambda: with_split(images=(BundleImage(4),) * 3),
            ContentError,
            "image 4 stands twice",
        ),
        (lambda: with_split(images=(BundleImage("\udc00"),)), ContentError, "no image id"),
        (lambda: with_references((["a"],)), ContentError, "of 1 images, expected 3"),
        (lambda: with_references((["a"], [], ["b"])), ContentError, "image 4 has none"),
        (lambda: with_references((["a"], ["b\rc"], ["d"])), ContentError, "U+000D"),
        (lambda: with_references((["a"], ["b"], ["\ud800"])), ContentError, "image 250"),
        (
            lambda: with_split(human=Run("human", {31: ("a",)})),
            ContentError,
            "no caption for image 4",
        ),
        (
            lambda: with_split(human=Run("human", {**HUMAN_VAL.captions, 9: ("a",)})),
            ContentError,
            "has image 9, which the split has not",
        ),
        (lambda: with_split(labels={"split": {4: "a"}}), UsageError, "how a split is chosen"),
        (lambda: with_split(labels={"a=b": {4: "a"}}), UsageError, "the name of a slice"),
        (lambda: with_split(labels={"domain": {4: " "}}), ContentError, "a label is empty"),
        (lambda: with_split(labels={"domain": {5: "a"}}), ContentError, "labels image 5"),
        (lambda: with_split(objects={5: ("a",)}), ContentError, "objects of other images"),
        (lambda: with_split(objects={4: (" ",)}), ContentError, "an object has no label"),
        (
            lambda: with_split(objects={4: (LabelledBox("a", 1, 2, 3, float("nan")),)}),
            ContentError,
            "the box of 'a' is no four numbers",
        ),
    ],
)
def test_what_cannot_be_a_bundle(
    content: Callable[[], BundleContent],
    error: type[CutlineError],
    expected: str,
    tmp_path: Path,
) -> None:
    for name in ("new", "new.zip"):
        with pytest.raises(error) as caught:
            write_bundle(content(), tmp_path / name)
        assert expected in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_too_many_labels_are_none(tmp_path: Path) -> None:
    ids = tuple(range(1001))
    benchmark = Benchmark("b", ids, (["a"],) * 1001, tags={"name": {i: f"n{i}" for i in ids}})
    content = small_content(splits=(SplitContent.from_benchmark("val", benchmark),), slices={})
    with pytest.raises(ContentError, match="1,001 different labels"):
        write_bundle(content, tmp_path / "new.zip")


@pytest.mark.parametrize("name", ["new", "new.zip"])
@pytest.mark.parametrize("end", [KeyboardInterrupt, FileError])
def test_an_end_midway_leaves_nothing(
    name: str, end: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = cutline.datasets.bundle.write.write_files

    def ending(pieces: Callable[[], Iterator[bytes]]) -> Callable[[], Iterator[bytes]]:
        def chunks() -> Iterator[bytes]:
            yield next(pieces())
            raise end

        return chunks

    def write_until(path: Path, manifest: Any, parts: Any) -> None:
        last = max(parts)
        write(path, manifest, {**parts, last: ending(parts[last])})

    monkeypatch.setattr(cutline.datasets.bundle.write, "write_files", write_until)
    with pytest.raises(end):
        write_bundle(small_content(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_an_old_bundle_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    write_bundle(small_content(), folder)
    write_bundle(with_split(human=None), folder)
    assert list(open_bundle(folder).manifest.splits) == ["val"]
    assert not (folder / "human").exists()
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(FileError, match=r"holds 'notes.txt', which no bundle has written"):
        write_bundle(small_content(), folder)
    assert (folder / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.txt", "is a file; expected a folder"),
        ("folder.zip", "it is a folder"),
        ("nowhere/new", "there is no folder"),
        ("other", "holds 'x', which no bundle has written"),
    ],
)
def test_what_is_in_the_way_stays(name: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other/x").write_text("x")
    with pytest.raises(FileError) as caught:
        write_bundle(small_content(), tmp_path / name)
    assert expected in str(caught.value)
    assert (tmp_path / "a.txt").read_text() == "a"
    assert (tmp_path / "other/x").read_text() == "x"


def test_a_large_bundle_is_written_in_pieces(tmp_path: Path) -> None:
    """A file is never whole in memory: pieces are small, and together they are all of it."""
    ids = tuple(range(20_000))
    captions = [[f"picture {i} shows the number {i * 7}", f"a {i} on paper"] for i in ids]
    split = SplitContent.from_benchmark("val", Benchmark("b", ids, tuple(captions)))
    _, parts = cutline.datasets.bundle.write.manifest_of(small_content(splits=(split,), slices={}))
    sizes = [len(piece) for piece in parts["references/val.jsonl"]()]
    assert len(sizes) > 4
    assert max(sizes) < 300_000
    manifest = write_bundle(small_content(splits=(split,), slices={}), tmp_path / "large.zip")
    assert manifest.files["references/val.jsonl"].bytes == sum(sizes)
    assert open_bundle(tmp_path / "large.zip").references()[0].references == tuple(captions)
