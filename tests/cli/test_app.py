"""Commands are loaded one at a time, and all of them for the help."""

from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from cutline.cli.app import COMMANDS, command_line


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_loaded_alone(name: str) -> None:
    group = typer.main.get_command(command_line(name))
    assert list(group.commands) == [name]  # type: ignore[attr-defined]


@pytest.mark.parametrize("wanted", [None, "no-such-command", "-h"])
def test_all_commands_are_loaded_where_none_is_named(wanted: str | None) -> None:
    group = typer.main.get_command(command_line(wanted))
    assert set(group.commands) == set(COMMANDS)  # type: ignore[attr-defined]


def test_other_commands_cost_nothing() -> None:
    line = "import sys; from cutline.cli.app import command_line; command_line('tokenize'); "
    line += "print([m for m in sys.modules if m.startswith('cutline.reports')])"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
