from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cutline.core.errors import FileError
from cutline.models.content_selection import Priors, read_priors, write_priors
from tests.models.content_selection.pictures import playground


@pytest.mark.parametrize("learnt", [True, False])
def test_what_is_written_is_read_back_exactly(tmp_path: Path, learnt: bool) -> None:
    priors = Priors.fit(playground(), learnt=learnt)
    write_priors(tmp_path / "priors.json", priors)
    assert read_priors(tmp_path / "priors.json") == priors


def changed(tmp_path: Path, *keys: str, value: Any) -> Path:
    """A file of priors in which one member is another."""
    path = tmp_path / "priors.json"
    write_priors(path, Priors.fit(playground()))
    content = json.loads(path.read_text(encoding="utf-8"))
    inner = content
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("keys", "value", "message"),
    [
        (("cutline",), "run", "holds no priors"),
        (("version",), 9, "priors of version the number 9, expected 1"),
        (("counts",), [], "counts is a list of 0, expected an object"),
        (("counts", "extra"), 1, "counts has descriptions, extra, first"),
        (("counts", "images"), -1, "counts.images is the number -1, expected a count"),
        (("counts", "first"), 3, "counts.first is the number 3, expected an object"),
        (("counts", "first", "dog"), 1.5, "counts.first.dog is the number 1.5, expected a count"),
        (("counts", "following", "dog"), 2, "counts.following.dog is the number 2"),
        (("counts", "following", "dog", "ball"), True, "counts.following.dog.ball is true"),
        (("learnt", "features"), ["size"], "learnt.features is a list of 1, .*train anew"),
        (("learnt", "weights"), [1.0], "learnt.weights is a list of 1, expected 15 numbers"),
        (("learnt", "means"), ["x"] * 15, "learnt.means has the text 'x', expected a number"),
        (("learnt", "scales"), [0] * 15, "learnt.scales has a 0"),
        (("learnt", "intercept"), None, "learnt.intercept has null, expected a number"),
        (("learnt",), 5, "learnt is the number 5, expected an object"),
    ],
)
def test_a_file_that_holds_no_priors_is_refused(
    tmp_path: Path, keys: tuple[str, ...], value: Any, message: str
) -> None:
    path = changed(tmp_path, *keys, value=value)
    with pytest.raises(FileError, match=message) as error:
        read_priors(path)
    assert str(error.value).startswith(f"{path}: ")


@pytest.mark.parametrize("text", ["[]", "{}", '{"cutline": "selection-priors"}'])
def test_other_json_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "other.json").write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match="priors"):
        read_priors(tmp_path / "other.json")


def test_what_is_no_json_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"cutline":\n  oops}', encoding="utf-8")
    with pytest.raises(FileError, match="line 2, column 3: not JSON"):
        read_priors(tmp_path / "broken.json")
