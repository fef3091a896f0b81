"""A manifest is read strictly: each field that is wrong is named, with what was expected."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import FileError
from cutline.datasets.bundle import check_bundle, open_bundle, write_bundle
from tests.datasets.bundle.small_bundles import small_content

Manifest = dict[str, Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_bundle(small_content(), tmp_path / "small")
    return tmp_path / "small"


def changed(folder: Path, change: Callable[[Manifest], object]) -> None:
    path = folder / "cutline.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")


def fault(folder: Path) -> str:
    with pytest.raises(FileError) as caught:
        open_bundle(folder)
    return str(caught.value)


FIELDS = [
    *("name", "title", "benchmark_version", "licence", "citation", "description", "language"),
    *("metrics", "tokenizer", "splits", "slices", "files", "digest"),
]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", [None, 7, True, {"a": 1}, [3], "lone \ud800"], ids=str)
def test_each_field_has_its_type(field: str, value: object, folder: Path) -> None:
    changed(folder, lambda content: content.update({field: value}))
    assert f"{folder}/cutline.json: is wrong" in (message := fault(folder))
    assert f'"{field}' in message
    assert message.isprintable() or "\n" in message


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_is_needed(field: str, folder: Path) -> None:
    changed(folder, lambda content: content.pop(field))
    assert f'"{field}": found nothing, expected' in fault(folder)


def test_all_faults_are_listed_at_once(folder: Path) -> None:
    changed(folder, lambda c: (c.update(name="", metrics="bleu"), c["splits"]["val"].pop("images")))
    message = fault(folder)
    for part in ('"name": is empty', '"metrics": found the text', '"splits.val.images": found'):
        assert part in message


def at(*path: str | int) -> Callable[[Manifest], Any]:
    def inner(content: Any) -> Any:
        for key in path:
            content = content[key]
        return content

    return inner


VAL, SLICE = at("splits", "val"), at("slices", 0)
REFERENCES = at("files", "references/val.jsonl")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda c: c.update(name="two words"), '"name": found'),
        (lambda c: c.update(digest="abc"), "64 hexadecimal digits"),
        (lambda c: c.update(titel=c.pop("title")), "(did you mean title?)"),
        (lambda c: c.update(metrics=["bleu-4", "bleu-4"]), '"metrics": expected each text once'),
        (lambda c: c.update(splits={}), '"splits": is empty'),
        (lambda c: c["splits"].update({"a/b": c["splits"].pop("val")}), '"splits": found'),
        (lambda c: c["splits"].update({"VAL": dict(VAL(c))}), "file of"),
        (lambda c: c.update(splits={"val": 3}), '"splits.val": found the number 3'),
        (lambda c: VAL(c).update(visibility="secret"), '"splits.val.visibility"'),
        (lambda c: VAL(c).update(visibility="private"), "expected it to be private"),
        (lambda c: VAL(c).update(images=0), '"splits.val.images": found 0'),
        (lambda c: VAL(c).update(images=3.0), '"splits.val.images": found the number 3.0'),
        (lambda c: VAL(c).update(captions=0), "its references deny"),
        (lambda c: VAL(c).update(images_file="elsewhere"), 'not among the "files"'),
        (lambda c: VAL(c).pop("images_file"), '"splits.val.images_file": found nothing'),
        (lambda c: VAL(c).pop("human_file"), "'human/val.jsonl' belongs to no split"),
        (lambda c: VAL(c).update(more=1), '"splits.val.more": is no field'),
        (lambda c: c.update(slices=[]), "no slices to cut by"),
        (lambda c: c.update(slices=["domain"]), '"slices[0]": found the text'),
        (lambda c: SLICE(c).update(name="split"), "is how a split is chosen"),
        (lambda c: SLICE(c).update(name="a=b"), '"slices[0].name"'),
        (lambda c: c["slices"].append(SLICE(c)), "two are named 'domain'"),
        (lambda c: SLICE(c).update(labels=[1]), '"slices[0].labels": expected a list of texts'),
        (lambda c: REFERENCES(c).update(sha256="0"), "64 hexadecimal digits"),
        (lambda c: REFERENCES(c).update(bytes=-1), "found -1, expected 0 or more"),
        (lambda c: REFERENCES(c).update(visibility="private"), "expected it to be public"),
        (lambda c: c["files"].update({"../up": REFERENCES(c)}), "leads out of the bundle"),
        (lambda c: c["files"].update({"/etc/passwd": REFERENCES(c)}), "leads out of the bundle"),
        (lambda c: c["files"].update({"C:\\x": REFERENCES(c)}), "leads out of the bundle"),
        (lambda c: c["files"].update({"a//b": REFERENCES(c)}), "is not a plain path"),
        (lambda c: c["files"].update({"cutline.json": REFERENCES(c)}), "beside each other"),
        (lambda c: c["files"].update({"IMAGES/val.jsonl": REFERENCES(c)}), "beside each other"),
        (lambda c: c.update(cutline="gaps"), 'expected "bundle"'),
        (lambda c: c.update(version=2), "this Cutline reads version 1"),
        (lambda c: c.update(version=True), "this Cutline reads version 1"),
        (lambda c: c.update(title="Something else"), "has been changed since"),
        (lambda c: c["metrics"].reverse(), "has been changed since"),
    ],
)
def test_what_is_wrong_is_named(
    change: Callable[[Manifest], object], expected: str, folder: Path
) -> None:
    changed(folder, change)
    message = fault(folder)
    assert expected in message
    assert f"{folder}/cutline.json" in message


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", "not JSON"),
        (b"[]", "found a list of 0, expected an object"),
        (b'{"cutline": "bundle"', "not JSON"),
        (b'{"cutline": "bundle", "version": 1, "name": "a", "name": "b"}', "stands twice"),
        (b'{"cutline": "bundle", "version": 1, "x": ' + b"9" * 5000 + b"}", "too long"),
        (b"[" * 100_000, "nested deeper"),
        (b'{"cutline": "\xff"}', "not UTF-8"),
    ],
)
def test_what_is_no_manifest_is_refused(raw: bytes, expected: str, folder: Path) -> None:
    (folder / "cutline.json").write_bytes(raw)
    assert expected in fault(folder)
    with pytest.raises(FileError, match=r"cutline\.json"):
        check_bundle(folder)


def test_a_huge_manifest_is_refused(folder: Path) -> None:
    with (folder / "cutline.json").open("wb") as file:
        file.truncate(20 << 20)
    assert "expected at most" in fault(folder)
