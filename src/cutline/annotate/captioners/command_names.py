"""What a command is called, and what its captions depend on."""

from __future__ import annotations

import hashlib
import re
import shlex
from pathlib import PurePath

_INTERPRETERS = re.compile(r"(python|pypy|node|ruby|perl|bash|sh|zsh|exec|env|uv|run|java)[\d.]*")


def command_name(command: str) -> str:
    """A name for what a command runs: the first word that is no interpreter and no option.

    >>> command_name("CUDA=0 python3 -u models/blip.py --beam 5"), command_name("./git -x {path}")
    ('blip', 'git')
    """
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    for word in words:
        name = PurePath(word).stem
        if word.startswith("-") or "=" in word or _INTERPRETERS.fullmatch(PurePath(word).name):
            continue
        if re.fullmatch(r"[\w.+-]+", name):
            return name
    return "command"


def command_signature(command: str) -> str:
    """A digest: a command may hold what nobody else should read."""
    return f"command:{hashlib.sha256(command.encode()).hexdigest()[:16]}"
