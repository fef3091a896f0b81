"""TensorFlow's padding."""

from __future__ import annotations


def same_padding(size: int, span: int, stride: int) -> tuple[int, int]:
    """How many zeros TensorFlow's SAME puts before and after an axis.

    As few as give one result for each `stride` numbers or part of them; an odd one goes to the
    end, where other programs put it at the beginning or at both.

    Args:
        size: the length of the axis.
        span: how far the kernel reaches, dilation included.
        stride: how far it moves at a time.

    >>> same_padding(300, 3, 2), same_padding(75, 3, 2), same_padding(10, 3, 1)
    ((0, 1), (1, 1), (1, 1))
    """
    results = -(-size // stride)
    total = max((results - 1) * stride + span - size, 0)
    return total // 2, total - total // 2
