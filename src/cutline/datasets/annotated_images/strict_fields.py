"""JSON objects of which every member is checked, and none is left over."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any, TypeVar

from cutline.core.errors import FileError, near_names
from cutline.datasets.strict_json import strict_loads
from cutline.datasets.wording import MISSING, described, printable, short

Value = TypeVar("Value")


def parsed_object(text: str, where: str, what: str) -> StrictFields:
    """The object that a line of JSON holds.

    Raises:
        FileError: when it is not JSON, no object, or has a key twice.
    """
    try:
        value = strict_loads(text)
    except json.JSONDecodeError as error:
        message = f"column {error.colno}: not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    except RecursionError:
        message = "not JSON: nested too deeply"
    except ValueError as error:
        message = f"not JSON: {printable(str(error))}"
    else:
        return StrictFields(value, where, what)
    separator = ", " if message.startswith("column") else ": "
    raise FileError(f"{where}{separator}{message}")


class StrictFields:
    """The members of an object, taken one by one.

    Args:
        value: what stands where the object should.
        where: its place, for messages.
        what: what it should be, such as `a caption`.

    Raises:
        FileError: when it is no object.
    """

    def __init__(self, value: Any, where: str, what: str) -> None:
        if not isinstance(value, dict):
            raise FileError(f"{where}: found {described(value)}, expected {what}")
        self.where = where
        self._members = value
        self._known: list[str] = []

    def take(self, name: str, default: Any = MISSING) -> Any:
        """A member as it is; without a default it has to be there."""
        self._known.append(name)
        value = self._members.get(name, default)
        if value is MISSING:
            raise FileError(f'{self.where}: there is no "{name}", expected one')
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """A member that is text, even an empty one."""
        value = self.take(name, MISSING if default is None else default)
        return value if isinstance(value, str) else self._refuse(name, value, "text")

    def number(self, name: str, default: float | None = None) -> float | None:
        """A member that is a number or null; null, or nothing, gives the default."""
        value = self.take(name, None)
        if value is None:
            return default
        return float(value) if is_number(value) else self._refuse(name, value, "a number")

    def whole_number(self, name: str, default: int | None = None) -> int:
        """A member that is a whole number, zero or more."""
        value = self.take(name, MISSING if default is None else default)
        if type(value) is int and value >= 0:
            return value
        return int(self._refuse(name, value, "a whole number, zero or more"))

    def listed(self, name: str, read: Callable[[Any, str], Value]) -> tuple[Value, ...]:
        """A member that is a list, empty where it is left out, each item read by a function."""
        values = self.take(name, [])
        if not isinstance(values, list):
            self._refuse(name, values, "a list")
        return tuple(
            read(value, f'{self.where}: "{name}", item {number}')
            for number, value in enumerate(values, 1)
        )

    def finish(self) -> None:
        """Refuse members that nobody took."""
        for name in self._members:
            if name not in self._known:
                near = near_names(name, self._known)
                raise FileError(
                    f"{self.where}: found the member {short(printable(name))!r}{near}, expected "
                    f"only {', '.join(self._known)}"
                )

    def _refuse(self, name: str, value: Any, expected: str) -> Any:
        raise FileError(f'{self.where}: "{name}" is {described(value)}, expected {expected}')


def is_number(value: Any) -> bool:
    """Whether a value is a finite number, and neither true nor false.

    >>> is_number(0.5), is_number(True), is_number(float("nan")), is_number(10**400)
    (True, False, False, False)
    """
    if type(value) is int:
        return abs(value) < 1 << 1000
    return type(value) is float and math.isfinite(value)
