"""Rows as lines of JSON, and back."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Field

from cutline.core.errors import FileError


def line_of(row: Iterable[object]) -> bytes:
    """A row as a line."""
    return json.dumps(list(row), default=_plain, ensure_ascii=False).encode() + b"\n"


def row_of(line: bytes, columns: Sequence[Field[Any, Any]]) -> list[Any]:
    """A line as values that the columns take.

    Raises:
        FileError: when it does not fit them.
    """
    try:
        values = json.loads(line)
        if not isinstance(values, list) or len(values) != len(columns):
            raise FileError(f"a row has other columns than expected: {len(columns)} values")
        return [column.to_python(value) for column, value in zip(columns, values, strict=True)]
    except (ValueError, TypeError, ValidationError, RecursionError) as error:
        # Values are not quoted: a backup holds references and people's data.
        raise FileError(f"a row cannot be read ({type(error).__name__})") from None


def _plain(value: object) -> object:
    if isinstance(value, bytes | bytearray | memoryview):
        return base64.b64encode(bytes(value)).decode("ascii")
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    raise TypeError(f"a backup cannot hold a {type(value).__name__}")
