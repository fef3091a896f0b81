"""What can go wrong, each with the exit code a shell sees."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import ClassVar


class CutlineError(Exception):
    """An error meant for the user: its text says what was found, where, and what was expected."""

    exit_code: ClassVar[int] = 1


class ContentError(CutlineError):
    """The file can be read, but what it says cannot be scored as it stands."""

    exit_code = 1


class UsageError(CutlineError, ValueError):
    """A wrong argument: an unknown metric, a value out of range, inputs that do not fit."""

    exit_code = 2


class FileError(CutlineError):
    """A file that cannot be read, or is not what it says."""

    exit_code = 3


class MissingPartError(CutlineError):
    """A part of Cutline that is not installed; the text gives the one command that gets it."""

    exit_code = 4


class MissingPartWarning(UserWarning):
    """Something was left out that nobody asked for by name, because a part is not installed."""


def near_names(wanted: str, known: Iterable[str]) -> str:
    """A question that offers the nearest known names, or an empty string.

    >>> near_names("rogue-l", ["bleu", "rouge-l"])
    ' (did you mean rouge-l?)'
    """
    near = difflib.get_close_matches(wanted, list(known), n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(near)}?)" if near else ""
