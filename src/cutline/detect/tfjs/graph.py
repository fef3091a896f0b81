"""A graph model of TensorFlow.js: nodes that compute, and the weights that they compute with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError

#: What a node reads: the name of another node, and which of its outputs.
Source = tuple[str, int]


@dataclass(frozen=True)
class Node:
    """One operation of a graph.

    `attributes` are as the file has them, which is TensorFlow's protocol buffer as JSON: whole
    numbers may be text there, and text may be a list of byte values. The methods read them.

    >>> node = Node("soften", "Squeeze", (("boxes", 0),), {"axis": {"i": "2"}})
    >>> node.integer("axis"), node.flag("keep_dims")
    (2, False)
    """

    name: str
    op: str
    inputs: tuple[Source, ...] = ()
    attributes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def integer(self, name: str, default: int = 0) -> int:
        """A whole number."""
        return int(self._value(name, "i", default))

    def real(self, name: str, default: float) -> float:
        """A number."""
        return float(self._value(name, "f", default))

    def flag(self, name: str) -> bool:
        """Whether something holds; what is not said does not."""
        return bool(self._value(name, "b", False))

    def type_number(self, name: str) -> int:
        """A number type, by TensorFlow's number for it; 0 where it is not said.

        Raises:
            FileError: when it is not one of TensorFlow's numbers.
        """
        value = self._value(name, "type", 0)
        if isinstance(value, int):
            return value
        if value in _TYPE_NUMBERS:
            return _TYPE_NUMBERS[value]
        raise self.error(f"{name} is {value!r}, expected one of {', '.join(_TYPE_NUMBERS)}")

    def integers(self, name: str) -> tuple[int, ...]:
        """Whole numbers; none where they are not said."""
        return tuple(int(number) for number in self._value(name, "list", {}).get("i", ()))

    def text(self, name: str, default: str = "") -> str:
        """A word, which files hold as byte values or in Base64."""
        import base64

        value = self._value(name, "s", None)
        if value is None:
            return default
        data = base64.b64decode(value) if isinstance(value, str) else bytes(value)
        return data.decode("utf-8")

    def error(self, complaint: str) -> FileError:
        """A complaint that names the node and its operation."""
        return FileError(f"node {self.name} ({self.op}): {complaint}")

    def _value(self, name: str, kind: str, default: Any) -> Any:
        return self.attributes.get(name, {}).get(kind, default)


#: Number types, as newer files name them.
_TYPE_NUMBERS = {
    "DT_FLOAT": 1,
    "DT_INT32": 3,
    "DT_UINT8": 4,
    "DT_INT64": 9,
    "DT_BOOL": 10,
}


@dataclass(frozen=True, eq=False)
class Graph:
    """Nodes by their names, and the values of those that are constant."""

    nodes: Mapping[str, Node]
    weights: Mapping[str, NDArray[Any]]

    def node(self, name: str) -> Node:
        """The node of this name.

        Raises:
            FileError: when there is none.
        """
        try:
            return self.nodes[name]
        except KeyError:
            raise FileError(f"the graph has no node {name}, which it should have") from None

    def weight(self, name: str) -> NDArray[Any]:
        """The value of a constant.

        Raises:
            FileError: when the weights lack it.
        """
        try:
            return np.asarray(self.weights[name])
        except KeyError:
            raise FileError(f"node {name}: it is constant, but the weights have no value") from None
