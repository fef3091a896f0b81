"""What a server would not do, in its own words."""

from __future__ import annotations

import json
import urllib.error
from typing import Any

from cutline.core.errors import CutlineError, FileError
from cutline.datasets.wording import printable, short

_MOST_PROBLEMS = 20
_MOST_CHARACTERS = 600


class Refusal(CutlineError):  # noqa: N818 - an answer, and no fault
    """That a server refuses, with its status and its code."""

    exit_code = 3

    def __init__(self, status: int, code: str, message: str, problems: list[Any]) -> None:
        listed = "".join(f"\n  {_problem_text(one)}" for one in problems[:_MOST_PROBLEMS])
        more = len(problems) - _MOST_PROBLEMS
        super().__init__(message + listed + (f"\n  ... and {more} more" if more > 0 else ""))
        self.status, self.code = status, code


class ContentRefusal(Refusal):
    """The same, because of what the file holds or what is said of it."""

    exit_code = 1


def refusal_of(address: str, error: urllib.error.HTTPError) -> CutlineError:
    """What an answer that is an error means."""
    if 300 <= error.code < 400:
        target = said(error.headers.get("Location", "somewhere else"))
        return FileError(f"{address}: leads on to {target}; give the address that it leads to")
    try:
        content = json.loads(error.read(1 << 20))["error"]
        kind = ContentRefusal if error.code == 422 else Refusal
        return kind(
            error.code,
            str(content["code"]),
            f"{address}: {said(content['message'])}",
            list(content["problems"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError, OSError):
        reason = said(error.reason)
        return FileError(f"{address}: answers {error.code} {reason}; is a Cutline server there?")


def said(text: Any) -> str:
    """What a server says, as a terminal can show it."""
    return short(printable(str(text)), _MOST_CHARACTERS)


def _problem_text(problem: Any) -> str:
    if not isinstance(problem, dict):
        return said(problem)
    where = [
        f"{label} {said(problem[name])}"
        for name, label in (("line", "line"), ("image_id", "image"), ("field", "field"))
        if problem.get(name) is not None
    ]
    return ": ".join([*where, said(problem.get("message", ""))])
