"""TensorFlow's operations in ONNX: one small function for each, in one table.

A function is given the builder, the node and the values of its inputs, and returns the value of
its output, or a list when it has several.
"""

from cutline.detect.tfjs.operations import arithmetic, convolution, pictures, rearranging
from cutline.detect.tfjs.operations.table import Operation, Table

#: Every operation that can be converted.
OPERATIONS: Table = {
    **arithmetic.OPERATIONS,
    **convolution.OPERATIONS,
    **pictures.OPERATIONS,
    **rearranging.OPERATIONS,
}

__all__ = ["OPERATIONS", "Operation", "Table"]
