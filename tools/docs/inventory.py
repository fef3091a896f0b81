"""What has to be in the docs: the one list that the tests hold the pages to.

Each function gives what there is in the code, and knows nothing of how pages are made.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cutline.core import errors
from tools.docs.commands import all_commands
from tools.docs.public_names import MODULES, names_in

_SOURCE = Path(__file__).parent.parent.parent / "src" / "cutline"


def public_names() -> set[str]:
    """Every public name of Python, with its module."""
    return {f"{home}.{name}" for home in MODULES for name in names_in(home) if name[:2] != "__"}


def verbs() -> set[str]:
    """Every command, as it is typed."""
    return {path for path, _ in all_commands()}


def options() -> set[tuple[str, str]]:
    """Every option with its command."""
    return {
        (path, name)
        for path, command in all_commands()
        for parameter in command.params
        if parameter.param_type_name == "option"
        for name in (*parameter.opts, *parameter.secondary_opts)
    }


def exit_codes() -> set[int]:
    """Every exit code: of errors, of success, and of an interruption."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    return {0, 130} | {kind.exit_code for kind in kinds if issubclass(kind, errors.CutlineError)}


def variables() -> set[str]:
    """Every variable of the environment that the code names."""
    found = {name for text in _texts() for name in re.findall(r"\bCUTLINE_[A-Z_]*[A-Z]\b", text)}
    # The three of OpenID Connect are put together from their last words.
    return (found - {"CUTLINE_OPENID"}) | {
        f"CUTLINE_OPENID_{part}" for part in ("URL", "CLIENT", "SECRET")
    }


def file_kinds() -> set[str]:
    """What files of Cutline's own say they are: the values of their member `cutline`."""
    return {kind for text in _texts() for kind in _kinds(ast.parse(text))}


def caption_formats() -> set[str]:
    """The formats of captions that `cutline validate` names."""
    found = set()
    for path in sorted((_SOURCE / "datasets").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                found |= {_text(word.value) for word in node.keywords if word.arg == "format"}
                found.add(_text(_format_by_place(node)))
    return found - {""}


def _format_by_place(call: ast.Call) -> ast.AST:
    """What a call gives for a format, if it makes records and names none."""
    called = call.func.id if isinstance(call.func, ast.Name) else ""
    place = {"Records": 1, "_from_columns": 2}.get(called)
    return call if place is None or len(call.args) <= place else call.args[place]


def _kinds(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key is not None and _text(key) == "cutline" and _text(value):
                    yield _text(value)
        elif isinstance(node, ast.Compare):
            # `header["cutline"] != "judgments"`, `record.get("cutline") == "run"`
            if ast.unparse(node.left).endswith(("['cutline']", ".get('cutline')")):
                yield from filter(None, map(_text, node.comparators))
        elif isinstance(node, ast.Assign):
            yield from _assigned(node)


def _assigned(node: ast.Assign) -> Iterator[str]:
    """`KIND = "world"`, and the same among several."""
    target, value = node.targets[0], node.value
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(target.elts, value.elts, strict=True))
    for name, given in pairs:
        if isinstance(name, ast.Name) and re.fullmatch(r"_?([A-Z]+_)*KIND", name.id):
            yield from filter(None, [_text(given)])


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ""


@cache
def _texts() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in sorted(_SOURCE.rglob("*.py")))
