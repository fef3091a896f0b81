"""Checking a bundle finds every change, and lists all that does not fit."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.core.errors import CutlineError, UsageError
from cutline.core.types import Benchmark
from cutline.datasets.bundle import SplitContent, check_bundle, write_bundle
from cutline.datasets.bundle.hashes import digest_of
from cutline.datasets.bundle.place import open_files
from tests.datasets.bundle.small_bundles import contents_of, small_content


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    write_bundle(small_content(), folder / "small")
    write_bundle(small_content(), folder / "small.zip")
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole / "small", tmp_path / "small"))


def messages(path: Path, digest: str | None = None) -> list[str]:
    return [str(found) for found in check_bundle(path, digest).findings]


def is_found(path: Path) -> bool:
    """Whether checking finds something, or refuses the bundle outright."""
    try:
        return not check_bundle(path).passes()
    except CutlineError:
        return True


@settings(max_examples=150)
@given(st.data())
def test_no_byte_can_be_changed_unnoticed(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    original = contents_of(whole / "small")
    name = data.draw(st.sampled_from(sorted(original)))
    content = bytearray(original[name])
    content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    folder = tmp_path_factory.mktemp("changed") / "small"
    shutil.copytree(whole / "small", folder)
    (folder / name).write_bytes(content)
    assert is_found(folder)
    shutil.rmtree(folder.parent)


def test_no_byte_of_the_manifest_can_be_changed_unnoticed(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    benchmark = Benchmark("tiny", (7,), (["A heron waits."],))
    split = SplitContent.from_benchmark("val", benchmark)
    write_bundle(small_content(splits=(split,), slices={}), folder)
    path = folder / "cutline.json"
    original = path.read_bytes()
    for place in range(len(original)):
        changed = bytearray(original)
        # A digit stays a digit, a letter a letter: the least that could be missed.
        changed[place] ^= 1
        path.write_bytes(changed)
        assert is_found(folder), place


def unpacked(path: Path) -> dict[str, bytes]:
    files = open_files(path)
    return {name: bytes(files.data(name)) for name in files.paths}


@settings(max_examples=150)
@given(st.data())
def test_a_changed_zip_is_found_or_holds_the_same(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Some bytes of a zip, such as times, say nothing of what it holds."""
    content = bytearray((whole / "small.zip").read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("changed") / "small.zip"
    path.write_bytes(content)
    assert is_found(path) or unpacked(path) == unpacked(whole / "small.zip")
    shutil.rmtree(path.parent)


@pytest.mark.parametrize("name", ["small", "small.zip"])
def test_a_sound_bundle_has_no_errors(name: str, whole: Path) -> None:
    found = check_bundle(whole / name)
    assert found.passes()
    assert found.state == "whole"
    # The slice "light" leaves an image out on purpose, and a whole split.
    assert [one.severity for one in found.findings] == ["warning", "warning"]
    assert not found.passes(strict=True)
    assert "slice 'light' does not cover the split: 1 of 3 images" in str(found.findings[0])


def test_the_digest_can_be_asked_for(whole: Path) -> None:
    digest = check_bundle(whole / "small").manifest.digest
    for wanted in (digest, digest.upper(), digest[:16], f"sha256:{digest}"):
        assert check_bundle(whole / "small.zip", wanted).passes()
    other = check_bundle(whole / "small.zip", "0" * 64)
    assert not other.passes()
    assert f"its digest is {digest}, expected {'0' * 64}" in str(other.findings[0])
    for wrong in ("", "abc", "g" * 64, digest + "0"):
        with pytest.raises(UsageError, match="is no digest"):
            check_bundle(whole / "small", wrong)


def test_missing_and_stray_files_are_listed(folder: Path) -> None:
    (folder / "images/val.jsonl").unlink()
    (folder / "private/human/test.jsonl").unlink()
    (folder / "notes.txt").write_text("to do")
    assert check_bundle(folder).state == "incomplete"
    found = messages(folder)
    assert f"{folder}/notes.txt: is not listed in cutline.json" in found
    missing = [message for message in found if "is public and missing" in message]
    assert missing == [
        f"{folder}/images/val.jsonl: is public and missing, though other such files are here"
    ]
    assert any("test.jsonl: is private and missing" in message for message in found)


def test_a_manifest_alone_is_no_bundle_to_speak_of(folder: Path) -> None:
    for name in ("images", "references", "human", "labels", "objects", "private"):
        shutil.rmtree(folder / name)
    found = check_bundle(folder)
    assert found.state == "incomplete"
    assert len(found.findings) == len(found.manifest.files)


def test_a_manifest_in_other_bytes_is_found(folder: Path) -> None:
    path = folder / "cutline.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8"))), encoding="utf-8")
    assert messages(folder)[0] == f"{path}: says the same as when it was made, but in other bytes"


def forged(folder: Path, name: str, change: Callable[[list[Any]], object]) -> None:
    """Change a file's records and bring the manifest in line: hashes find nothing then."""
    path = folder / name
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(records)
    lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
    path.write_bytes("".join(lines).encode())
    resigned(folder, lambda content: None)


def resigned(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    manifest = json.loads((folder / "cutline.json").read_text(encoding="utf-8"))
    change(manifest)
    for path, entry in manifest["files"].items():
        raw = (folder / path).read_bytes()
        entry |= {"sha256": hashlib.sha256(raw).hexdigest(), "bytes": len(raw)}
    manifest["digest"] = digest_of(manifest)
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    (folder / "cutline.json").write_bytes(text.encode())


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("images/val.jsonl", lambda r: r.pop(), "2 images, expected 3"),
        ("images/val.jsonl", lambda r: r.append({"image_id": 9}), "image 9 has no caption"),
        ("images/val.jsonl", lambda r: r.append(r[1]), "line 5: image 31 stands twice"),
        ("images/val.jsonl", lambda r: r.pop(0), "line 1: expected the header"),
        ("images/val.jsonl", lambda r: r[1].update(width="x"), '"width": found the text'),
        ("images/val.jsonl", lambda r: r[1].update(url=1), '"url": found the number 1'),
        ("images/val.jsonl", lambda r: r[1].update(image_id=None), '"image_id": found null'),
        ("images/val.jsonl", lambda r: r.clear(), "holds no records"),
        ("references/val.jsonl", lambda r: r.pop(), "image 250 has no caption"),
        ("references/val.jsonl", lambda r: r[1]["references"].pop(), "4 captions, expected 5"),
        ("references/val.jsonl", lambda r: r[1].update(references=[]), "an empty list"),
        ("references/val.jsonl", lambda r: r[1].update(references=["a\rb"]), "U+000D"),
        ("references/val.jsonl", lambda r: r[1].update(image_id=8), "image 8 is not in images"),
        ("human/val.jsonl", lambda r: r.pop(), "image 250 has no caption"),
        ("human/val.jsonl", lambda r: r[1].update(caption=3), "expected text"),
        ("labels/val.jsonl", lambda r: r[1]["labels"].update(domain="sea"), "no label 'sea'"),
        ("labels/val.jsonl", lambda r: r[1]["labels"].update(size="L"), "labels for 'size'"),
        ("labels/val.jsonl", lambda r: r[1]["labels"].update(domain=""), '"labels.domain"'),
        ("labels/val.jsonl", lambda r: r[1].update(labels=3), '"labels": found the number'),
        ("labels/val.jsonl", lambda r: r[1].update(image_id=8), "image 8 is not in images"),
        ("objects/val.jsonl", lambda r: r[0].update(image_id=8), "image 8 is not in images"),
        ("objects/val.jsonl", lambda r: r[0].update(objects=[1]), '"objects": found the number'),
        (
            "objects/val.jsonl",
            lambda r: r[0].update(objects=[{"label": "a", "box": [1, 2, 3]}]),
            "expected a box of four numbers",
        ),
        ("private/references/test.jsonl", lambda r: r.pop(), "image 't/2' has no caption"),
    ],
)
def test_files_that_do_not_fit_together(
    name: str, change: Callable[[list[Any]], object], expected: str, folder: Path
) -> None:
    forged(folder, name, change)
    found = check_bundle(folder)
    assert not found.passes()
    assert any(expected in str(one) for one in found.findings), messages(folder)
    assert not any("has been changed" in str(one) for one in found.findings)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda c: c.update(metrics=["blue-4"]), "no metric is named 'blue-4'"),
        (lambda c: c.update(metrics=["bleu(n=4)"]), "is usually written 'bleu-4'"),
        (lambda c: c.update(tokenizer="words"), "no tokenizer is named 'words'"),
        (lambda c: c["splits"]["val"].update(images=4), "3 images, expected 4"),
        (lambda c: c["splits"]["val"].update(captions=7), "5 captions, expected 7"),
    ],
)
def test_a_manifest_that_does_not_fit(
    change: Callable[[dict[str, Any]], object], expected: str, folder: Path
) -> None:
    resigned(folder, change)
    assert any(expected in message for message in messages(folder))


def test_a_damaged_file_of_a_zip_is_one_of_the_findings(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "small.zip"
    with zipfile.ZipFile(whole / "small.zip") as archive:
        member = archive.getinfo("references/val.jsonl")
    raw = bytearray((whole / "small.zip").read_bytes())
    start = member.header_offset + 30 + len(member.filename)
    raw[start : start + member.compress_size] = bytes(member.compress_size)
    path.write_bytes(raw)
    found = messages(path)
    damage = [message for message in found if "references/val.jsonl: damaged" in message]
    assert len(damage) == 1
    assert damage[0].startswith(f"{path}::")


def test_a_split_without_labels_is_a_warning(tmp_path: Path) -> None:
    first, *others = small_content().splits
    write_bundle(small_content(splits=(replace(first, labels={}), *others)), tmp_path / "small")
    found = check_bundle(tmp_path / "small")
    expected = f"images without a label of any slice: {len(first.images)}"
    assert any(expected in str(one) for one in found.findings)
    assert found.passes()
    assert not found.passes(strict=True)
