"""Models of TensorFlow.js, read and converted to ONNX."""

from cutline.detect.tfjs.convert import GraphInput, convert
from cutline.detect.tfjs.graph import Graph, Node
from cutline.detect.tfjs.read import graph_of, read_graph

__all__ = ["Graph", "GraphInput", "Node", "convert", "graph_of", "read_graph"]
