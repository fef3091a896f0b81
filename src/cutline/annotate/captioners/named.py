"""Captioners by what is typed: a file, a command, an address, or a name."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from cutline.annotate.captioners.caption_file import caption_files
from cutline.annotate.captioners.captioner import Captioner
from cutline.annotate.captioners.command_for_each import CommandForEach
from cutline.annotate.captioners.description import parse_description
from cutline.annotate.captioners.endpoint import Endpoint
from cutline.annotate.captioners.kept_command import KeptCommand
from cutline.annotate.captioners.trained import parse_trained
from cutline.core.errors import UsageError, near_names
from cutline.datasets.wording import printable

KINDS = (
    "a captions file, FILE::COLUMN of a table, model:FILE, command:..., an http:// or https:// "
    "address, or describe"
)

_NAMED = re.compile(r"(?P<name>[^=:/\\()]+)=(?P<spec>.+)", re.DOTALL)


def captioner_named(spec: str, *, timeout: float = 60.0, parallel: int = 4) -> list[Captioner]:
    """The captioners of a spec: one, or all that a table of captions has.

    Args:
        spec: a file, `FILE::COLUMN`, `model:FILE`, `command:...`, an address or `describe`; with
            `NAME=` before it the captioner has that name.
        timeout: seconds that a command or endpoint has for one picture.
        parallel: how many pictures are under way at once, where that is possible.

    >>> [captioner.name for captioner in captioner_named("objects=describe(k=5)")]
    ['objects']

    Raises:
        UsageError: for a spec that is none of these.
        FileError: for a file that cannot be read.
    """
    match = None if os.path.lexists(spec) else _NAMED.fullmatch(spec)
    plain = match["spec"] if match else spec
    found = _captioners(plain, timeout, parallel)
    if match is None:
        return found
    name = match["name"].strip()
    if not name or name != printable(name):
        raise UsageError(f"{spec!r}: expected a name before =, found {match['name']!r}")
    if len(found) > 1:
        names = ", ".join(captioner.name for captioner in found)
        raise UsageError(
            f"{spec}: one name for {len(found)} captioners ({names}); choose one: "
            f"{name}={plain}::{found[0].name}"
        )
    found[0].name = name
    return found


def captioners_named(
    specs: Sequence[str], *, timeout: float = 60.0, parallel: int = 4
) -> tuple[Captioner, ...]:
    """The captioners of several specs, each with a name of its own.

    Raises:
        UsageError: when there is none, or two have one name.
        FileError: for a file that cannot be read.
    """
    found: dict[str, Captioner] = {}
    for spec in specs:
        for captioner in captioner_named(spec, timeout=timeout, parallel=parallel):
            if captioner.name in found:
                raise UsageError(
                    f"two captioners are named {captioner.name!r}; name one: NAME={spec}"
                )
            found[captioner.name] = captioner
    if not found:
        raise UsageError(f"no captioner was given: expected {KINDS}")
    return tuple(found.values())


def _captioners(spec: str, timeout: float, parallel: int) -> list[Captioner]:
    if spec.startswith("command:"):
        command = spec.removeprefix("command:").strip()
        if not command:
            raise UsageError("command: expected a shell command after it")
        if "{path}" in command:
            return [CommandForEach(command, timeout, parallel)]
        return [KeptCommand(command, timeout)]
    if spec.startswith("model:"):
        return [parse_trained(spec)]
    if spec.startswith(("http://", "https://")):
        return [Endpoint(spec, timeout, parallel)]
    if not os.path.lexists(spec) and (description := parse_description(spec)) is not None:
        return [description]
    is_folder = bool(spec) and Path(spec).is_dir()
    if is_folder or not (os.path.lexists(spec) or _looks_like_file(spec)):
        what = "is a folder" if is_folder else "is no captioner"
        near = near_names(spec, ["describe", "model:", "command:", "http://", "https://"])
        raise UsageError(f"{spec!r} {what}{near}: expected {KINDS}")
    return [*caption_files(spec)]


def _looks_like_file(spec: str) -> bool:
    path = spec.partition("::")[0]
    return os.path.lexists(path) or bool(re.search(r"[\\/]|\.\w+$", path))
