"""Loops over the pictures of a batch, replaced by what they do.

A graph of TensorFlow has no operation that resizes pictures one by one: it has a loop of some
thirty nodes that cuts the batch into an array, resizes one picture a turn and puts the batch
together again. On a batch of equal pictures that is one ResizeBilinear.
"""

from __future__ import annotations

from cutline.detect.tfjs.graph import Graph, Node

#: What a loop may do in a turn: the operations between the picture that it reads and the one that
#: it writes.
_RESIZING = ["ExpandDims", "ResizeBilinear", "Squeeze"]


def without_loops(graph: Graph) -> Graph:
    """The same graph with one ResizeBilinear in place of each loop that resizes pictures.

    Raises:
        FileError: when a loop does anything else; the message names the node that ends it.
    """
    replaced = {
        node.name: _resizing(graph, node)
        for node in graph.nodes.values()
        if node.op == "TensorArrayGatherV3"
    }
    return Graph({**graph.nodes, **replaced}, graph.weights)


def _resizing(graph: Graph, gather: Node) -> Node:
    write = _writing(graph, gather)
    turn = _turn(graph, gather, write)
    operations = [node.op for node in turn[1:]]
    read = turn[0]
    if operations != _RESIZING or _source(graph, read, 1) != _source(graph, write, 1):
        does = ", ".join(operations) or "nothing"
        raise gather.error(
            f"it ends a loop that does {does} with each picture; expected one that does"
            f" {', '.join(_RESIZING)}"
        )
    # read <- Enter <- TensorArrayScatterV3(array, range, all pictures, flow)
    scatter = _source(graph, _source(graph, read, 2), 0)
    resize = turn[2]
    inputs = (scatter.inputs[2], resize.inputs[1])
    return Node(gather.name, resize.op, inputs, resize.attributes)


def _writing(graph: Graph, gather: Node) -> Node:
    """Where a turn writes: gather <- Exit <- Switch <- Merge <- NextIteration <- write."""
    node = gather
    for op, index in (("Exit", 2), ("Switch", 0), ("Merge", 0)):
        node = _expected(gather, _source(graph, node, index), op)
    again = _expected(gather, _source(graph, node, 1), "NextIteration")
    return _expected(gather, _source(graph, again, 0), "TensorArrayWriteV3")


def _turn(graph: Graph, gather: Node, write: Node) -> list[Node]:
    """What a turn does, from what it reads to what it writes."""
    nodes = [_source(graph, write, 2)]
    while nodes[0].op != "TensorArrayReadV3":
        if not nodes[0].inputs:
            raise gather.error(f"it ends a loop that does not read pictures, but {nodes[0].name}")
        nodes.insert(0, _source(graph, nodes[0], 0))
    return nodes


def _source(graph: Graph, node: Node, index: int) -> Node:
    if index >= len(node.inputs):
        raise node.error(f"has {len(node.inputs)} inputs, expected {index + 1}")
    return graph.node(node.inputs[index][0])


def _expected(gather: Node, node: Node, op: str) -> Node:
    if node.op != op:
        raise gather.error(f"it ends a loop that is not understood: {node.name} is {node.op}")
    return node
