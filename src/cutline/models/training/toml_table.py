"""Tables of a TOML file that people write, with messages that say where they are wrong."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline.core.errors import FileError, near_names
from cutline.datasets.wording import MISSING, described, printable


@dataclass(frozen=True)
class TomlTable:
    """A table of a file.

    Args:
        file: what the file is called in messages.
        name: what the table is called there; nothing for that of the whole file.
        content: what it holds.
    """

    file: str
    name: str
    content: Mapping[str, Any]

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> TomlTable:
        """The table of a whole file.

        Raises:
            FileError: when it cannot be read, or is not TOML.
        """
        name = os.fspath(path)
        try:
            with Path(path).open("rb") as file:
                return cls(name, "", tomllib.load(file))
        except OSError as error:
            raise FileError(f"{name}: cannot be read: {error.strerror or error}") from None
        except RecursionError:
            raise FileError(f"{name}: not TOML that can be used: nested too deep") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise FileError(f"{name}: not TOML: {printable(str(error))}") from None
        except ValueError:  # a number of thousands of digits
            raise FileError(f"{name}: holds a number that is too long") from None

    def place(self, key: str = "") -> str:
        """What a key, or the table itself, is called in messages."""
        return f"{self.file}: {'.'.join(part for part in (self.name, key) if part)}"

    def wrong(self, key: str, expected: str) -> FileError:
        """What to raise where a value is not what was expected."""
        found = described(self.content.get(key, MISSING))
        return FileError(f"{self.place(key)}: found {found}, expected {expected}")

    def only_known(self, known: Sequence[str]) -> None:
        """Refuse keys that mean nothing.

        Raises:
            FileError: naming the first, and near ones.
        """
        for key in self.content:
            if key not in known:
                raise FileError(
                    f"{self.place(key)}: is no field{near_names(key, known)}; expected "
                    f"{', '.join(known)}"
                )

    def text(self, key: str, default: str | None = None) -> str:
        """A text; without a default it has to be there."""
        found = self.content.get(key, MISSING if default is None else default)
        if not isinstance(found, str):
            raise self.wrong(key, "text")
        return found

    def optional_text(self, key: str) -> str | None:
        """A text, or None where there is none."""
        return self.text(key) if key in self.content else None

    def number(self, key: str, default: int, least: int = 0) -> int:
        """A whole number."""
        found = self.content.get(key, default)
        if type(found) is not int or found < least:
            raise self.wrong(key, f"a whole number from {least} on")
        return found

    def inner(self, key: str) -> TomlTable:
        """A table in this one; an empty one where there is none."""
        found = self.content.get(key, {})
        if not isinstance(found, dict):
            raise self.wrong(key, f"a table [{key}]")
        return TomlTable(self.file, f"{self.name}.{key}" if self.name else key, found)
