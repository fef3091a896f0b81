"""ONNX models, put together node by node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import MissingPartError

if TYPE_CHECKING:
    from onnx import NodeProto, TensorProto, ValueInfoProto

#: The version of ONNX's operations; every ONNX Runtime of the last years runs it.
OPSET = 17

_IR_VERSION = 8

#: A size along each axis; a name where it is known only when the model runs.
Shape = Sequence[int | str]


class OnnxGraph:
    """A model in the making.

    >>> graph = OnnxGraph("double")
    >>> graph.add_input("numbers", ("n",), np.float32)
    >>> doubled = graph.node("Add", ["numbers", "numbers"])
    >>> graph.add_output(doubled, "doubled", ("n",))
    >>> model = graph.to_bytes()
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._nodes: list[NodeProto] = []
        self._constants: dict[tuple[str, tuple[int, ...], bytes], TensorProto] = {}
        self._inputs: list[ValueInfoProto] = []
        self._outputs: list[ValueInfoProto] = []
        self._count = 0

    def add_input(self, name: str, shape: Shape, kind: type[np.generic]) -> None:
        """Say what the model is given."""
        self._inputs.append(_described(name, shape, kind))

    def add_output(self, value: str, name: str, shape: Shape) -> None:
        """Say which of the values, all of them float32, the model gives, and under which name."""
        self._nodes.append(_onnx().helper.make_node("Identity", [value], [name]))
        self._outputs.append(_described(name, shape, np.float32))

    def constant(self, value: NDArray[Any]) -> str:
        """The name of a constant; equal ones are held once."""
        # Not np.ascontiguousarray, which makes a list of a single number.
        value = np.asarray(value, order="C")
        key = (value.dtype.str, value.shape, value.tobytes())
        if key not in self._constants:
            name = f"constant_{len(self._constants)}"
            self._constants[key] = _onnx().numpy_helper.from_array(value, name)
        return self._constants[key].name

    def integers(self, numbers: Sequence[int]) -> str:
        """The name of a constant list of whole numbers, as shapes and axes are."""
        return self.constant(np.array(numbers, np.int64))

    def node(self, op: str, inputs: Sequence[str], **attributes: Any) -> str:
        """Add an operation with one output, and give the output's name."""
        return self.nodes(op, inputs, 1, **attributes)[0]

    def nodes(self, op: str, inputs: Sequence[str], count: int, **attributes: Any) -> list[str]:
        """Add an operation with several outputs, and give their names."""
        names = [f"{op}_{self._count + index}" for index in range(count)]
        self._count += count
        self._nodes.append(_onnx().helper.make_node(op, list(inputs), names, **attributes))
        return names

    def to_bytes(self) -> bytes:
        """The model as a file has it, checked by ONNX; the same calls give the same bytes."""
        onnx = _onnx()
        constants = list(self._constants.values())
        graph = onnx.helper.make_graph(
            self._nodes, self.name, self._inputs, self._outputs, constants
        )
        model = onnx.helper.make_model(
            graph,
            opset_imports=[onnx.helper.make_opsetid("", OPSET)],
            ir_version=_IR_VERSION,
            producer_name="cutline",
        )
        onnx.checker.check_model(model)
        return bytes(model.SerializeToString(deterministic=True))


def _described(name: str, shape: Shape, kind: type[np.generic]) -> ValueInfoProto:
    onnx = _onnx()
    number = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(kind))
    described: ValueInfoProto = onnx.helper.make_tensor_value_info(name, number, list(shape))
    return described


def _onnx() -> Any:
    try:
        import onnx
        import onnx.checker
        import onnx.helper
        import onnx.numpy_helper
    except ImportError:
        raise MissingPartError(
            "converting a model needs the package onnx: pip install 'cutline[detect]'"
        ) from None
    return onnx
