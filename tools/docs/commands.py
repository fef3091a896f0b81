"""The reference of commands, from the command line itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import typer.main

from cutline.cli.app import COMMANDS, command_line
from tools.docs.markdown import code, plain, table

# Typer may bring its own copy of click along, so that click's classes say nothing of its commands.
Command = Any
Parameter = Any


@cache
def root() -> Command:
    """The whole command line."""
    return typer.main.get_command(command_line())


def all_commands() -> Iterator[tuple[str, Command]]:
    """Every command with what is typed for it, groups before their commands."""
    for name in COMMANDS:
        yield from _below(f"cutline {name}", root().commands[name])


def _below(path: str, command: Command) -> Iterator[tuple[str, Command]]:
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from _below(f"{path} {name}", inner)


def commands() -> str:
    """A section for each panel of the help, a heading for each command."""
    lines = []
    panel = ""
    for path, command in all_commands():
        own = COMMANDS[path.split()[1]]
        if own != panel:
            panel = own
            lines.append(f"## {panel.capitalize()}\n")
        lines += [f"### {path}\n", *_described(path, command)]
    return "\n".join(lines)


def _described(path: str, command: Command) -> Iterator[str]:
    context = command.context_class(command, info_name=path)
    for paragraph in (command.help or "").replace("\b", "").strip().split("\n\n"):
        said, _, example = " ".join(paragraph.split()).partition("Example: ")
        if said:
            yield f"{plain(said)}\n"
        if example:
            yield f"```text\n{example}\n```\n"
    yield f"Usage: `{path} {' '.join(command.collect_usage_pieces(context))}`\n"
    rows = [_row(parameter, context) for parameter in command.params]
    if rows:
        yield table(["argument or option", "what it does", "default"], rows)


def names_of(parameter: Parameter, context: Any) -> list[str]:
    """What is typed for a parameter, such as `-o, --output FILE`."""
    if parameter.param_type_name == "argument":
        return list(parameter.get_usage_pieces(context))
    said, _ = parameter.get_help_record(context)
    return [" ".join(said.split())]


def _row(parameter: Parameter, context: Any) -> list[str]:
    names = ", ".join(map(code, names_of(parameter, context)))
    return [names, plain(" ".join((parameter.help or "").split())), _default(parameter)]


def _default(parameter: Parameter) -> str:
    if parameter.required:
        return "required"
    value = parameter.default
    # What is off, empty or found out later has no default that anybody would type.
    if value is None or callable(value) or isinstance(value, bool) or value in ((), [], ""):
        return ""
    value = getattr(value, "value", value)
    return code(",".join(map(str, value)) if isinstance(value, list | tuple) else str(value))
