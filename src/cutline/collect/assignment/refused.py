"""That an answer is not taken."""

from __future__ import annotations

from cutline.core.errors import CutlineError


class NotTaken(CutlineError):  # noqa: N818 - an answer, and no fault
    """Why an answer is not taken, in words for whoever wrote it; `code` is for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message
