"""Participants need the core install alone."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("command", ["submit", "board"])
def test_commands_for_participants_load_nothing_of_the_server(command: str) -> None:
    line = f"import sys; from cutline.cli.app import command_line; command_line({command!r}); "
    line += "print([m for m in sys.modules if m.split('.')[0] in ('django', 'ninja', 'requests') "
    line += "or m.startswith(('cutline.server', 'cutline.web'))])"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
