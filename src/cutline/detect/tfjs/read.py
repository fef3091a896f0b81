"""Reading graph models of TensorFlow.js: `model.json`, and the shards that hold the weights."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError
from cutline.detect.tfjs.graph import Graph, Node, Source

#: The file that describes the model.
MODEL_FILE = "model.json"

#: Number types of weights: how the file names them, how the shards hold them.
_TYPES = {"float32": "<f4", "int32": "<i4", "bool": "u1"}


def read_graph(path: Path) -> Graph:
    """A model from its `model.json`; the shards are in the same folder.

    Raises:
        FileError: when a file cannot be read or is not what it should be.
    """
    files = {path.name: _bytes_of(path)}
    for shard in _shards(_document(files[path.name], str(path)), str(path)):
        # A model is not to reach for files elsewhere.
        if Path(shard).name != shard:
            raise FileError(f"{path}: a shard is named {shard!r}, expected a name without a folder")
        files[shard] = _bytes_of(path.with_name(shard))
    return graph_of(files, str(path), path.name)


def graph_of(files: Mapping[str, bytes], source: str, model_file: str = MODEL_FILE) -> Graph:
    """A model whose files are in memory.

    Args:
        files: the content of `model.json` and of each shard, by name.
        source: what messages call the model.
        model_file: which of the files is the model's description.

    Raises:
        FileError: when a file is missing or not what it should be.
    """
    if model_file not in files:
        raise FileError(f"{source}: has no {model_file}")
    document = _document(files[model_file], source)
    topology = document.get("modelTopology")
    records = topology.get("node") if isinstance(topology, dict) else None
    if not isinstance(records, list):
        raise FileError(
            f"{source}: modelTopology has no list of nodes: expected a graph model of TensorFlow.js"
            " (models of layers are not read)"
        )
    try:
        nodes = [_node(record) for record in records]
        weights = _weights(document, files, source)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FileError(f"{source}: is not as graph models are: {error!r}") from None
    return Graph({node.name: node for node in nodes}, weights)


def _document(content: bytes, source: str) -> dict[str, Any]:
    try:
        document = json.loads(content)
    except ValueError as error:
        raise FileError(f"{source}: is not JSON: {error}") from None
    if not isinstance(document, dict):
        raise FileError(f"{source}: holds {type(document).__name__}, expected an object")
    return document


def _shards(document: dict[str, Any], source: str) -> list[str]:
    try:
        return [str(name) for group in document["weightsManifest"] for name in group["paths"]]
    except (KeyError, TypeError) as error:
        raise FileError(f"{source}: weightsManifest is not as expected: {error!r}") from None


def _node(record: dict[str, Any]) -> Node:
    # A name after ^ orders the work and gives no value.
    names = [name for name in record.get("input", ()) if not name.startswith("^")]
    return Node(
        name=str(record["name"]),
        op=str(record["op"]),
        inputs=tuple(_source(name) for name in names),
        attributes=record.get("attr", {}),
    )


def _source(name: str) -> Source:
    node, _, output = name.partition(":")
    return node, int(output or 0)


def _weights(
    document: dict[str, Any], files: Mapping[str, bytes], source: str
) -> dict[str, NDArray[Any]]:
    weights = {}
    for group in document["weightsManifest"]:
        missing = [name for name in group["paths"] if name not in files]
        if missing:
            raise FileError(f"{source}: the shard {missing[0]} is missing")
        content = b"".join(files[name] for name in group["paths"])
        start = 0
        for record in group["weights"]:
            name = record["name"]
            if record["dtype"] not in _TYPES or "quantization" in record:
                form = record.get("quantization", {}).get("dtype") or record["dtype"]
                known = ", ".join(_TYPES)
                raise FileError(f"{source}: the weight {name} is {form}, expected one of {known}")
            kind = np.dtype(_TYPES[record["dtype"]])
            count = math.prod(record["shape"])
            end = start + count * kind.itemsize
            if end > len(content):
                raise FileError(
                    f"{source}: the shards have {len(content)} bytes, but {name} ends at {end}"
                )
            weights[name] = np.frombuffer(content, kind, count, start).reshape(record["shape"])
            start = end
        if start != len(content):
            raise FileError(
                f"{source}: the shards have {len(content)} bytes, of which weights use {start}"
            )
    return weights


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
