"""Tables keep every figure as it is, in plain columns and in data frames."""

from __future__ import annotations

import json
import math
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

import cutline
from cutline.core.errors import MissingPartError
from cutline.core.rich_display import shown_by
from cutline.core.tables import Table

THIRD = 1 / 3
TABLE = Table({"image_id": [7, 9], "rouge-l": [THIRD, math.nan], "caption": ["a dog", "a <cat>"]})


def scores() -> cutline.Scores:
    said = {7: "a dog is running", 9: "a cat"}
    references = {7: ["a dog runs", "the dog is running"], 9: ["a cat sleeps"]}
    return cutline.score(said, references, "bleu-2,rouge-l")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_hold_the_same_figures(library: str) -> None:
    pytest.importorskip(library)
    found = scores()
    for table in (found.table(), found.image_table(), found["rouge-l"].image_table()):
        frame = getattr(table, f"to_{library}")()
        assert list(frame.columns) == list(table)
        for name, values in table.items():
            assert list(frame[name]) == list(values)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_scores_are_their_table(library: str) -> None:
    pytest.importorskip(library)
    found = scores()
    for shown in (found, found["bleu-2"]):
        assert getattr(shown, f"to_{library}")().equals(getattr(shown.table(), f"to_{library}")())


def test_a_row_for_each_metric_or_image() -> None:
    found = scores()
    assert found.table()["spec"] == ["bleu-2", "rouge-l"]
    assert found.table()["value"] == [found["bleu-2"].value, found["rouge-l"].value]
    assert found.table()["signature"][1] == str(found["rouge-l"].signature)
    assert list(found.image_table()) == ["image_id", "bleu-2", "rouge-l"]
    assert found.image_table()["image_id"] == [7, 9]
    assert found.image_table()["rouge-l"] == found["rouge-l"].values.tolist()


def test_what_is_not_a_number_stays_so() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    assert TABLE.to_pandas()["rouge-l"].dtype == pandas.Series([0.5]).dtype
    assert TABLE.to_polars()["rouge-l"].dtype == polars.Float64
    for frame in (TABLE.to_pandas(), TABLE.to_polars()):
        values = list(frame["rouge-l"])
        assert values[0] == THIRD
        assert math.isnan(values[1])


@pytest.mark.parametrize("image_ids", [[7, "nine"], [7, 2**70], [-(2**63) - 1, 1]])
def test_polars_has_one_type_in_a_column(image_ids: list[Any]) -> None:
    pytest.importorskip("polars")
    frame = Table({"image_id": image_ids}).to_polars()
    assert list(frame["image_id"]) == [str(image_id) for image_id in image_ids]


def test_pandas_takes_any_image_ids() -> None:
    pytest.importorskip("pandas")
    assert list(Table({"image_id": [7, "nine", 2**70]}).to_pandas()["image_id"]) == [
        7,
        "nine",
        2**70,
    ]


def test_a_table_without_rows() -> None:
    empty = Table.of_rows(["spec", "value"], [])
    assert empty.to_dict() == {"spec": [], "value": []}
    assert empty.rows() == []
    for library in ("pandas", "polars"):
        pytest.importorskip(library)
        assert getattr(empty, f"to_{library}")().shape == (0, 2)


def test_a_table_is_a_mapping_and_plain() -> None:
    assert dict(TABLE)["caption"] == ["a dog", "a <cat>"]
    assert json.loads(json.dumps(scores().image_table().to_dict()))["image_id"] == [7, 9]
    assert Table({"a": [1]}) == Table({"a": [1]}) != Table({"a": [2]})
    assert pickle.loads(pickle.dumps(Table({"a": [1]}))) == Table({"a": [1]})


def test_columns_are_of_one_length() -> None:
    with pytest.raises(ValueError, match=r"of one length, not \{'a': 1, 'b': 2\}"):
        Table({"a": [1], "b": [1, 2]})


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_without_the_library_the_error_says_how_to_get_it(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingPartError, match=f"pip install {library}$"):
        getattr(scores(), f"to_{library}")()
    assert scores().table().to_dict()["spec"] == ["bleu-2", "rouge-l"]


@pytest.mark.parametrize(
    "content", ["import cutline_needs_this", "raise ImportError('libwhatever.so: not found')"]
)
def test_a_broken_library_is_not_called_missing(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pandas.py").write_text(content)
    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MissingPartError, match="pandas is installed and cannot be loaded"):
        TABLE.to_pandas()


@pytest.mark.parametrize("renderer", ["no_such_module:html", "html:no_such_function"])
def test_without_a_renderer_notebooks_use_the_plain_form(renderer: str) -> None:
    @shown_by(renderer)
    class Shown:
        pass

    assert Shown()._repr_html_() is None  # type: ignore[attr-defined]
