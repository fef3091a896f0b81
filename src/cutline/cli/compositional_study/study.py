"""All figures of the study of compositional generalization (Nikolaus et al. 2019)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cutline.benchmarks.compositional.agreement import Agreement, agreement_on
from cutline.benchmarks.compositional.arguments import Arguments, arguments_of
from cutline.benchmarks.compositional.found_pairs import FoundPairs, find_pairs
from cutline.benchmarks.compositional.sizes import Sizes, size_pairs, sizes_by_words
from cutline.cli.compositional_study.inputs import GapGroups, SharedRuns
from cutline.cli.compositional_study.people import PeopleRecall, people_recall
from cutline.cli.compositional_study.rankings import rankings_of
from cutline.cli.compositional_study.recalls import Numbers, Part, Recalls, first_ranks
from cutline.cli.diversity_study import DiversityStudy, diversity_study
from cutline.core.errors import ContentError
from cutline.core.metric import Metric
from cutline.core.types import Run
from cutline.datasets.embeddings import Embeddings
from cutline.datasets.gold_boxes import BoxedSet
from cutline.metrics.pair_recall import PairRecall
from cutline.reports.statistics import Comparison, Resampling, compare
from cutline.reports.statistics.comparison import MetricComparison
from cutline.scoring.corpus import Corpus
from cutline.text.concepts import ConceptPair
from cutline.text.pair_matching import pair_matcher

#: References that agree, up to which recall is reported, as in the paper.
MOST_AGREEING = 5


@dataclass(frozen=True)
class Extras:
    """What the study looks at where it is given."""

    gaps: GapGroups | None = None
    training: Sequence[str] | None = None
    boxed: BoxedSet | None = None
    embeddings: Mapping[str, Embeddings] | None = None
    #: How many other images give captions to rank.
    others: int = 1000
    metrics: Sequence[Metric] = ()
    #: Whether diversity has local recall, for which all references are parsed.
    with_local_recall: bool = True


@dataclass(frozen=True, eq=False)
class CompositionalStudy:
    """Runs that are asked for pairs of concepts, and all that helps to judge how they do.

    `curve` compares the runs by pair recall at every k up to the study's K. `categories`, `groups`
    (of gaps), `agreeing` (references) and `pairs` compare them at K. A pair with fewer images than
    `at_least` says little by itself.
    """

    name: str
    runs: tuple[Run, ...]
    described: int
    found: FoundPairs
    recalls: Recalls
    at_least: int
    curve: Comparison
    categories: tuple[Part, ...]
    groups: tuple[Part, ...]
    agreeing: tuple[Part, ...]
    pairs: tuple[Part, ...]
    people: PeopleRecall | None
    rankings: Comparison | None
    others: Comparison | None
    diversity: DiversityStudy
    agreement: Agreement
    arguments: Arguments | None
    sizes: Sizes | None

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the runs."""
        return self.curve.systems

    @property
    def metric(self) -> PairRecall:
        """Pair recall at the study's K."""
        return self.recalls.metric

    @property
    def headline(self) -> MetricComparison:
        """All runs by pair recall at K over all pairs."""
        return self.curve.metrics[-1]

    @property
    def images(self) -> int:
        """How many images all runs describe."""
        return len(self.recalls.corpus)

    @property
    def absent(self) -> list[str]:
        """The pairs that no image asks for."""
        occurring = set(self.recalls.occurring())
        return [pair.name for pair in self.recalls.pairs if pair not in occurring]

    @property
    def short_runs(self) -> list[tuple[str, int]]:
        """The runs that have fewer captions than K for every image, and how many at most."""
        most = ((run.system, max(map(len, run.captions.values()))) for run in self.runs)
        return [(system, captions) for system, captions in most if captions < self.metric.k]

    def signatures(self) -> Iterator[str]:
        """How every figure was made, each line once; of recall by k, the line of the last k."""
        lines = [str(self.headline.scores[0].signature)]
        if self.rankings is not None:
            lines.append(str(self.rankings.metrics[-1].scores[0].signature))
        lines += [str(metric.scores[0].signature) for metric in self.others or ()]
        lines += [str(found.signature) for found in self.diversity.found]
        lines.append(self.agreement.signature)
        lines += [found.signature for found in (self.arguments, self.sizes) if found is not None]
        yield from dict.fromkeys([*lines, self.curve.procedure])


def compositional_study(
    metric: PairRecall,
    shared: SharedRuns,
    resampling: Resampling,
    *,
    at_least: int,
    extras: Extras | None = None,
    jobs: int | None = None,
) -> CompositionalStudy:
    """The whole study.

    Raises:
        ContentError: when no reference has any of the pairs.
    """
    extras = extras or Extras()
    corpus = Corpus(shared.benchmark, [metric], jobs=jobs)
    found = _find(metric, corpus, extras.boxed is not None)
    recalls = _recalls(metric, corpus, shared.runs, found, extras.gaps, resampling)
    curve = recalls.at([replace(metric, k=k) for k in range(1, metric.k + 1)])
    pairs = recalls.occurring()
    return CompositionalStudy(
        name=shared.benchmark.name,
        runs=shared.runs,
        described=shared.described,
        found=found,
        recalls=recalls,
        at_least=at_least,
        curve=curve,
        categories=_parts(recalls, _by_category(pairs)),
        groups=_parts(recalls, _by_group(recalls, extras.gaps)),
        agreeing=tuple(_by_agreement(recalls)),
        pairs=_parts(recalls, {pair.name: [pair] for pair in pairs}),
        people=people_recall(recalls, found.reference_counts),
        rankings=rankings_of(recalls, extras.embeddings or {}, extras.others),
        others=_others(corpus, shared.runs, extras.metrics, resampling),
        diversity=diversity_study(
            corpus,
            shared.runs,
            training=extras.training,
            most_captions=metric.k,
            with_local_recall=extras.with_local_recall,
        ),
        agreement=agreement_on(found, pairs),
        arguments=_arguments(metric, corpus),
        sizes=None if extras.boxed is None else sizes_by_words(found, extras.boxed),
    )


def _find(metric: PairRecall, corpus: Corpus, with_sizes: bool) -> FoundPairs:
    """Pairs in the references: those of the metric, and those that sizes are about."""
    concepts = metric.chosen
    pairs = [*concepts.pairs, *(size_pairs(concepts) if with_sizes else ())]
    return find_pairs(
        corpus.benchmark,
        tuple(dict.fromkeys(pairs)),
        metric.matcher,
        parser=metric.parser,
        concepts_name=concepts.name,
        jobs=corpus.jobs,
    )


def _recalls(
    metric: PairRecall,
    corpus: Corpus,
    runs: Sequence[Run],
    found: FoundPairs,
    gaps: GapGroups | None,
    resampling: Resampling,
) -> Recalls:
    pairs = metric.chosen.pairs
    wanted: Numbers = np.zeros((len(corpus), len(pairs)), dtype=np.int64)
    for column, pair in enumerate(pairs):
        images, counts = found.agreeing(found.number_of[pair])
        wanted[images, column] = counts
    if gaps is not None:
        wanted *= gaps.asked(corpus.benchmark, metric.chosen)
    if not wanted.any():
        names = [pair.name for pair in pairs]
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        raise ContentError(
            f"no reference of the {len(corpus):,} images has a pair that is asked for ({shown}); "
            f"cutline pairs lists those that they have, and --pairs asks for them"
        )
    matcher = pair_matcher(metric.matcher, pairs, parser=metric.parser)
    return Recalls(
        metric=metric,
        corpus=corpus,
        systems=tuple(run.system for run in runs),
        wanted=wanted,
        ranks=tuple(first_ranks(run, corpus, wanted, matcher, metric.k) for run in runs),
        resampling=resampling,
        source=gaps.source if gaps is not None else "",
    )


def _parts(recalls: Recalls, groups: Mapping[str, Sequence[ConceptPair]]) -> tuple[Part, ...]:
    parts = (recalls.part(label, pairs) for label, pairs in groups.items())
    return tuple(part for part in parts if part is not None)


def _by_category(pairs: Sequence[ConceptPair]) -> dict[str, list[ConceptPair]]:
    groups: dict[str, list[ConceptPair]] = {}
    for pair in sorted(pairs, key=lambda pair: (pair.other.kind == "verb", pair.category)):
        groups.setdefault(pair.category, []).append(pair)
    return groups


def _by_group(recalls: Recalls, gaps: GapGroups | None) -> dict[str, list[ConceptPair]]:
    """The pairs of each group, where there are several."""
    if gaps is None or len(gaps.splits) < 2:
        return {}
    concepts = recalls.metric.chosen
    return {
        split.name: [concepts.pair(name) for name in split.pairs]
        for split in gaps.splits
        if split.pairs
    }


def _by_agreement(recalls: Recalls) -> Iterator[Part]:
    for least in range(1, min(MOST_AGREEING, int(recalls.wanted.max())) + 1):
        part = recalls.part(str(least), agreeing=least)
        if part is not None:
            yield part


def _others(
    corpus: Corpus, runs: Sequence[Run], metrics: Sequence[Metric], resampling: Resampling
) -> Comparison | None:
    if not metrics:
        return None
    scored = Corpus(corpus.benchmark, metrics, jobs=corpus.jobs)
    return compare([scored.score(run) for run in runs], resampling)


def _arguments(metric: PairRecall, corpus: Corpus) -> Arguments | None:
    """The objects of the verbs that pairs have; None without verbs, or without a parse."""
    pairs = [pair for pair in metric.chosen.pairs if pair.other.kind == "verb"]
    if not pairs or metric.matcher != "parse":
        return None
    verbs = tuple(dict.fromkeys(pair.other for pair in pairs))
    return arguments_of(corpus.benchmark, verbs, parser=metric.parser, jobs=corpus.jobs)
