"""All figures of the study, from worlds to scores."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cutline.cli.model_study.compositional.setting import (
    SYSTEMS,
    K,
    StudySettings,
    evaluated,
    tasks_of,
)
from cutline.cli.model_study.compositional.work import Written, do_task
from cutline.cli.model_study.spread import Spread
from cutline.cli.model_study.workers import in_processes
from cutline.core.atomic import forget_written
from cutline.core.jobs import default_jobs
from cutline.core.metric import Metric
from cutline.core.progress import counting
from cutline.core.score import Scores
from cutline.core.spec import parse_spec
from cutline.core.types import Benchmark, Example, Run
from cutline.datasets.world import HeldOut, World, make_world, write_world
from cutline.datasets.world.write import CONCEPTS, FEATURES
from cutline.metrics.pair_recall import PairRecall
from cutline.scoring.corpus import Corpus

#: What is scored beside pair recall, as in the paper's table.
OTHERS = ("bleu-4", "cider-d")


@dataclass(frozen=True)
class ModelStudy:
    """What the study found.

    Args:
        settings: how much it did.
        systems: in the order of tables.
        scores: of each system and seed.
        written: what was trained, and what it wrote.
        worlds: by seed.
        seconds: how long it took.
    """

    settings: StudySettings
    systems: tuple[str, ...]
    scores: dict[tuple[str, int], Scores]
    written: tuple[Written, ...]
    worlds: dict[int, World]
    seconds: float

    @property
    def recall(self) -> str:
        """The spec of pair recall in the scores."""
        return next(iter(self.scores.values())).scores[0].spec

    def figure(self, system: str, spec: str) -> Spread:
        """A score over seeds."""
        return Spread(tuple(self.scores[system, seed][spec].value for seed in self.settings.seeds))

    def recall_of(self, system: str, pair: str | None = None) -> Spread:
        """Recall@5 over seeds, of all pairs or of one."""
        if pair is None:
            return self.figure(system, self.recall)
        scores = [self.scores[system, seed][self.recall] for seed in self.settings.seeds]
        return Spread(tuple(score.parts[pair] for score in scores))

    @property
    def pairs(self) -> tuple[HeldOut, ...]:
        """The held-out pairs."""
        return next(iter(self.worlds.values())).settings.pairs

    @property
    def differences(self) -> dict[str, Spread]:
        """What the study is about, in words, with recall@5."""
        of = self.recall_of
        ranked, beam = of("butr + re-ranking"), of("butr")
        return {
            "full data against held out, up-down": of("up-down, full").minus(of("up-down")),
            "full data against held out, butr": of("butr, full").minus(beam),
            "re-ranking against butr's beam of 5": ranked.minus(beam),
            "re-ranking against the wide beam's own order": ranked.minus(of("butr, beam 100")),
            "re-ranking against random order": ranked.minus(of("butr, random order")),
            "random order against butr's beam of 5": of("butr, random order").minus(beam),
        }

    def asking(self, pair: str) -> int:
        """How many scenes of all seeds ask for a pair: those of which a reference has it."""
        return sum(
            int((self.scores[self.systems[0], seed][self.recall].statistics[:, place] > 0).sum())
            for seed in self.settings.seeds
            for place in [2 * [str(one) for one in self.pairs].index(pair)]
        )

    @property
    def signatures(self) -> list[str]:
        """How all figures were made, each line once."""
        lines = [
            _named_concepts(str(score.signature))
            for seed in self.settings.seeds
            for score in self.scores[self.systems[0], seed].scores
        ]
        return list(dict.fromkeys([*lines, *(one.signature for one in self.written)]))


def _named_concepts(signature: str) -> str:
    """A signature that names the file of concepts, which every world has, and not where it was."""
    return re.sub(r"concepts=[^,)]*", f"concepts={CONCEPTS}", signature, count=1)


def model_study(settings: StudySettings, jobs: int | None = None) -> ModelStudy:
    """Make the worlds, train every model, and score what it wrote.

    Nothing is left behind, whether it ends well or is interrupted.
    """
    began = time.monotonic()
    with _temporary_folder() as folder:
        worlds = {seed: make_world(settings.world(seed)) for seed in settings.seeds}
        folders = {}
        for seed, world in worlds.items():
            write_world(world, folder / str(seed))
            folders[seed] = str(folder / str(seed) / FEATURES)
        written = _all_written(settings, folders, jobs or default_jobs())
        concepts = folder / str(settings.seeds[0]) / CONCEPTS
        scores = _scores(worlds, written, str(concepts), jobs)
    systems = tuple(one for one in SYSTEMS if (one, settings.seeds[0]) in scores)
    return ModelStudy(settings, systems, scores, written, worlds, time.monotonic() - began)


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="cutline-study-") as folder:
        try:
            yield Path(folder)
        finally:
            forget_written(folder)


def _all_written(
    settings: StudySettings, folders: dict[int, str], jobs: int
) -> tuple[Written, ...]:
    tasks = tasks_of(settings, folders)
    order = {task: place for place, task in enumerate(tasks)}
    done = []
    with counting("Training captioners", len(tasks), "models") as count:
        for written in in_processes(do_task, tasks, jobs):
            done.append(written)
            count(len(done))
    return tuple(sorted(done, key=lambda written: order[written.task]))


def _scores(
    worlds: dict[int, World], written: Iterable[Written], concepts: str, jobs: int | None
) -> dict[tuple[str, int], Scores]:
    recall = PairRecall(k=K, concepts=concepts)
    metrics: Sequence[Metric] = [recall, *map(parse_spec, OTHERS)]
    corpora = {
        seed: Corpus(benchmark_of(world), metrics, jobs=jobs) for seed, world in worlds.items()
    }
    scores = {}
    for one in written:
        for system, captions in one.captions.items():
            run = Run(system, captions)
            scores[system, one.task.seed] = corpora[one.task.seed].score(run)
    return scores


def benchmark_of(world: World) -> Benchmark:
    """The scenes that show a held-out pair, with what people said of them."""
    scenes = evaluated(world)
    return Benchmark.from_examples(
        f"world, seed {world.settings.seed}",
        [Example(scene.image_id, scene.captions) for scene in scenes],
    )
