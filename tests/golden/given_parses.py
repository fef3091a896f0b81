"""A parser that knows the captions of golden files, with the parses that they have there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from cutline.text.parse import Parses
from cutline.text.parse_cache import ParseCache
from tests.text.hand_parses import parsed


class GivenParser:
    digest = "written by hand"

    def __init__(self, parses: Mapping[str, Sequence[str]]) -> None:
        self._parses = parses

    def parse(
        self, captions: Sequence[str], jobs: int | None = None, cache: ParseCache | None = None
    ) -> Parses:
        return Parses.of([list(map(parsed, self._parses[caption])) for caption in captions])


@contextmanager
def given_parses(parses: Mapping[str, Sequence[str]]) -> Iterator[None]:
    """Let captions be parsed like this: what is compared must not depend on a trained network."""
    parser = GivenParser(parses)
    with patch("cutline.text.parsers.parser_named", lambda name: parser):
        yield
