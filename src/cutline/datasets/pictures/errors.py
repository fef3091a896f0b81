"""A picture that cannot be opened."""

from __future__ import annotations

from cutline.core.errors import ContentError


class PictureError(ContentError):
    """A file that holds no picture that can be opened; the text names it and says why."""
