"""How well people do: every caption in turn is the candidate, the others are the references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

from cutline.benchmarks.references.hold_out import HUMAN, held_out_at
from cutline.benchmarks.references.order import held_out_orders
from cutline.benchmarks.references.pools import (
    FEWEST,
    check_number,
    counts_text,
    cut_to,
    with_enough,
    with_runs,
)
from cutline.core.garbage import no_garbage_collection
from cutline.core.metric import Metric
from cutline.core.progress import progress
from cutline.core.score import Score, Scores
from cutline.core.signature import Signature
from cutline.core.tables import Table, Tabular
from cutline.core.types import ImageId
from cutline.datasets.policy import Policy
from cutline.scoring.choice import chosen_metrics
from cutline.scoring.corpus import Corpus
from cutline.scoring.inputs import CandidatesLike, ReferencesLike, as_benchmark
from cutline.text.tokenizer import Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class RoundScores:
    """The scores of one system in every round; its value by a metric is their mean."""

    system: str
    rounds: tuple[Scores, ...]
    signatures: Mapping[str, Signature]

    @property
    def specs(self) -> tuple[str, ...]:
        """The metrics as they are printed and typed."""
        return tuple(self.rounds[0])

    @property
    def image_ids(self) -> Sequence[ImageId]:
        """The images that were scored."""
        return self.rounds[0].image_ids

    def values(self, spec: str) -> list[float]:
        """The corpus score of each round."""
        return [scores[spec].value for scores in self.rounds]

    def value(self, spec: str) -> float:
        """The mean of the corpus scores of all rounds."""
        return fmean(self.values(spec))

    def scores(self) -> list[list[Score]]:
        """All scores, round for round, as intervals of their means need them."""
        return [list(scores.scores) for scores in self.rounds]

    def rows(self, places: NDArray[np.intp]) -> RoundScores:
        """The scores of these images alone, document frequencies and all else unchanged."""
        whole = len(self.image_ids)
        cut = {
            spec: replace(
                signature, images=len(places), data=f"{signature.data}[{len(places)}/{whole}]"
            )
            for spec, signature in self.signatures.items()
        }
        return RoundScores(self.system, tuple(s.rows(places) for s in self.rounds), cut)


@dataclass(frozen=True)
class HumanBaseline(Tabular):
    """What people reach, and systems against the very same references.

    `corpus` has all captions, for slices by what they say.
    """

    corpus: Corpus
    systems: tuple[RoundScores, ...]
    rounds: int
    seed: int
    left_out: tuple[ImageId, ...] = ()

    @property
    def human(self) -> RoundScores:
        """What people reach."""
        return self.systems[0]

    @property
    def procedure(self) -> str:
        """How the scores came about, in one line."""
        return f"leave-one-out:rounds={self.rounds}|seed:{self.seed}"

    def table(self) -> Table:
        """A row for each system and metric: the mean over rounds, the lowest and the highest."""
        names = ("system", "spec", "value", "lowest", "highest", "signature", "procedure")
        rows: list[list[Any]] = []
        for one in self.systems:
            for spec in one.specs:
                found = one.values(spec)
                ends = one.value(spec), min(found), max(found)
                signature = str(one.signatures[spec])
                rows.append([one.system, spec, *ends, signature, self.procedure])
        return Table.of_rows(names, rows)

    def __repr__(self) -> str:
        values = ", ".join(f"{spec}={self.human.value(spec):.4f}" for spec in self.human.specs)
        return f"HumanBaseline({values}, {self.procedure})"


@no_garbage_collection()
def leave_one_out(
    references: ReferencesLike,
    metrics: str | Iterable[str | Metric] | None = None,
    *,
    candidates: Sequence[CandidatesLike] = (),
    rounds: int | None = None,
    seed: int = 1,
    tokenizer: str | Tokenizer = "ptb",
    jobs: int | None = None,
    policy: Policy = "default",
) -> HumanBaseline:
    """Score people's captions against each other.

    Each image has its captions in a random order of its own. Round i holds out the i-th caption of
    every image and scores these captions as a run, all others being the references; so corpus
    scores such as BLEU, and the document frequencies of CIDEr, are those of a whole run. The value
    of a metric is the mean of its corpus scores over the rounds. There are as many rounds as the
    image with the fewest captions has captions, so that every caption of that image has its turn.

    Args:
        references: see `cutline.score`; all captions of each image.
        metrics: see `cutline.score`.
        candidates: runs to score in each round against the same references, so that people and
            systems can be compared: they then have as many references.
        rounds: how many rounds, if not as many as there can be.
        seed: where random draws start.
        tokenizer: see `cutline.score`.
        jobs: threads to use.
        policy: images with a single caption, or fewer than there are rounds, are an error, and
            left out if it is `lenient`.

    Raises:
        ContentError: when images have too few captions, or a run does not cover the images.
        UsageError, FileError, MissingPartError: as `cutline.score`.

    >>> pool = {1: ["a dog runs", "a dog runs home"], 2: ["one cat", "a cat sleeps"]}
    >>> found = leave_one_out(pool, "rouge-l")
    >>> round(found.human.value("rouge-l"), 4), found.procedure
    (0.6291, 'leave-one-out:rounds=2|seed:1')
    """
    chosen = chosen_metrics(metrics)
    whole = as_benchmark(references, policy)
    shared, runs = with_runs(whole, candidates, policy)
    if rounds is not None:
        check_number("rounds", rounds)
    pool, left_out = with_enough(shared, max(FEWEST, rounds or 0), policy)
    counts = list(map(len, pool.references))
    number = rounds or min(counts)
    corpus = Corpus(pool, chosen, tokenizer=tokenizer, jobs=jobs)
    said = [cut_to(run, pool) for run in runs]
    orders = held_out_orders(pool, seed)
    scored: list[list[Scores]] = [[] for _ in (HUMAN, *runs)]
    with progress("Scoring people's captions") as step:
        for position in range(number):
            step(position / number)
            held = held_out_at(pool, position, orders)
            against = Corpus(held.references, chosen, tokenizer=tokenizer, jobs=jobs)
            for of_system, run in zip(scored, (held.human, *said), strict=True):
                of_system.append(against.score(run))
    refs = counts_text([count - 1 for count in counts])
    signatures = {str(m): replace(corpus.signature(m), references=refs) for m in chosen}
    names = (HUMAN, *(run.system for run in runs))
    systems = (
        RoundScores(name, tuple(of_system), signatures)
        for name, of_system in zip(names, scored, strict=True)
    )
    return HumanBaseline(corpus, tuple(systems), number, seed, left_out)
