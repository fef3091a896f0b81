"""How scores move with the number of references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cutline.benchmarks.references.curve_plan import CurvePlan
from cutline.benchmarks.references.pools import (
    FEWEST,
    check_number,
    cut_to,
    with_enough,
    with_runs,
)
from cutline.core.garbage import no_garbage_collection
from cutline.core.metric import Floats, Metric
from cutline.core.progress import progress
from cutline.core.signature import Signature
from cutline.core.tables import Table, Tabular
from cutline.core.types import ImageId
from cutline.datasets.policy import Policy
from cutline.scoring.choice import chosen_metrics
from cutline.scoring.corpus import Corpus
from cutline.scoring.inputs import CandidatesLike, ReferencesLike, as_benchmark
from cutline.text.tokenizer import Tokenizer


@dataclass(frozen=True)
class SystemCurve:
    """One system's scores: for each metric a row for each size, a column for each draw."""

    system: str
    sizes: tuple[int, ...]
    values: Mapping[str, Floats]

    def means(self, spec: str) -> list[float]:
        """The mean over draws at each size."""
        means: list[float] = self.values[spec].mean(axis=1).tolist()
        return means

    def deviations(self, spec: str) -> list[float]:
        """The standard deviation over draws at each size; NaN where there is one draw."""
        values = self.values[spec]
        if values.shape[1] < 2:
            return [float("nan")] * len(values)
        deviations: list[float] = values.std(axis=1, ddof=1).tolist()
        return deviations


@dataclass(frozen=True)
class ReferenceCurve(Tabular):
    """Scores against 1, 2, 3 and more references, of people and of systems."""

    systems: tuple[SystemCurve, ...]
    signatures: Mapping[str, Signature]
    draws: int
    seed: int
    left_out: tuple[ImageId, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """All numbers of references that any system was scored with."""
        return max((one.sizes for one in self.systems), key=len)

    @property
    def procedure(self) -> str:
        """How the scores came about, in one line."""
        return f"references-drawn:draws={self.draws}|seed:{self.seed}"

    def __getitem__(self, system: str) -> SystemCurve:
        for one in self.systems:
            if one.system == system:
                return one
        known = ", ".join(one.system for one in self.systems)
        raise KeyError(f"no system {system!r} was scored: {known}")

    def table(self) -> Table:
        """A row for each system, number of references and metric: mean and deviation over draws."""
        names = ("system", "references", "spec", "value", "deviation", "signature", "procedure")
        rows: list[list[Any]] = [
            [one.system, size, spec, mean, deviation, str(signature), self.procedure]
            for one in self.systems
            for spec, signature in self.signatures.items()
            for size, mean, deviation in zip(
                one.sizes, one.means(spec), one.deviations(spec), strict=True
            )
        ]
        return Table.of_rows(names, rows)

    def __repr__(self) -> str:
        systems = ", ".join(one.system for one in self.systems)
        return f"ReferenceCurve({systems}, 1 to {self.sizes[-1]} references, {self.procedure})"


@no_garbage_collection()
def reference_curve(
    references: ReferencesLike,
    metrics: str | Iterable[str | Metric] | None = None,
    *,
    candidates: Sequence[CandidatesLike] = (),
    most: int | None = None,
    draws: int = 5,
    seed: int = 1,
    tokenizer: str | Tokenizer = "ptb",
    jobs: int | None = None,
    policy: Policy = "default",
) -> ReferenceCurve:
    """Score people and systems against r references of each image, for every r from 1 on.

    Each draw puts the captions of each image into a random order; the first r are its references,
    and the last is what a person says. Within a draw all systems, people too, have the same
    references, and those of a smaller r are among those of a larger one. Captions take turns in
    being the person's: with as many draws as captions, the last point of people's curve is their
    leave-one-out score.

    Args:
        references: see `cutline.score`; all captions of each image.
        metrics: see `cutline.score`.
        candidates: runs to score beside people.
        most: the largest r; by default as many as every image has, for people one less. An image
            that has not one caption more is an error, and left out if the policy is `lenient`.
        draws: how many draws the scores are means of.
        seed: where random draws start.
        tokenizer: see `cutline.score`.
        jobs: threads to use.
        policy: see `cutline.score`.

    Raises:
        ContentError: when images have too few captions, or a run does not cover the images.
        UsageError, FileError, MissingPartError: as `cutline.score`.

    >>> pool = {1: ["a dog runs", "the dog is out", "a dog runs home"], 2: ["one cat"] * 3}
    >>> found = reference_curve(pool, "bleu-1", candidates=[{1: "a dog", 2: "one cat"}], draws=3)
    >>> [(one.system, one.sizes) for one in found.systems]
    [('human', (1, 2)), ('candidates', (1, 2, 3))]
    """
    chosen = chosen_metrics(metrics)
    check_number("draws", draws)
    if most is not None:
        check_number("the largest number of references", most)
    shared, runs = with_runs(as_benchmark(references, policy), candidates, policy)
    pool, left_out = with_enough(shared, FEWEST if most is None else most + 1, policy)
    corpus = Corpus(pool, chosen, tokenizer=tokenizer, jobs=jobs)
    plan = CurvePlan(pool, tuple(cut_to(run, pool) for run in runs), most, draws, seed)
    values: dict[tuple[int, str], Floats] = {
        (system, str(metric)): np.full((len(sizes), draws), np.nan)
        for system, sizes in enumerate(plan.sizes)
        for metric in chosen
    }
    with progress("Scoring against ever more references") as step:
        for draw, size, benchmark, said in plan.works(step):
            against = Corpus(benchmark, chosen, tokenizer=tokenizer, jobs=jobs)
            for system, run in said:
                for spec, score in against.score(run).items():
                    values[system, spec][size - 1, draw] = score.value
    plan.repeat(values)
    refs = f"1-{max(map(len, plan.sizes))}"
    return ReferenceCurve(
        systems=tuple(
            SystemCurve(name, sizes, {str(m): values[system, str(m)] for m in chosen})
            for system, (name, sizes) in enumerate(zip(plan.names, plan.sizes, strict=True))
        ),
        signatures={str(m): replace(corpus.signature(m), references=refs) for m in chosen},
        draws=draws,
        seed=seed,
        left_out=left_out,
    )
