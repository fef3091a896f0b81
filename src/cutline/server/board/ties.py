"""Tie groups: entries that cannot be told apart share a rank."""

from __future__ import annotations

from collections.abc import Callable

#: Two entries differ when chance alone gives their difference less often than this.
SIGNIFICANT = 0.05


def tie_heads(count: int, p_of: Callable[[int, int], float | None]) -> list[int]:
    """For each of so many ordered entries, the place of the head of its group.

    An entry joins the group above unless it differs from the head of that group; then it is the
    head of the next. Where a test is not there yet (None) it stands alone, so that no page claims a
    tie which nobody has tested.

    >>> tie_heads(4, lambda head, entry: 0.2 if entry - head < 2 else 0.01)
    [0, 0, 2, 2]
    """
    heads: list[int] = []
    for entry in range(count):
        head = heads[-1] if heads else entry
        p = p_of(head, entry) if entry != head else 1.0
        heads.append(entry if p is None or p < SIGNIFICANT else head)
    return heads


def letter(number: int) -> str:
    """The name of a group, counted from 0.

    >>> letter(0), letter(25), letter(26)
    ('a', 'z', 'aa')
    """
    name = ""
    while number >= 0:
        name = chr(ord("a") + number % 26) + name
        number = number // 26 - 1
    return name
