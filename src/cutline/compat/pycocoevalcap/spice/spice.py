"""Importing `Spice` from here says that this version does not have it."""

from __future__ import annotations

from typing import NoReturn

from cutline.compat.pycocoevalcap._absent import raise_absent


def __getattr__(name: str) -> NoReturn:
    raise_absent(__name__, name)
