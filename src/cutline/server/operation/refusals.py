"""Counting the submissions that are refused, by the code of the refusal."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from prometheus_client import Counter

from cutline.server.uploads.refused import Refused

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")

REFUSED = Counter("cutline_uploads_refused", "Uploads that were not taken, by why.", ("code",))


def counting_refusals(function: Callable[_Given, _Answer]) -> Callable[_Given, _Answer]:
    """The same function, whose refusals are counted."""

    @wraps(function)
    def counted(*arguments: _Given.args, **named: _Given.kwargs) -> _Answer:
        try:
            return function(*arguments, **named)
        except Refused as refusal:
            REFUSED.labels(refusal.code).inc()
            raise

    return counted
