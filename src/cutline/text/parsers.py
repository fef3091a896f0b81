"""Which parser reads captions: Cutline's own, or a spaCy model that the user has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Protocol

from cutline.core.errors import UsageError, near_names
from cutline.core.progress import progress
from cutline.text import parser as own
from cutline.text.parse import Parses
from cutline.text.parse_cache import ParseCache

OWN = "cutline"
SPACY = "spacy/"

#: Captions that are parsed together: between two steps of the progress display, and two additions
#: to the cache. What was parsed by then is kept when the work is interrupted.
CHUNK = 5_000


class Parser(Protocol):
    """What turns captions into tokens with lemma, tag, head and relation."""

    @property
    def digest(self) -> str:
        """Tells this parser from any other: values depend on it."""

    def parse(
        self, captions: Sequence[str], jobs: int | None = None, cache: ParseCache | None = None
    ) -> Parses:
        """The parses of captions, in their order."""


def missing_parser(name: str = OWN) -> str | None:
    """Why a parser cannot be used here, with the command that helps; None where it can.

    Raises:
        UsageError: when no parser has such a name.
    """
    if name == OWN:
        return own.missing_parser()
    from cutline.text.spacy_parser import missing_spacy_model

    return missing_spacy_model(_spacy_model(name))


@cache
def parser_named(name: str = OWN) -> Parser:
    """The parser of a name: `cutline`, or `spacy/MODEL`.

    Raises:
        MissingPartError: where it is not installed; the text has the command that gets it.
        UsageError: when no parser has such a name.
    """
    if name == OWN:
        return own.caption_parser()
    from cutline.text.spacy_parser import spacy_parser

    return spacy_parser(_spacy_model(name))


def parse_captions(
    captions: Sequence[str],
    parser: str = OWN,
    jobs: int | None = None,
    *,
    is_cached: bool = True,
) -> Parses:
    """Captions parsed, with what earlier runs have parsed taken from the disk.

    Args:
        captions: any texts.
        parser: `cutline`, or `spacy/MODEL`.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.
        is_cached: whether to look into the cache and add to it.

    >>> parses = parse_captions(["a brown dog sleeps"])
    >>> [(token.lemma, token.tag) for token in parses[0][0]]
    [('a', 'DT'), ('brown', 'JJ'), ('dog', 'NN'), ('sleep', 'VBZ')]
    """
    parts = []
    with progress(f"Parsing {len(captions):,} captions") as step:
        for part in parse_stream(captions, parser, jobs, is_cached=is_cached):
            parts.append(part)
            step(sum(map(len, parts)) / len(captions))
    return Parses.joined(parts)


def parse_stream(
    captions: Iterable[str],
    parser: str = OWN,
    jobs: int | None = None,
    *,
    is_cached: bool = True,
) -> Iterator[Parses]:
    """The parses of any number of captions, some thousands at a time, in bounded memory.

    Raises:
        MissingPartError: where the parser is not installed; the text has the command.
        UsageError: for a caption that is not text, or a parser that there is not.
    """
    chosen = parser_named(parser)
    kept = ParseCache(chosen.digest) if is_cached else None
    rest = iter(captions)
    done = 0
    while some := list(islice(rest, CHUNK)):
        try:
            yield chosen.parse(some, jobs, kept)
        except UnicodeEncodeError:
            raise _not_text(some, done) from None
        done += len(some)


def _not_text(captions: Sequence[str], before: int) -> UsageError:
    """A complaint about the first caption that has half a character, as JSON escapes can make."""
    for place, caption in enumerate(captions, before):
        for character in caption:
            if "\ud800" <= character <= "\udfff":
                code = f"U+{ord(character):04X}"
                return UsageError(f"caption {place + 1} holds {code}, which is half a character")
    return UsageError("a caption is not text")


def _spacy_model(name: str) -> str:
    if name.startswith(SPACY) and len(name) > len(SPACY):
        return name.removeprefix(SPACY)
    raise UsageError(
        f"no parser is named {name!r}{near_names(name, [OWN, 'official'])}; there are: {OWN}, "
        f"{SPACY}MODEL with the name of a spaCy model that is installed, and for scores official"
    )
