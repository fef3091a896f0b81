"""Each layer imports only what stands to its left; siblings do not import each other."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "cutline"

LAYERS = [
    ["core"],
    ["native"],
    ["text"],
    ["metrics", "datasets"],
    ["scoring"],
    ["compat", "benchmarks", "reports", "models", "detect"],
    ["annotate"],
    ["scale"],
    ["web"],
    ["server", "collect"],
    ["cli"],
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def imported_parts(path: Path) -> set[str]:
    """The parts of Cutline that a file imports, those under TYPE_CHECKING included."""
    parts = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [node.module]
            if node.module == "cutline":
                names = [f"cutline.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        parts |= {name.split(".")[1] for name in names if name.startswith("cutline.")}
    return parts


def files() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


@pytest.mark.parametrize("part", sorted({path.relative_to(PACKAGE).parts[0] for path in files()}))
def test_imports_only_from_the_left(part: str) -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} must not import {other}"
        for path in files()
        if path.relative_to(PACKAGE).parts[0] == part
        for other in sorted(imported_parts(path) - {part})
        if LEVEL.get(other, len(LAYERS)) >= LEVEL[part]
    ]
    assert wrong == []


def test_every_part_has_a_layer() -> None:
    parts = {path.relative_to(PACKAGE).parts[0] for path in files()}
    assert parts <= set(LEVEL)


def test_only_the_bindings_know_python() -> None:
    kernels = PACKAGE.parent.parent / "cpp"
    users = {
        path.parent.name
        for path in kernels.rglob("*.[ch]pp")
        if any(
            word in path.read_text(encoding="utf-8")
            for word in ("nanobind", "Python.h", "PyObject")
        )
    }
    assert users == {"bindings"}
