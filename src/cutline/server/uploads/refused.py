"""What somebody is told whose request is not taken. Needs no Django: the checking process uses it.

An answer has a status as in HTTP, a code for programs, a sentence for people, and single problems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from cutline.core.errors import CutlineError
from cutline.core.types import ImageId


class Found(TypedDict):
    """A problem of a file, as answers give it."""

    severity: str
    #: One of `datasets.problems.KINDS`, or `file` where the file as a whole cannot be used.
    kind: str
    line: int | None
    record: int | None
    image_id: ImageId | None
    message: str


class Refused(CutlineError):  # noqa: N818 - an answer, and no fault
    """That a request is not taken, and why.

    Args:
        status: 403 not confirmed, 409 not now or not so, 413 too large, 422 the content has
            problems, 429 too many, 507 no space.
        code: stays the same when words change.
        message: what was found and what was expected, in a sentence.
        problems: the first of them, each a `Found`, or `{"field", "message"}` of a form.
        counts: how many problems of each kind there are in all.
        headers: what the answer should carry, such as `Retry-After`.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        problems: Sequence[Mapping[str, Any]] = (),
        *,
        counts: Mapping[str, int] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.problems = list(problems)
        self.counts = dict(counts or {})
        self.headers = dict(headers or {})
