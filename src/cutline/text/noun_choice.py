"""Which nouns of captions are looked for.

Apart from `nouns`, which loads parsers: every command loads the metrics, and they ask for this.
"""

from __future__ import annotations

from typing import Literal, get_args

from cutline.core.errors import UsageError, near_names

#: See `cutline.text.nouns.caption_nouns`.
NounChoice = Literal["objects", "words", "singular"]


def check_noun_choice(choice: str, where: str = "") -> None:
    """Refuse another choice.

    Raises:
        UsageError: naming where it was asked for, and what was found.
    """
    known = get_args(NounChoice)
    if choice not in known:
        prefix = f"{where}: " if where else ""
        raise UsageError(
            f"{prefix}nouns is one of {', '.join(known)}, not {choice!r}{near_names(choice, known)}"
        )
