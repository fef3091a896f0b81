"""The reference of Python names, from docstrings and signatures."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from tools.docs.docstrings import Docstring, example, paragraphs, read_docstring
from tools.docs.markdown import code, plain, table
from tools.docs.public_names import MODULES, module, names_in

#: What stands above a section's names, where that is not what the section is called.
_HEADS = {"Args": "argument"}


def python_names() -> str:
    """A heading for each public module, and one for each of its names."""
    return "\n".join(line for name in MODULES for line in _module(name))


def _module(name: str) -> Iterator[str]:
    found = module(name)
    yield f"## {name}\n"
    yield f"{read_docstring(found.__doc__).summary}\n"
    for public in names_in(name):
        if not public.startswith("__"):
            yield from _name(name, public, getattr(found, public))


def _name(home: str, name: str, value: Any) -> Iterator[str]:
    yield f"### {home}.{name}\n"
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        yield f"```python\n{name}: {type(value).__name__}\n```\n"
        return
    doc = read_docstring(inspect.getdoc(value) if not inspect.isclass(value) else value.__doc__)
    yield f"```python\n{_signature(name, value)}\n```\n"
    yield from _text(doc)
    if inspect.isclass(value):
        yield from _methods(value)
    yield example(doc)


def _text(doc: Docstring) -> Iterator[str]:
    yield from paragraphs(doc)
    for section, entries in doc.sections.items():
        rows = [[code(name) if name else "", plain(text)] for name, text in entries.items()]
        yield table([_HEADS.get(section, section.lower()), ""], rows)


def _methods(cls: type) -> Iterator[str]:
    rows = []
    for name, value in vars(cls).items():
        inner = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        shown = isinstance(inner, property) or inspect.isfunction(inner)
        if name.startswith("_") or not shown:
            continue
        doc = read_docstring(inner.__doc__)
        called = name if isinstance(inner, property) else f"{name}{_parameters(inner)}"
        rows.append([code(called), plain(doc.summary)])
    if rows:
        yield table(["method or property", ""], rows)


def _signature(name: str, value: Any) -> str:
    if not inspect.isclass(value):
        return f"{name}{_cleaned(inspect.signature(value))}"
    if issubclass(value, BaseException) or not inspect.isfunction(value.__init__):
        return f"class {name}({', '.join(base.__name__ for base in value.__bases__)})"
    return f"class {name}{_cleaned(inspect.signature(value), returns=False)}"


def _parameters(function: Any) -> str:
    parameters = [p for p in inspect.signature(function).parameters if p not in ("self", "cls")]
    return f"({', '.join(parameters)})"


class _AsWritten(str):
    """An annotation that shows itself without quotes."""

    def __repr__(self) -> str:
        return str(self).replace("typing.", "")


def _cleaned(signature: inspect.Signature, *, returns: bool = True) -> str:
    """As it is written in the code, with `...` for defaults that are made anew each time."""
    empty = inspect.Signature.empty
    shown = [
        one if not isinstance(one.annotation, str) else one.replace(annotation=_annotation(one))
        for one in signature.parameters.values()
    ]
    given = signature.return_annotation
    answer = _AsWritten(given) if isinstance(given, str) else given
    text = str(signature.replace(parameters=shown, return_annotation=answer if returns else empty))
    text = re.sub(r"<factory>|<object object at [^>]*>", "...", text)
    return text if len(text) <= 80 else _broken(text)


def _annotation(parameter: inspect.Parameter) -> _AsWritten:
    return _AsWritten(parameter.annotation)


def _broken(text: str) -> str:
    """One parameter a line: cuts at commas that stand in no inner bracket."""
    inner, _, rest = text[1:].rpartition(")")
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(inner):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(inner[start:place].strip())
            start = place + 1
    parts.append(inner[start:].strip())
    return "(\n    " + ",\n    ".join(parts) + f",\n){rest}"
