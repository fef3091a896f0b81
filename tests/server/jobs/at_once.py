"""Doing the same in several threads at the same moment, each with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections

T = TypeVar("T")


def at_once(count: int, act: Callable[[int], T]) -> list[T]:
    """What each of so many threads gets of it."""
    start = Barrier(count)

    def one(number: int) -> T:
        try:
            start.wait(timeout=60)
            return act(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))
