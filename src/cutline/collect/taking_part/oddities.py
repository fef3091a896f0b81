"""What is odd about an answer: it is taken all the same, and reviewers see it."""

from __future__ import annotations

from collections.abc import Iterator

from cutline.collect.models import Role, Task

PASTED = "pasted"
FAST = "fast"
TEMPLATED = "templated"
#: An item with a known answer was answered wrongly by somebody who is let in.
ATTENTION = "attention"

#: Nobody looks at a picture and types faster than this.
_SECONDS_A_WORD = 0.4
#: Nor reads captions and judges them.
_SECONDS_TO_JUDGE, _SECONDS_TO_READ_A_WORD = 1.0, 0.1


def oddities(
    task: Task,
    *,
    seconds: float,
    words: int,
    is_pasted: bool = False,
    is_of_template: bool = False,
    is_right: bool | None = None,
) -> tuple[str, ...]:
    """The flags of an answer.

    Args:
        task: what was answered; what was pasted before is not forgotten.
        seconds: time at it.
        words: of the caption; of a rating, of the captions that were judged.
    """

    def found() -> Iterator[str]:
        if is_pasted or PASTED in task.flags:
            yield PASTED
        if seconds < _least_seconds(task, words):
            yield FAST
        if is_of_template:
            yield TEMPLATED
        if is_right is False and task.item.role == Role.ATTENTION:
            yield ATTENTION

    return tuple(found())


def _least_seconds(task: Task, words: int) -> float:
    if task.item.content:
        return _SECONDS_TO_JUDGE + _SECONDS_TO_READ_A_WORD * words
    return _SECONDS_A_WORD * words
