"""Weights in files beside a model: they are part of what the model is."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from cutline.core.errors import FileError, MissingPartError
from cutline.detect.onnx import open_onnx
from cutline.detect.onnx.weights import model_digest
from tests.detect.made_pictures import picture
from tests.detect.onnx.made_models import describe, onnx, write_constants

SCORES = [[0.9, 0.0, 0.0]]


def split(folder: Path, name: str = "model.onnx.data") -> Path:
    """The model with its weights in another file; that file."""
    write_constants(folder, boxes=[(0, 0, 1, 1)], scores=SCORES)
    model = onnx.load(str(folder / "model.onnx"))
    for tensor in model.graph.initializer:
        # Not the shapes of things, which have to be known when a model is opened.
        if tensor.name.endswith("_value"):
            onnx.external_data_helper.set_external_data(tensor, name)
    onnx.save(model, str(folder / "model.onnx"))
    return folder / name


def sha256(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def test_other_weights_are_another_model(tmp_path: Path) -> None:
    weights = split(tmp_path)
    path = describe(tmp_path)
    first = open_onnx(path)
    assert first.detect([picture(8, 4)])[0][0].score == pytest.approx(0.9)
    changed = bytearray(weights.read_bytes())
    at = changed.index(bytes.fromhex("6666663f"))  # 0.9
    changed[at : at + 4] = bytes.fromhex("cdcc4c3f")  # 0.8
    weights.write_bytes(changed)
    second = open_onnx(path)
    assert second.detect([picture(8, 4)])[0][0].score == pytest.approx(0.8)
    assert second.signature != first.signature


def test_the_digest_is_of_all_files_one_after_the_other(tmp_path: Path) -> None:
    model = tmp_path / "model.onnx"
    weights = split(tmp_path)
    assert model_digest(model) == sha256(model, weights)
    path = describe(tmp_path, sha256=sha256(model, weights))
    assert sha256(model, weights)[:16] in open_onnx(path).signature
    with pytest.raises(FileError, match="it is damaged, or another model"):
        open_onnx(describe(tmp_path, sha256=sha256(model)))


def test_a_model_in_one_file_is_that_file(tmp_path: Path) -> None:
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=SCORES)
    assert model_digest(tmp_path / "model.onnx") == sha256(tmp_path / "model.onnx")


def test_a_name_is_no_file(tmp_path: Path) -> None:
    write_constants(tmp_path, boxes=[(0, 0, 1, 1)], scores=SCORES, location=[[0.0]])
    assert model_digest(tmp_path / "model.onnx") == sha256(tmp_path / "model.onnx")


def test_weights_that_are_gone_are_named(tmp_path: Path) -> None:
    split(tmp_path).unlink()
    with pytest.raises(FileError, match=r"onnx\.data: cannot be read: .*; it has the weights of"):
        open_onnx(describe(tmp_path))


@pytest.mark.parametrize("name", ["../weights", "/weights", "C:\\weights", "a\\..\\..\\b"])
def test_weights_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    split(tmp_path)
    file = tmp_path / "model.onnx"
    model = onnx.load(str(file), load_external_data=False)
    for tensor in model.graph.initializer:
        for entry in tensor.external_data:
            if entry.key == "location":
                entry.value = name
    file.write_bytes(model.SerializeToString())
    with pytest.raises(FileError, match="expected one that lies beside it"):
        open_onnx(describe(tmp_path))


def test_weights_of_graphs_inside_of_nodes_are_found(tmp_path: Path) -> None:
    helper = onnx.helper
    (tmp_path / "inner").write_bytes(b"\0" * 4)
    tensor = onnx.TensorProto(name="inner", data_type=1, dims=[1], data_location=1)
    tensor.external_data.add(key="location", value="inner")
    branch = helper.make_graph([helper.make_node("Constant", [], ["x"], value=tensor)], "b", [], [])
    node = helper.make_node("If", ["c"], ["x"], then_branch=branch, else_branch=branch)
    model = helper.make_model(helper.make_graph([node], "g", [], []))
    file = tmp_path / "model.onnx"
    file.write_bytes(model.SerializeToString())
    assert model_digest(file) == sha256(file, tmp_path / "inner")


def test_without_the_package_onnx_the_command_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    split(tmp_path)
    monkeypatch.setattr("cutline.detect.onnx.weights.find_spec", lambda name: None)
    with pytest.raises(MissingPartError, match=r"pip install 'cutline\[detect\]'"):
        model_digest(tmp_path / "model.onnx")
