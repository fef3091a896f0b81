"""What the tests of what must not happen share."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from cutline.server.api import rates
from cutline.web.logs import JsonLines, PlainLines


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """All that the log says meanwhile, in both of its forms, down to the smallest thing."""
    text, root = io.StringIO(), logging.getLogger()
    level, handlers = root.level, []
    for formatter in (JsonLines(), PlainLines()):
        handler = logging.StreamHandler(text)
        handler.setFormatter(formatter)
        handlers.append(handler)
        root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    request_level = logging.getLogger("django.request").level
    logging.getLogger("django.request").setLevel(logging.DEBUG)
    yield text
    logging.getLogger("django.request").setLevel(request_level)
    root.setLevel(level)
    for handler in handlers:
        root.removeHandler(handler)


@pytest.fixture(autouse=True)
def _as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits on calls have tests of their own; here they would hide what is behind them."""
    for name in vars(rates):
        if name.startswith("FOR_"):
            monkeypatch.setattr(rates, name, 10**9)
