"""JSON as its standard has it: no key twice in one object, and no NaN."""

from __future__ import annotations

import json
from typing import Any

from cutline.datasets.wording import short


def strict_loads(text: str | bytes) -> Any:
    """What a JSON text holds.

    Raises:
        ValueError: where a key stands twice, or a number is none; for text that is no JSON its
            subclass `json.JSONDecodeError`, and for bytes that are no UTF-8 `UnicodeDecodeError`.
        RecursionError: where it is nested too deeply.

    >>> strict_loads('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ...
    ValueError: 'a' stands twice in one object
    """
    return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise ValueError(f"{short(twice)!r} stands twice in one object")
    return content


def _no_number(word: str) -> float:
    raise ValueError(f"found {word}, which is no number of JSON")
