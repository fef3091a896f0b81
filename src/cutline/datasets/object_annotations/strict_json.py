"""JSON in which every key matters, because keys are labels or ids.

The compiled reader is faster, but of inner objects it keeps only keys that are named beforehand.
"""

from __future__ import annotations

import json
from typing import Any

from cutline.core.errors import FileError
from cutline.datasets.source import Source
from cutline.datasets.strict_json import strict_loads
from cutline.datasets.wording import printable


def parsed(source: Source, data: bytes, start: int = 0) -> Any:
    """What a file, or the line of it that begins at `start`, holds.

    Raises:
        FileError: where it is not JSON, or a key stands twice in one object.
    """
    line, column = 0, 0
    try:
        return strict_loads(data)
    except json.JSONDecodeError as error:
        line, column = source.line_and_column(
            start + len(error.doc[: error.pos].encode("utf-8", "surrogatepass"))
        )
        message = error.msg[:1].lower() + error.msg[1:]
    except UnicodeDecodeError as error:
        line, column = source.line_and_column(start + error.start)
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
    except RecursionError:
        message = "nested too deeply"
    except ValueError as error:
        message = str(error)
    if not column:
        line, _ = source.line_and_column(start)
    place = f"line {line}" + (f", column {column}" if column else "")
    raise FileError(f"{source.name}, {place}: not JSON: {printable(message)}")
