"""Tie groups: systems that share a letter cannot be told apart."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from string import ascii_lowercase


def tie_letters(values: Sequence[float], differing: Collection[tuple[int, int]]) -> list[str]:
    """The letters of each system; `differing` are the pairs of places that differ.

    A group is a largest set of systems of which no two differ. Ties do not carry over: the first
    may tie with the second and the second with the third while the first beats the third, which
    gives `a`, `ab`, `b`. The group of the highest value is `a`.

    >>> tie_letters([0.3, 0.5, 0.4], {(0, 1)})
    ['b', 'a', 'ab']
    """
    groups = [set(range(len(values)))]
    # Insert and absorb (Piepho 2004): each pair that differs splits every group that has both.
    for first, second in sorted(differing):
        split = []
        for group in groups:
            if first in group and second in group:
                split += [group - {first}, group - {second}]
            else:
                split.append(group)
        groups = [g for i, g in enumerate(split) if not _is_absorbed(g, i, split)]
    groups.sort(key=lambda group: sorted(-values[place] for place in group))
    return [
        "".join(_letter(number) for number, group in enumerate(groups) if place in group)
        for place in range(len(values))
    ]


def _is_absorbed(group: set[int], place: int, groups: Sequence[set[int]]) -> bool:
    return any(
        group < other or (group == other and number < place) for number, other in enumerate(groups)
    )


def _letter(number: int) -> str:
    # After z come a1, b1 and so on; so many groups are unlikely, and still told apart.
    turn, place = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[place] + (str(turn) if turn else "")
