"""The boxes that a sentence with marks mentions, without its words."""

from __future__ import annotations

import re

from cutline.text.box_markup import parse_marked

# A mark with words and one id, as nearly all marks are. What it does not match is left to the
# parser, which takes ten times as long.
_PLAIN_MARK = re.compile(r"\[\s*+[^\[\]|\s][^\[\]|]*+\|([^\[\]|,\s]++)\]")


def mentioned_boxes(text: str) -> tuple[str, ...]:
    """The same as `parse_marked(text).mentioned`: each box once, in the order of first mention.

    >>> mentioned_boxes("A [dog|4] and its [ball|0]; the [dog|4] waits.")
    ('4', '0')

    Raises:
        MarkupError: as `parse_marked` does.
    """
    if "\\" in text:
        return parse_marked(text).mentioned
    opened = text.count("[")
    ids = _PLAIN_MARK.findall(text) if opened else []
    # No mark has a bracket inside, so equal numbers mean that none is left over.
    if len(ids) == opened == text.count("]"):
        return tuple(dict.fromkeys(ids))
    return parse_marked(text).mentioned
