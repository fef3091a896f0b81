"""Addresses that are secrets: who has one may join, confirm, or set a password."""

from __future__ import annotations

import re

_SECRET = re.compile(
    r"(/(?:join|set-up|account/confirm-email|account/password/reset/key)/)[^/\s\"'\\]+"
)


def hidden(text: str) -> str:
    """A text that may name such an address, for logs: the secret left out.

    >>> hidden("GET /join/f3Q-81/ 200")
    'GET /join/***/ 200'
    """
    return _SECRET.sub(r"\1***", text)


def is_secret(path: str) -> bool:
    """Whether a path is such an address.

    >>> is_secret("/join/f3Q-81/"), is_secret("/teams/join/")
    (True, False)
    """
    return _SECRET.match(path) is not None
