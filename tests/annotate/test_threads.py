"""Threads that never keep a program from ending."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from cutline.annotate import threads
from cutline.annotate.threads import ahead, side_by_side


def test_results_come_in_the_order_of_the_items() -> None:
    def late(number: int) -> int:
        time.sleep(0.002 * (5 - number))
        return number * number

    assert side_by_side(late, range(5), 3) == [0, 1, 4, 9, 16]
    assert side_by_side(late, [], 3) == []


def test_several_are_under_way_at_once() -> None:
    both = threading.Barrier(2, timeout=10)
    side_by_side(lambda _: both.wait(), [1, 2], 2)


def test_no_more_than_asked_for_are_under_way() -> None:
    under_way, most, lock = 0, 0, threading.Lock()

    def work(_: int) -> None:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        time.sleep(0.005)
        with lock:
            under_way -= 1

    side_by_side(work, range(12), 3)
    assert most <= 3


def test_an_error_is_raised_where_it_is_waited_for_and_ends_the_rest() -> None:
    begun: list[int] = []

    def work(number: int) -> None:
        begun.append(number)
        if number == 0:
            raise KeyError("first")
        time.sleep(0.02)

    with pytest.raises(KeyError, match="first"):
        side_by_side(work, range(200), 2)
    time.sleep(0.1)
    assert len(begun) < 20


def test_the_next_is_made_while_one_is_in_use_and_no_further() -> None:
    made: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(5):
            made.append(number)
            yield number

    seen = ahead(numbers())
    assert next(seen) == 0
    _wait_until(lambda: made == [0, 1])
    time.sleep(0.02)
    assert made == [0, 1]
    assert list(seen) == [1, 2, 3, 4]


def test_errors_of_what_is_made_ahead_arrive_in_their_place() -> None:
    def numbers() -> Iterator[int]:
        yield 1
        raise KeyError("second")

    seen = ahead(numbers())
    assert next(seen) == 1
    with pytest.raises(KeyError, match="second"):
        next(seen)


def test_who_stops_reading_stops_all_that_reads_ahead() -> None:
    ended = threading.Event()

    def numbers() -> Iterator[int]:
        try:
            yield from range(1000)
        finally:
            ended.set()

    seen = ahead(number + 1 for number in ahead(numbers()))
    assert next(seen) == 1
    seen.close()
    assert ended.wait(10)


def test_who_stops_reading_waits_for_what_is_being_made() -> None:
    begun, made = threading.Event(), []

    def numbers() -> Iterator[int]:
        yield 1
        begun.set()
        time.sleep(0.2)
        made.append(2)
        yield 2

    seen = ahead(numbers())
    assert next(seen) == 1
    assert begun.wait(10)
    seen.close()
    assert made == [2]


def test_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 0.05)
    begun, may_end = threading.Event(), threading.Event()

    def numbers() -> Iterator[int]:
        yield 1
        begun.set()
        may_end.wait(60)
        yield 2

    seen = ahead(numbers())
    assert next(seen) == 1
    assert begun.wait(10)
    seen.close()
    assert not may_end.is_set()
    may_end.set()


def test_work_that_hangs_does_not_keep_the_program() -> None:
    code = (
        "import threading\n"
        "from cutline.annotate.threads import side_by_side\n"
        "def work(number):\n"
        "    if number: threading.Event().wait()\n"
        "    raise SystemExit(7)\n"
        "side_by_side(work, [0, 1], 2)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], timeout=30, check=False)
    assert done.returncode == 7


def _wait_until(is_so: object) -> None:
    start = time.monotonic()
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() - start < 10
        time.sleep(0.002)
