"""The tree stays readable: no cycles of imports, everything typed, files and functions small."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src"
MEDIAN_FILE, LONG_FILE = 120, 400
MOST_FUNCTIONS, LONG_FUNCTION = 40, 80
#: Written by Django.
GENERATED = "migrations"

#: Functions longer than LONG_FUNCTION are commands, whose options are their arguments, a few lines
#: each with its help: cli/. There is none elsewhere.
LONG_FUNCTIONS_IN = ("cutline/cli/",)


@cache
def trees() -> dict[Path, ast.Module]:
    paths = sorted(path for path in SOURCES.rglob("*.py") if GENERATED not in path.parts)
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def functions() -> Iterator[tuple[Path, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield path, node


def lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


def imported_at_once(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """What is imported when the module is, and so not inside functions nor for types alone."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def imports() -> dict[str, set[str]]:
    known = {module_of(path) for path in trees()}
    found: dict[str, set[str]] = {name: set() for name in known}
    for path, tree in trees().items():
        for node in imported_at_once(tree):
            if isinstance(node, ast.Import):
                names = {alias.name for alias in node.names}
            else:
                parts = {f"{node.module}.{alias.name}" for alias in node.names}
                # `from package import module` needs the module; anything else, the package.
                names = parts & known or {str(node.module)}
            found[module_of(path)] |= names & known
    return found


def test_no_cycles_of_imports() -> None:
    left = imports()
    while ends := {name for name, of in left.items() if not of & left.keys() - {name}}:
        left = {name: of for name, of in left.items() if name not in ends}
    assert sorted(left) == []  # these import each other, or what does


def test_every_function_is_typed() -> None:
    untyped = [
        f"{path.relative_to(SOURCES)}:{node.lineno} {node.name}"
        for path, node in functions()
        if (node.returns is None and node.name != "__init__")
        or any(
            argument.annotation is None
            for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            if argument.arg not in ("self", "cls")
        )
    ]
    assert untyped == []


def test_files_are_small() -> None:
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in trees()}
    assert statistics.median(sizes.values()) <= MEDIAN_FILE
    assert [str(path) for path, size in sizes.items() if size > LONG_FILE] == []


def test_functions_are_small() -> None:
    sizes = sorted(lines(node) for _, node in functions())
    assert sizes[int(0.95 * len(sizes))] <= MOST_FUNCTIONS
    long = [
        f"{path.relative_to(SOURCES).as_posix()}:{node.lineno} {node.name}"
        for path, node in functions()
        if lines(node) > LONG_FUNCTION
    ]
    assert [name for name in long if not name.startswith(LONG_FUNCTIONS_IN)] == []
