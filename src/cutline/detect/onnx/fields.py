"""The fields of a JSON object, each checked: who reads them names the file and the field."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from cutline.core.errors import FileError, near_names
from cutline.datasets.strict_json import strict_loads
from cutline.datasets.wording import MISSING, described, printable, short


class Fields:
    """An object of a file whose fields are asked for one by one; unknown ones are refused.

    Args:
        content: what the file has.
        place: the file, and the field that holds the object.
        known: all fields that there are.

    Raises:
        FileError: when it is no object, or has a field that is not known.
    """

    def __init__(self, content: Any, place: str, known: Collection[str]) -> None:
        self.place = place
        if not isinstance(content, dict):
            raise FileError(f"{place}: found {described(content)}, expected an object")
        for key in content:
            if key not in known:
                raise FileError(
                    f"{place}: there is no field {short(printable(key))!r}{near_names(key, known)}"
                )
        self._content = content

    def value(self, field: str, default: Any = MISSING) -> Any:
        """A field as it is, or the default where it is left out or null."""
        found = self._content.get(field, MISSING)
        if found is MISSING or (found is None and default is not MISSING):
            if default is MISSING:
                raise FileError(f'{self.place}: has no "{field}"')
            return default
        return found

    def has(self, field: str) -> bool:
        """Whether a field is there, even if it is null."""
        return field in self._content

    def wrong(self, field: str, expected: str) -> FileError:
        """The error to raise for a field that is something else."""
        found = described(self._content.get(field, MISSING))
        return FileError(f'{self.place}: "{field}" is {found}, expected {expected}')

    def text(self, field: str, default: Any = MISSING) -> str:
        """A field that holds text."""
        found = self.value(field, default)
        if type(found) is not str or (default is MISSING and not found.strip()):
            raise self.wrong(field, "text")
        return printable(found)

    def choice(self, field: str, choices: Collection[str], default: Any = MISSING) -> Any:
        """A field that holds one of some words."""
        found = self.value(field, default)
        if found is not default and (type(found) is not str or found not in choices):
            near = near_names(found, choices) if isinstance(found, str) else ""
            raise FileError(f"{self.wrong(field, 'one of ' + ', '.join(choices))}{near}")
        return found

    def number(self, field: str, low: float, high: float, default: Any = MISSING) -> float:
        """A field that holds a number between these two."""
        found = self.value(field, default)
        # The comparison fails for NaN too.
        if type(found) not in (int, float) or not low <= found <= high:
            raise self.wrong(field, f"a number from {low:g} to {high:g}")
        return float(found)

    def whole_number(self, field: str, low: int, high: int, default: Any = MISSING) -> int:
        """A field that holds a whole number between these two."""
        found = self.value(field, default)
        if type(found) is not int or not low <= found <= high:
            raise self.wrong(field, f"a whole number from {low} to {high}")
        return found

    def numbers(self, field: str, default: Any = MISSING) -> tuple[float, float, float]:
        """A field that holds a number for each of red, green and blue."""
        found = self.value(field, default)
        if (
            not isinstance(found, list | tuple)
            or len(found) != 3
            or any(type(item) not in (int, float) or not -1e9 < item < 1e9 for item in found)
        ):
            raise self.wrong(field, "three numbers: of red, green and blue")
        red, green, blue = found
        return float(red), float(green), float(blue)


def load_object(path: Path) -> Any:
    """What a small JSON file holds.

    Raises:
        FileError: when it cannot be read or is no JSON.
    """
    try:
        return strict_loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise FileError(f"{path}: the byte 0x{byte:02x} is not UTF-8") from None
    except json.JSONDecodeError as error:
        message = printable(error.msg[:1].lower() + error.msg[1:])
        place = f"{path}, line {error.lineno}, column {error.colno}"
        raise FileError(f"{place}: not JSON: {message}") from None
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: not JSON: {short(printable(str(error)), 80)}") from None
