"""The trained network as two ONNX files, with weights of one byte, and its tables as JSON.

Each row of a matrix is stored as whole numbers from -127 to 127 and one scale. ONNX Runtime turns
them back into floats when it opens the file, so that it computes as if they had been stored whole.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from cutline.text.lemmas import Lemmas
from cutline.text.parser_features import MODEL_FORMAT

from .features import Vocabulary
from .network import Parser, Sizes

OPSET = 17


class Graph:
    """An ONNX graph under construction: each method adds a node and names what it gives."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.initializers: list[Any] = []

    def node(self, kind: str, *inputs: str, outputs: int = 1, **attributes: Any) -> str:
        """A node; the name of its first output, others have -1, -2 and so on behind it."""
        name = f"{kind.lower()}{len(self.nodes)}"
        names = [name, *(f"{name}-{n}" for n in range(1, outputs))]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return name

    def constant(self, value: np.ndarray) -> str:
        """A constant as it is."""
        name = f"constant{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(value, name))
        return name

    def weights(self, value: np.ndarray) -> str:
        """A matrix in bytes, whole rows at a time; whatever has more axes keeps its shape."""
        rows = value.reshape(-1, value.shape[-1])
        scales = np.maximum(np.abs(rows).max(axis=1, keepdims=True), 1e-12) / 127
        small = self.constant(np.rint(rows / scales).astype(np.int8))
        floats = self.node("Cast", small, to=TensorProto.FLOAT)
        whole = self.node("Mul", floats, self.constant(scales.astype(np.float32)))
        if value.ndim == 2:
            return whole
        return self.node("Reshape", whole, self.constant(np.array(value.shape, dtype=np.int64)))

    def linear(self, inputs: str, layer: nn.Linear) -> str:
        """A dense layer."""
        product = self.node("MatMul", inputs, self.transposed(layer.weight))
        return product if layer.bias is None else self.node("Add", product, self.floats(layer.bias))

    def transposed(self, weight: torch.Tensor) -> str:
        """A layer's weights, stored by output, as the matrix that multiplies."""
        return self.node("Transpose", self.weights(weight.detach().numpy()), perm=[1, 0])

    def floats(self, value: torch.Tensor) -> str:
        """A short vector, stored whole."""
        return self.constant(value.detach().numpy().astype(np.float32))

    def save(self, path: Path, inputs: list[Any], outputs: list[tuple[str, Any]]) -> None:
        """Check and write the graph, its outputs under their own names."""
        for name, info in outputs:
            self.nodes.append(helper.make_node("Identity", [name], [info.name]))
        infos = [info for _, info in outputs]
        graph = helper.make_graph(self.nodes, path.stem, inputs, infos, self.initializers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
        model.ir_version = 8
        model.producer_name = "cutline"
        onnx.checker.check_model(model)
        path.write_bytes(model.SerializeToString())


def export(network: Parser, vocabulary: Vocabulary, lemmas: Lemmas, folder: Path) -> None:
    """Write network.onnx, relations.onnx and tables.json."""
    folder.mkdir(parents=True, exist_ok=True)
    _export_network(network, folder / "network.onnx")
    _export_relations(network, folder / "relations.onnx")
    tables = {
        "format": MODEL_FORMAT,
        "words": vocabulary.words,
        "affixes": vocabulary.affixes,
        "tags": vocabulary.tags,
        "relations": vocabulary.relations,
        "lemmas": {"exceptions": lemmas.exceptions, "rules": lemmas.rules},
    }
    text = json.dumps(tables, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    (folder / "tables.json").write_text(text + "\n", encoding="utf-8")


def _export_network(network: Parser, path: Path) -> None:
    graph = Graph()
    tables = [network.word, *network.affixes, network.shape]
    seen = []
    for number, table in enumerate(tables):
        column = graph.node("Gather", "tokens", graph.constant(np.array(number)), axis=2)
        weights = graph.weights(table.weight.detach().numpy())
        seen.append(graph.node("Gather", weights, column, axis=0))
    steps = graph.node("Concat", *seen, axis=-1)
    for layer in range(network.lower.num_layers):
        steps = _lstm(graph, steps, network.lower, layer)
    tags = graph.linear(steps, network.tags)
    guessed = graph.linear(graph.node("Softmax", tags, axis=-1), network.tag)
    steps = _lstm(graph, graph.node("Concat", steps, guessed, axis=-1), network.upper, 0)
    known = graph.node("Transpose", steps, perm=[1, 0, 2])
    sentences = graph.node("Shape", known, end=1)

    def vectors(layer: nn.Linear) -> str:
        return graph.node("LeakyRelu", graph.linear(known, layer), alpha=0.1)

    def with_root(layer: nn.Linear, root: torch.Tensor) -> str:
        one = graph.constant(np.array([1, root.shape[0]], dtype=np.int64))
        shape = graph.node("Concat", sentences, one, axis=0)
        roots = graph.node("Expand", graph.floats(root), shape)
        return graph.node("Concat", roots, vectors(layer), axis=1)

    heads = with_root(network.arc_head, network.root_arc)
    turned = graph.node(
        "MatMul", vectors(network.arc_dependent), graph.transposed(network.arc.weight)
    )
    arcs = graph.node("MatMul", turned, graph.node("Transpose", heads, perm=[0, 2, 1]))
    prior = graph.node("Transpose", graph.linear(heads, network.arc_prior), perm=[0, 2, 1])
    arcs = graph.node("LogSoftmax", graph.node("Add", arcs, prior), axis=-1)
    outputs = {
        "tags": (graph.node("Transpose", tags, perm=[1, 0, 2]), ["n", "t", network.sizes.tags]),
        "arcs": (arcs, ["n", "t", "heads"]),
        "dependents": (vectors(network.relation_dependent), ["n", "t", network.sizes.relation]),
        "governors": (
            with_root(network.relation_head, network.root_relation),
            ["n", "heads", network.sizes.relation],
        ),
    }
    graph.save(
        path,
        [helper.make_tensor_value_info("tokens", TensorProto.INT32, ["t", "n", len(tables)])],
        [
            (node, helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
            for name, (node, shape) in outputs.items()
        ],
    )


def _lstm(graph: Graph, steps: str, lstm: nn.LSTM, layer: int) -> str:
    """One two-way layer: [place, sentence, in] to [place, sentence, both ways joined]."""

    def both_ways(kind: str) -> np.ndarray:
        ways = [getattr(lstm, f"{kind}_l{layer}{way}").detach().numpy() for way in ("", "_reverse")]
        return np.stack([_reordered(way) for way in ways])

    biases = np.concatenate([both_ways("bias_ih"), both_ways("bias_hh")], axis=1)
    result = graph.node(
        "LSTM",
        steps,
        graph.weights(both_ways("weight_ih")),
        graph.weights(both_ways("weight_hh")),
        graph.constant(biases),
        hidden_size=lstm.hidden_size,
        direction="bidirectional",
    )
    by_step = graph.node("Transpose", result, perm=[0, 2, 1, 3])
    shape = graph.constant(np.array([0, 0, -1], dtype=np.int64))
    return graph.node("Reshape", by_step, shape)


def _reordered(weights: np.ndarray) -> np.ndarray:
    # torch keeps the gates as input, forget, cell, output; ONNX as input, output, forget, cell.
    inward, forget, cell, outward = np.split(weights, 4)
    return np.concatenate([inward, outward, forget, cell])


def _export_relations(network: Parser, path: Path) -> None:
    graph = Graph()
    size, count = network.sizes.relation, network.sizes.relations
    turned = graph.linear("governors", network.relations.bilinear)
    shape = graph.constant(np.array([-1, count, size], dtype=np.int64))
    turned = graph.node("Reshape", turned, shape)
    upright = graph.node("Unsqueeze", "dependents", graph.constant(np.array([2])))
    products = graph.node("MatMul", turned, upright)
    products = graph.node("Squeeze", products, graph.constant(np.array([2])))
    both = graph.node("Concat", "dependents", "governors", axis=-1)
    scores = graph.node("Add", products, graph.linear(both, network.relations.linear))
    pair = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["m", size])
        for name in ("dependents", "governors")
    ]
    info = helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["m", count])
    graph.save(path, pair, [(scores, info)])


def load(checkpoint: Path) -> tuple[Parser, Vocabulary]:
    """The averaged network of a checkpoint, with the vocabulary that lies beside it."""
    state = torch.load(checkpoint)
    sizes = {**state["sizes"], "affixes": tuple(state["sizes"]["affixes"])}
    network = Parser(Sizes(**sizes))
    network.load_state_dict(state["averaged"])
    network.eval()
    record = json.loads((checkpoint.parent / "vocabulary.json").read_text(encoding="utf-8"))
    return network, Vocabulary(**{name: _tuples(value) for name, value in record.items()})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
