"""Results of two programs, compared to the last bit and type."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import numpy as np


def assert_same(found: Any, expected: Any) -> None:
    """Fail unless types and values agree all the way down; nan agrees with nan."""
    assert type(found) is type(expected), (found, expected)
    if isinstance(expected, list | tuple):
        assert len(found) == len(expected), (found, expected)
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    elif isinstance(expected, dict):
        assert_same(list(found.items()), list(expected.items()))
    elif isinstance(expected, np.ndarray):
        assert found.dtype == expected.dtype
        assert found.shape == expected.shape
        assert_same(found.tolist(), expected.tolist())
    else:
        assert found == expected or (found != found and expected != expected), (found, expected)


def printed(call: Callable[[], Any]) -> tuple[Any, str]:
    """What a call returns and what it prints."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        result = call()
    return result, text.getvalue()
