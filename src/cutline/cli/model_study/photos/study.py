"""The study of real photos: features, captioners, their captions, and what these are worth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutline.cli.model_study.photos.features import features_of
from cutline.cli.model_study.photos.inputs import Photos
from cutline.cli.model_study.photos.learning import Learnt, StudySettings, learnt
from cutline.cli.model_study.photos.looks import Look, looks_of, written
from cutline.cli.model_study.photos.neighbours import neighbour_run
from cutline.cli.model_study.photos.together import Sources, learn_all
from cutline.core.atomic import atomic_write
from cutline.core.metric import Metric
from cutline.core.progress import progress
from cutline.core.types import ImageId, Run
from cutline.datasets.features import FeatureStore
from cutline.reports.statistics import Comparison, Resampling, compare
from cutline.scoring.corpus import Corpus

#: By which images to look at are chosen, and epochs.
LEAD = "cider-d"


@dataclass(frozen=True)
class Asked:
    """What is to be done.

    Args:
        models: captioners to train.
        settings: how.
        components: to how many numbers features are reduced.
        beam: the width of the beam that captions are written with.
        shown: how many photos are shown with attention.
        metrics: what captions are scored with.
        resampling: of intervals and tests.
        jobs: threads to use.
    """

    models: tuple[str, ...]
    settings: StudySettings
    components: int
    beam: int
    shown: int
    metrics: tuple[Metric, ...]
    resampling: Resampling
    jobs: int | None = None


@dataclass(frozen=True)
class PhotosStudy:
    """What was found."""

    asked: Asked
    photos: Photos
    store: FeatureStore
    words: int
    learnt: tuple[Learnt, ...]
    runs: tuple[Run, ...]
    comparison: Comparison
    #: A look of each captioner at each chosen photo, and why it was chosen.
    looks: tuple[tuple[str, tuple[Look, ...]], ...]

    def signature(self, run: int) -> str:
        """What made a run, beside what its scores carry."""
        if run < len(self.learnt):
            return f"{self.learnt[run].signature}|decoding:beam-{self.asked.beam}"
        return f"{self.runs[run].system}|features:{self.store.signature}"

    def value(self, run: int, image_id: ImageId, spec: str = LEAD) -> float:
        """What one caption is worth; NaN where that metric was not asked for."""
        for metric in self.comparison:
            if metric.spec == spec:
                score = metric.scores[run]
                return float(score.values[list(score.image_ids).index(image_id)])
        return float("nan")


def photos_study(photos: Photos, asked: Asked, work: Path, given: str | None) -> PhotosStudy:
    """Do all of it; what takes long is kept in the work folder and not done again.

    Raises:
        CutlineError: whatever goes wrong with files, pictures or training.
    """
    store = features_of(photos, work, given, asked.components, asked.jobs)
    settings = asked.settings
    sources = Sources(store.path, photos.references("train"), photos.references("val"))
    data = sources.data(settings)
    learn_all(asked.models, settings, sources, data, work, asked.jobs)
    every = [learnt(name, settings, data, work) for name in asked.models]
    runs = [_run(one, store, photos, asked.beam, work) for one in every]
    runs.append(neighbour_run(photos, store))
    with progress("Scoring captions"):
        corpus = Corpus(photos.test, asked.metrics, jobs=asked.jobs)
        comparison = compare([corpus.score(run) for run in runs], asked.resampling)
    found = PhotosStudy(
        asked, photos, store, len(data.train.vocabulary), tuple(every), tuple(runs), comparison, ()
    )
    return _with_looks(found)


def _run(one: Learnt, store: FeatureStore, photos: Photos, beam: int, work: Path) -> Run:
    with progress(f"Writing captions: {one.name}") as step:
        captions = written(one, store, photos.test.image_ids, beam, step)
    header = {"cutline": "run", "version": 1, "system": one.name}
    with atomic_write(work / f"{one.name}.run.jsonl") as file:
        file.write(json.dumps(header) + "\n")
        for image_id, texts in captions.items():
            file.write(json.dumps({"image_id": image_id, "captions": texts}) + "\n")
    return Run(one.name, captions)


def _with_looks(found: PhotosStudy) -> PhotosStudy:
    chosen = chosen_photos(found)
    ids = [image_id for _, image_id in chosen]
    by_model = [looks_of(one, found.store, ids, found.asked.beam) for one in found.learnt]
    looks = tuple(
        (why, tuple(of[place] for of in by_model)) for place, (why, _) in enumerate(chosen)
    )
    return PhotosStudy(**{**vars(found), "looks": looks})


def chosen_photos(found: PhotosStudy) -> list[tuple[str, ImageId]]:
    """Photos to look at closely: some of the best, of the middle and of the worst captions.

    All of them the best would say nothing of what captioners usually do.
    """
    lead = next((m for m in found.comparison if m.spec == LEAD), found.comparison.metrics[0])
    scores = lead.scores[: len(found.learnt)]
    values = np.mean([score.values for score in scores], axis=0)
    order = np.argsort(-values, kind="stable")
    each, more = divmod(min(found.asked.shown, len(order)), 3)
    counts = {"best": each + (more > 0), "middle": each + (more > 1), "worst": each}
    middle = (len(order) - counts["middle"]) // 2
    places = {
        "best": order[: counts["best"]],
        "middle": order[middle : middle + counts["middle"]],
        "worst": order[len(order) - counts["worst"] :],
    }
    ids: Sequence[ImageId] = lead.scores[0].image_ids
    return [(why, ids[place]) for why, of in places.items() for place in of.tolist()]
