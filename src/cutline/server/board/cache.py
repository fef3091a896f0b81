"""What was made of boards, kept in the memory of this process until a board changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import datetime
from threading import Lock
from typing import Generic, TypeVar

from django.utils import timezone

from cutline.server.models import Phase

T = TypeVar("T")

#: The least recently used goes first. A page of a hundred entries is a few hundred kilobytes.
_MOST = 128


class Kept(Generic[T]):
    """Values by key, each made once however many ask for it at the same time."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._making: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made if it is not there."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            making = self._making.setdefault(key, Lock())
        with making:
            with self._lock:
                if key in self._values:
                    return self._values[key]
            try:
                value = make()
            finally:
                with self._lock:
                    self._making.pop(key, None)
            with self._lock:
                self._values[key] = value
                while len(self._values) > self._most:
                    self._values.popitem(last=False)
            return value

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._values.clear()


def state_of(phase: Phase, now: datetime | None = None) -> Hashable:
    """What a board depends on beside its metric and slice: with this the same, so is the board.

    Time is part of it only by what it opens or closes.
    """
    now = now or timezone.now()
    benchmark = phase.benchmark
    is_revealed = phase.blind_until is not None and phase.blind_until <= now
    return (
        # A number can be given again where a database is put back; a moment is not.
        (phase.pk, benchmark.created),
        benchmark.revision,
        (benchmark.scorer, benchmark.decimals, tuple(benchmark.metrics)),
        (phase.blind_from, phase.blind_until, is_revealed),
        (phase.frozen, phase.is_frozen(now), phase.ladder_step),
    )
