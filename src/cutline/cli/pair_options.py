"""Options of all commands that look for pairs of concepts."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from cutline.core.errors import UsageError
from cutline.text.concept_file import read_concepts
from cutline.text.concepts import WORDINGS, Concepts, Wording, compositional_concepts
from cutline.text.pair_matching import MATCHERS

PairList = Annotated[
    str | None,
    typer.Option(
        "--pairs",
        help='Pairs of concepts, comma-separated: "black cat, eat man".',
        metavar="PAIRS",
        show_default="those that the concepts hold out",
    ),
]
ConceptFile = Annotated[
    str | None,
    typer.Option(
        "--concepts", help="Your own concepts and pairs, added to the known ones.", metavar="FILE"
    ),
]
WordingChoice = Annotated[
    str,
    typer.Option(
        "--wording",
        help="The words of known concepts: as published, or corrected.",
        metavar="|".join(WORDINGS),
    ),
]
MatcherChoice = Annotated[
    str,
    typer.Option(
        "--matcher",
        help="How a pair is told: by the parse, by patterns of words, or by both words alone.",
        metavar="|".join(MATCHERS),
    ),
]
PairParser = Annotated[
    str, typer.Option("--parser", help="cutline, or spacy/MODEL.", metavar="NAME")
]


def concepts_of(file: str | None, wording: str, pairs: str | None = None) -> Concepts:
    """The concepts that were asked for, with the pairs that were typed, if any, as one group.

    Raises:
        UsageError, FileError, ContentError: when there are no such concepts or pairs.
    """
    concepts = compositional_concepts(cast(Wording, wording))
    if file is not None:
        concepts = read_concepts(file, concepts)
    if pairs is None:
        return concepts
    typed = [text for text in pairs.split(",") if text.strip()]
    if not typed:
        raise UsageError(
            '--pairs: expected pairs with commas between, such as "black cat, eat man"'
        )
    return concepts.with_pairs(concepts.pair(text) for text in typed)
