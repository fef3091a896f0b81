"""The error for captions that cannot be scored."""

from __future__ import annotations

from cutline.core.errors import UsageError


class CaptionsError(UsageError, AssertionError):
    """Captions that cannot be scored; the text names the image, what was found and was expected.

    Also an `AssertionError`, because that is what the old package raises and old scripts catch.
    """
