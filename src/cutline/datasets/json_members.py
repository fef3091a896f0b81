"""Where the members of a JSON array or object stand, for messages about them."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from functools import cached_property

from cutline.datasets.source import Source

# Strings are stepped over as a whole; a bracket or comma takes along the space behind it, so that
# its end is where the next member begins. Nothing is given back, however long a string is.
_STEP = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[{,][ \t\r\n]*+|[\]}]', re.DOTALL)

_QUOTE, _COMMA, _CLOSING = ord('"'), ord(","), b"]}"


class Members:
    """The members of one container of a valid file, found when they are first asked for.

    Args:
        source: a file that is known to be JSON.
        key: the key of the top object that the container stands under, or "" for the top itself.
    """

    def __init__(self, source: Source, key: str = "") -> None:
        self._source = source
        self._key = key

    def line(self, index: int) -> int | None:
        """The line where a member begins."""
        return self._lines[index] if index < len(self._lines) else None

    def index_at(self, offset: int) -> int | None:
        """The member that a byte offset lies in, or None outside the container."""
        starts, end = self._starts_and_end
        return bisect_right(starts, offset) - 1 if starts and starts[0] <= offset < end else None

    @cached_property
    def _lines(self) -> list[int]:
        return self._source.line_numbers(self._starts_and_end[0])

    @cached_property
    def _starts_and_end(self) -> tuple[list[int], int]:
        wanted_depth = 2 if self._key else 1
        starts: list[int] = []
        end = depth = 0
        is_inside = not self._key
        data = self._source.data
        for step in _STEP.finditer(data):
            mark = data[step.start()]
            if mark == _QUOTE:
                if depth == 1 and self._key:
                    is_inside = json.loads(step[0]) == self._key
            elif mark in _CLOSING:
                if is_inside and depth == wanted_depth:
                    end = step.start()
                depth -= 1
            else:
                if mark != _COMMA:
                    depth += 1
                    if is_inside and depth == wanted_depth:
                        starts = []  # of two containers under one key the last one counts
                if is_inside and depth == wanted_depth:
                    starts.append(step.end())
        return starts, end
