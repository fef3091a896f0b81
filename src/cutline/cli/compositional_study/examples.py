"""Images of a pair to look at: what people said, and what the runs said."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutline.benchmarks.compositional.found_pairs import FoundPairs
from cutline.cli.compositional_study.recalls import Recalls
from cutline.core.types import ImageId, Run
from cutline.text.concepts import ConceptPair

#: How many images are shown of each pair.
SHOWN = 3


@dataclass(frozen=True)
class Said:
    """A caption, and its rank if it has the pair."""

    who: str
    caption: str
    rank: int | None


@dataclass(frozen=True)
class PairExample:
    """An image that asks for a pair: all references, and of each run the caption that decides.

    That is the first caption with the pair, or the very first if none has it.
    """

    image_id: ImageId
    references: tuple[tuple[str, bool], ...]
    said: tuple[Said, ...]


def examples_of(
    pair: ConceptPair, recalls: Recalls, found: FoundPairs, runs: tuple[Run, ...]
) -> list[PairExample]:
    """Some images of a pair: where runs differ, where all say it, where none does; then more.

    Among images of a kind those come first that most references agree on.
    """
    column = recalls.pairs.index(pair)
    wanted = recalls.wanted[:, column]
    places = np.flatnonzero(wanted)
    hits = np.stack([ranks[places, column] <= recalls.metric.k for ranks in recalls.ranks])
    share = hits.mean(axis=0)
    kinds = [(share > 0) & (share < 1), share == 1, share == 0]
    by_agreement = np.argsort(-wanted[places], kind="stable")
    ordered = [[place for place in by_agreement.tolist() if kind[place]] for kind in kinds]
    first = [of_kind[0] for of_kind in ordered if of_kind]
    rest = [place for of_kind in ordered for place in of_kind if place not in first]
    chosen = (places[place] for place in [*first, *rest][:SHOWN])
    holds = set(found.captions_of(found.number_of[pair]).tolist())
    return [_example(int(place), column, recalls, found, holds, runs) for place in chosen]


def _example(
    place: int,
    column: int,
    recalls: Recalls,
    found: FoundPairs,
    holds: set[int],
    runs: tuple[Run, ...],
) -> PairExample:
    benchmark = recalls.corpus.benchmark
    image_id, start = benchmark.image_ids[place], int(found.first_captions[place])
    references = tuple(
        (text, start + number in holds) for number, text in enumerate(benchmark.references[place])
    )
    said = []
    for run, ranks in zip(runs, recalls.ranks, strict=True):
        rank = int(ranks[place, column])
        is_hit = rank <= recalls.metric.k
        caption = run.captions[image_id][rank - 1 if is_hit else 0]
        said.append(Said(run.system, caption, rank if is_hit else None))
    return PairExample(image_id, references, tuple(said))
