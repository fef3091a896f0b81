"""The JSON reader against Python's own."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline import native

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def load(text: str | bytes, keys: frozenset[str] | None = None) -> Any:
    data = text.encode() if isinstance(text, str) else text
    return native.load_json(data, {}, keys or frozenset())[0]


def same(a: Any, b: Any) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return a == b or (math.isnan(a) and math.isnan(b))
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return type(a) is type(b) and a == b


def all_keys(value: Any) -> set[str]:
    if isinstance(value, list):
        return {key for item in value for key in all_keys(item)}
    if isinstance(value, dict):
        return set(value) | {key for item in value.values() for key in all_keys(item)}
    return set()


@given(VALUES, st.booleans(), st.sampled_from([None, 2]))
def test_reads_what_python_writes(value: Any, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    data = text.encode("utf-8", "surrogatepass" if ascii_only else "strict")
    assert same(load(data, frozenset(all_keys(value))), json.loads(text))


@given(st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \\ud8aé\n\x01', max_size=30))
def test_accepts_exactly_what_python_accepts(text: str) -> None:
    try:
        expected = json.loads(text)
    except (ValueError, RecursionError):
        with pytest.raises(native.JsonError):
            load(text)
        return
    assert same(load(text, frozenset(all_keys(expected))), expected)


@given(st.binary(max_size=40))
def test_any_bytes_get_an_answer_or_an_error_with_a_place(data: bytes) -> None:
    message, offset = "fine", 0
    try:
        native.load_json(data, {"": ("a",)}, frozenset())
    except native.JsonError as error:
        message, offset = error.message, error.offset
    assert message
    assert 0 <= offset <= len(data)


def test_records_become_columns() -> None:
    text = b'[{"id": 1, "b": "x"}, {"b": [2], "z": {"q": 1}}, 7, {"id": 3, "id": 4}]'
    (count, columns, strays), duplicates = native.load_json(text, {"": ("id", "b")}, frozenset())
    assert count == 4
    assert columns == {"id": [1, ..., ..., 4], "b": ["x", [2], ..., ...]}
    assert strays == [(2, 7)]
    assert duplicates == [(text.rindex(b'"id"'), "id")]


def test_fields_that_no_record_has_are_left_out() -> None:
    (count, columns, _), _ = (
        native.load_json(b'{"t": [{"a": 1}]}', {"t": ("a", "b")}, frozenset())[0]["t"],
        None,
    )
    assert (count, columns) == (1, {"a": [1]})


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("[1, 2", "expected ',' or ']', found the end of the file", 5),
        ('{"a" 1}', "expected ':' after a key, found '1'", 5),
        ('{"a": 1,}', "expected a quoted key, found '}'", 8),
        ('["a\tb"]', "control character U+0009 inside a string", 3),
        ('["abc', "a string that begins here has no end", 1),
        ("[01]", "a number with a leading zero", 1),
        ("[] []", "expected the end of the file, found '['", 3),
        ('["\\x"]', "unknown escape \\x", 2),
        ("[" * 100 + "]" * 100, "nested deeper than 64 levels", 64),
        (b'["\xff"]', "a byte that is not UTF-8", 2),
        ("", "expected a value, found the end of the file", 0),
    ],
)
def test_errors_say_what_and_where(text: str | bytes, message: str, offset: int) -> None:
    with pytest.raises(native.JsonError) as caught:
        load(text)
    assert message in caught.value.message
    assert caught.value.offset == offset
