"""The ladder mechanism (Blum and Hardt 2015): a score shows only when it is a real step up.

Every score that is shown tells a little of the private references, and who submits often enough can
climb on what they are told instead of on what their captions are worth. On a ladder a team is told
of its first score, and after that only of scores that beat what it was last told of by the step.
Whatever does not is shown as the last that did.

Submissions are replayed in the order in which they came in, by the board's first metric on all
images. Which one stands is decided once: all its scores are shown, by every metric and on every
slice, so that no row has scores of two.
Withdrawn ones stay in the replay: a team that could take scores back could ask about the same step
twice. Disqualified ones are left out, and those that a blind period still hides.
"""

from __future__ import annotations

from collections.abc import Sequence


def standing(values: Sequence[float | None], step: float) -> list[int | None]:
    """For each submission of a team, in order, the place of the one whose score is shown by then.

    None before the first that has a score.

    >>> standing([0.50, 0.505, None, 0.52, 0.40], step=0.01)
    [0, 0, 0, 3, 3]
    """
    shown: list[int | None] = []
    place, best = None, 0.0
    for number, value in enumerate(values):
        if value is not None and (place is None or (value > best and value >= best + step)):
            place, best = number, value
        shown.append(place)
    return shown
