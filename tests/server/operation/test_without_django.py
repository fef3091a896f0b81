"""Who only scores captions never loads the server's libraries."""

from __future__ import annotations

import subprocess
import sys

_PROGRAM = """
import sys
import cutline
from cutline.cli.app import command_line
command_line()
found = {"allauth", "django", "gunicorn", "ninja", "prometheus_client"} & set(sys.modules)
sys.exit(", ".join(sorted(found)))
"""


def test_neither_the_package_nor_the_command_line_loads_django() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=False
    )
    assert done.stderr.strip() == ""
