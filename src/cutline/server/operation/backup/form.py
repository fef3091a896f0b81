"""The form of a backup: a zip of lines of JSON, and a manifest that says what must be in it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from cutline.core.errors import FileError

MANIFEST = "cutline-backup.json"
KEY = "secret.key"
#: Grows when a backup can no longer be read as before.
FORM = 1


@dataclass(frozen=True)
class Part:
    """A file of the backup."""

    name: str
    sha256: str
    #: Of a table: which it is, its columns in order, and how many rows there are.
    table: str = ""
    columns: tuple[str, ...] = ()
    rows: int = 0


@dataclass(frozen=True)
class Manifest:
    """What a backup is, and what it holds."""

    made_by: str
    made: str
    migrations: tuple[str, ...]
    parts: tuple[Part, ...] = field(default=())

    @property
    def rows(self) -> int:
        """How many rows it holds."""
        return sum(part.rows for part in self.parts)

    @property
    def has_key(self) -> bool:
        """Whether the secret key is in it."""
        return any(part.name == KEY for part in self.parts)

    def record(self) -> dict[str, Any]:
        """As JSON."""
        return {"cutline": "backup", "version": FORM, **asdict(self)}


def read_manifest(found: object, name: str) -> Manifest:
    """A manifest from its JSON.

    Raises:
        FileError: when it is none, or of a newer form.
    """
    if not isinstance(found, dict) or found.get("cutline") != "backup":
        raise FileError(f"{name}: is no backup of a Cutline site")
    version = found.get("version")
    if not isinstance(version, int) or version > FORM:
        raise newer(name, str(found.get("made_by", "?")))
    try:
        return Manifest(
            made_by=str(found["made_by"]),
            made=str(found["made"]),
            migrations=tuple(map(str, found["migrations"])),
            parts=tuple(
                Part(
                    name=str(part["name"]),
                    sha256=str(part["sha256"]),
                    table=str(part["table"]),
                    columns=tuple(map(str, part["columns"])),
                    rows=int(part["rows"]),
                )
                for part in found["parts"]
            ),
        )
    except (KeyError, TypeError, ValueError):
        raise FileError(f"{name}: the backup's manifest is damaged") from None


def newer(name: str, version: str) -> FileError:
    """That a newer Cutline made it."""
    return FileError(
        f"{name}: was made by a newer Cutline ({version}): install that version to restore it"
    )
