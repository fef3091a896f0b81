"""Reading a world back."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import Any

from cutline.core.errors import FileError, UsageError
from cutline.datasets.strict_json import strict_loads
from cutline.datasets.world.generate import make_world
from cutline.datasets.world.settings import WorldSettings
from cutline.datasets.world.types import World
from cutline.datasets.world.write import KIND, VERSION, WORLD, digest


def read_world(folder: str | os.PathLike[str]) -> World:
    """The world of a folder, made anew from its settings.

    Raises:
        FileError: when there is none, or its scenes are not those that the settings give here.
    """
    path = Path(folder) / WORLD
    try:
        content = strict_loads(path.read_bytes())
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise FileError(f"{path}: is not JSON: {error}") from None
    if not isinstance(content, dict) or content.get("cutline") != KIND:
        raise FileError(f"{path}: is no world: expected a file that `cutline world` wrote")
    if content.get("version") != VERSION:
        found = content.get("version")
        raise FileError(f"{path}: version {found}; this Cutline reads version {VERSION}")
    world = make_world(_settings(content.get("settings"), path))
    if content.get("digest") != digest(world):
        raise FileError(
            f"{path}: its scenes are not those that its settings give in this version of Cutline: "
            f"make it anew with `cutline world`"
        )
    return world


def _settings(found: Any, path: Path) -> WorldSettings:
    kinds = {field.name: type(field.default) for field in fields(WorldSettings)}
    if not isinstance(found, dict) or set(found) != set(kinds):
        raise FileError(f'{path}: "settings" are not those of a world: {", ".join(kinds)}')
    values: dict[str, Any] = {}
    for name, value in found.items():
        if kinds[name] is tuple and isinstance(value, list):
            inner = (int, float) if name == "objects" else (str,)
            if not all(type(one) in inner for one in value):
                raise FileError(f'{path}: "settings": {name} is {value!r}')
            values[name] = tuple(value)
        elif kinds[name] is float and type(value) in (int, float):
            values[name] = float(value)
        elif kinds[name] is int and type(value) is int:
            values[name] = value
        else:
            raise FileError(f'{path}: "settings": {name} is {value!r}')
    try:
        return WorldSettings(**values)
    except UsageError as error:
        raise FileError(f"{path}: {error}") from None
