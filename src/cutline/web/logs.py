"""Structured logs: a line of JSON for each thing that happened, on standard error.

What a line says is for those who run the site, and for programs. It holds no secret and no caption:
addresses that are secrets are cut, and of errors that are not Cutline's own only the kind and the
place are told, since their texts may quote anything.
"""

from __future__ import annotations

import json
import logging
import os
import re
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from cutline.core.errors import CutlineError, UsageError
from cutline.web.people.secrets_in_paths import hidden

#: The id of the request that is being answered: every line written meanwhile carries it.
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
LEVELS = ("debug", "info", "warning", "error")

#: A path with a line end in it would write a line of its own.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
#: Django hangs whole objects on its records; they are no data.
_OBJECTS = frozenset({"request", "sql", "params", "alias", "server_time"})


class JsonLines(logging.Formatter):
    """A record as a line of JSON: when, how bad, who says it, what, and its data."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if REQUEST_ID.get():
            line["request_id"] = REQUEST_ID.get()
        line |= {
            name: value
            for name, value in vars(record).items()
            if name not in _USUAL and name not in _OBJECTS
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = exception_lines(record.exc_info[1])
        # All of it, whatever a record carries.
        return hidden(json.dumps(line, default=str, ensure_ascii=False))


class PlainLines(logging.Formatter):
    """The same for somebody who looks at a screen, with as little of errors."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and below it where an error came from."""
        message = _CONTROL.sub(lambda found: repr(found[0])[1:-1], hidden(record.getMessage()))
        said = f"{record.levelname} {record.name}: {message}"
        if record.exc_info and record.exc_info[1] is not None:
            said += "".join(f"\n  {line}" for line in exception_lines(record.exc_info[1]))
        return said


def exception_lines(error: BaseException) -> list[str]:
    """What an error is and where it came from, innermost last; its text only if it is our own."""
    causes: list[BaseException] = []
    found: BaseException | None = error
    while found is not None and found not in causes:
        causes.append(found)
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    lines = []
    for cause in reversed(causes):
        said = f": {hidden(str(cause))}" if isinstance(cause, CutlineError) else ""
        lines.append(f"{type(cause).__module__}.{type(cause).__qualname__}{said}")
        lines += [
            f"at {frame.filename}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(cause.__traceback__)
        ]
    return lines


def logging_settings() -> dict[str, Any]:
    """The settings of Python's logging; `CUTLINE_LOG` says from which level on, or `plain`.

    Raises:
        UsageError: when it says something else.
    """
    wanted = os.environ.get("CUTLINE_LOG", "").lower() or "info"
    if wanted not in (*LEVELS, "plain"):
        raise UsageError(f"CUTLINE_LOG is {wanted!r}, expected {', '.join(LEVELS)} or plain")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": "cutline.web.logs.JsonLines"},
            "plain": {"()": "cutline.web.logs.PlainLines"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "plain" if wanted == "plain" else "json",
            }
        },
        "root": {"handlers": ["stderr"], "level": "INFO" if wanted == "plain" else wanted.upper()},
        "loggers": {
            # One line for each request comes from `middleware.requests`.
            "django.server": {"level": "ERROR"},
            "django.request": {"level": "ERROR"},
            "django_tasks": {"level": "WARNING"},
            "django_tasks_db": {"level": "WARNING"},
            # At `debug` it would print the values of every statement, captions among them.
            "django.db.backends": {"level": "INFO"},
        },
    }
