"""All figures of the study, from worlds to scores."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutline.cli.model_study.novel_objects.novel_words import NovelWordJudge, NovelWords
from cutline.cli.model_study.novel_objects.setting import NOVEL, Setting
from cutline.cli.model_study.novel_objects.systems import (
    CBS,
    DNOC,
    EMBEDDINGS,
    GOLD,
    NBT,
    NBT_CBS,
    PEOPLE,
    SYSTEMS,
    UP_DOWN,
    Task,
)
from cutline.cli.model_study.novel_objects.work import Done, Written, do_task
from cutline.cli.model_study.spread import Spread
from cutline.cli.model_study.workers import in_processes
from cutline.core.jobs import default_jobs
from cutline.core.progress import counting
from cutline.core.score import Score
from cutline.core.types import Run
from cutline.datasets.features import FeatureStore
from cutline.datasets.world import WorldSettings, make_world, write_world
from cutline.datasets.world.types import DOMAINS
from cutline.datasets.world.words import THINGS
from cutline.datasets.world.write import FEATURES, digest
from cutline.models.decoding.constrained import mention
from cutline.scoring.corpus import Corpus

METRIC = "cider-d"


@dataclass(frozen=True)
class StudySettings:
    """How much the study does.

    Args:
        scenes: of each world.
        seeds: each is a world and a start of its own.
        epochs: how often captions are seen.
        vectors: which vectors words have: `wordllama` or `world`.
        novel: the novel classes.
    """

    scenes: int
    seeds: tuple[int, ...]
    epochs: int
    vectors: str
    novel: tuple[str, ...] = NOVEL

    def world(self, seed: int) -> WorldSettings:
        """The settings of a seed's world; no pair is held out in it."""
        return WorldSettings(scenes=self.scenes, seed=seed, held_out=(), novel=self.novel)


@dataclass(frozen=True)
class NovelStudy:
    """What the study found.

    Args:
        settings: how much it did.
        systems: in the order of tables, people last.
        scores: CIDEr of each system and seed.
        words: novel words of each system and seed.
        written: the captions of each system and seed.
        trained: what was trained.
        worlds: by seed.
        seconds: how long it took.
    """

    settings: StudySettings
    systems: tuple[str, ...]
    scores: dict[tuple[str, int], Score]
    words: dict[tuple[str, int], NovelWords]
    written: dict[tuple[str, int], Written]
    trained: tuple[Done, ...]
    worlds: dict[int, Setting]
    seconds: float

    def cider(self, system: str, domain: str | None = None) -> Spread:
        """CIDEr over seeds, of all scenes or of a domain's."""
        return Spread(tuple(self.score(system, seed, domain).value for seed in self.settings.seeds))

    def score(self, system: str, seed: int, domain: str | None = None) -> Score:
        """CIDEr of one seed."""
        score = self.scores[system, seed]
        if domain is None:
            return score
        domains = [scene.domain for scene in self.worlds[seed].tests]
        return score.rows(np.flatnonzero(np.array(domains) == domain))

    def f1(self, system: str, label: str | None = None) -> Spread:
        """F1 over seeds, of one novel class or their mean."""
        found = [self.words[system, seed] for seed in self.settings.seeds]
        if label is None:
            return Spread(tuple(one.f1 for one in found))
        return Spread(tuple(one.count(label).f1 for one in found))

    def named(self, system: str) -> int:
        """How often a novel thing is named where a person named it too, over all seeds."""
        found = [self.words[system, seed] for seed in self.settings.seeds]
        return sum(count.right for one in found for count in one.counts)

    def asked(self, system: str) -> tuple[int, int]:
        """Of how many captions something was asked, and how many of them do as asked."""
        found = [self.written[system, seed] for seed in self.settings.seeds]
        return sum(one.given for one in found), sum(one.satisfied for one in found)

    @property
    def differences(self) -> dict[str, tuple[Spread, Spread]]:
        """What the study is about, in words: the gain in out-of-domain CIDEr, and in F1."""
        pairs = {
            "embeddings, against Up-Down": (EMBEDDINGS, UP_DOWN),
            "CBS, against Up-Down": (CBS, UP_DOWN),
            "CBS, against embeddings alone": (CBS, EMBEDDINGS),
            "gold boxes, against what a detector saw": (GOLD, CBS),
            "NBT, against Up-Down": (NBT, UP_DOWN),
            "CBS, against NBT alone": (NBT_CBS, NBT),
            "DNOC, against Up-Down": (DNOC, UP_DOWN),
            "people, against CBS with gold boxes": (PEOPLE, GOLD),
        }
        last = DOMAINS[-1]
        return {
            name: (
                self.cider(one, last).minus(self.cider(other, last)),
                self.f1(one).minus(self.f1(other)),
            )
            for name, (one, other) in pairs.items()
        }

    @property
    def signatures(self) -> list[str]:
        """How all figures were made, each line once."""
        first, lines = self.systems[0], []
        for seed in self.settings.seeds:
            lines.append(str(self.scores[first, seed].signature))
            lines += [str(self.score(first, seed, domain).signature) for domain in DOMAINS]
            lines.append(self.words[first, seed].signature)
        return list(dict.fromkeys([*lines, *(done.signature for done in self.trained)]))


def novel_study(settings: StudySettings, jobs: int | None = None) -> NovelStudy:
    """Make the worlds, train every captioner, and score what it wrote.

    Nothing is left behind, whether it ends well or is interrupted.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cutline-study-") as folder:
        worlds: dict[int, Setting] = {}
        tasks = []
        for seed in settings.seeds:
            world = make_world(settings.world(seed))
            write_world(world, Path(folder) / str(seed))
            features = str(Path(folder) / str(seed) / FEATURES)
            worlds[seed] = Setting(world, FeatureStore.open(features))
            models = dict.fromkeys(system.model for system in SYSTEMS)
            tasks += [
                Task(model, world.settings, features, settings.epochs, settings.vectors)
                for model in models
            ]
        trained = _all_done(tasks, jobs or default_jobs())
    written = _by_system(trained, worlds)
    scores, words = _judged(written, worlds, jobs)
    systems = (*(system.name for system in SYSTEMS), PEOPLE)
    seconds = time.monotonic() - began
    return NovelStudy(settings, systems, scores, words, written, trained, worlds, seconds)


def _all_done(tasks: list[Task], jobs: int) -> tuple[Done, ...]:
    order = {task: place for place, task in enumerate(tasks)}
    done: list[Done] = []
    with counting("Training captioners", len(tasks), "models") as count:
        for one in in_processes(do_task, tasks, jobs):
            done.append(one)
            count(len(done))
    return tuple(sorted(done, key=lambda one: order[one.task]))


def _by_system(
    trained: Iterable[Done], worlds: dict[int, Setting]
) -> dict[tuple[str, int], Written]:
    found = {(one.system, done.task.world.seed): one for done in trained for one in done.written}
    for seed, setting in worlds.items():
        found[PEOPLE, seed] = Written(
            PEOPLE, {scene.image_id: scene.captions[0] for scene in setting.tests}
        )
    return found


def _judged(
    written: dict[tuple[str, int], Written], worlds: dict[int, Setting], jobs: int | None
) -> tuple[dict[tuple[str, int], Score], dict[tuple[str, int], NovelWords]]:
    scores, words = {}, {}
    for seed, setting in worlds.items():
        corpus = Corpus(setting.benchmark, METRIC, jobs=jobs).prepare()
        classes = [mention(label, THINGS[label].words) for label in setting.novel]
        judge = NovelWordJudge(setting.benchmark, classes, digest(setting.world))
        for (system, of), one in written.items():
            if of == seed:
                run = Run(system, {image_id: (text,) for image_id, text in one.captions.items()})
                scores[system, seed] = corpus.score(run)[METRIC]
                words[system, seed] = judge.judge(one.captions)
    return scores, words
