"""What a conversion of one operation is, and how it gets into its table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cutline.detect.tfjs.builder import Builder, Value
from cutline.detect.tfjs.graph import Node

Operation = Callable[[Builder, Node, Sequence[Value]], Value | list[Value]]

#: Conversions by TensorFlow's names of what they convert.
Table = dict[str, Operation]


def entry_in(table: Table, *names: str) -> Callable[[Operation], Operation]:
    """Put the function that follows into a table, under TensorFlow's names for what it does."""

    def enter(operation: Operation) -> Operation:
        for name in names:
            table[name] = operation
        return operation

    return enter
