"""Captioners by detectors: mean fidelity, and how many things captions and pictures have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.cli.fidelity_study.human import HumanAgreement
from cutline.cli.fidelity_study.inputs import SeenImages
from cutline.cli.fidelity_study.slips import Slips, find_slips
from cutline.core.errors import ContentError
from cutline.core.metric import Floats, Metric
from cutline.core.score import Scores
from cutline.core.types import ImageId, Run
from cutline.scoring.corpus import Corpus
from cutline.text.nouns import caption_nouns
from cutline.text.object_labels import label_noun


@dataclass(frozen=True)
class Counted:
    """How many things one captioner says, or one detector sees, in each image."""

    name: str
    per_image: Floats
    unique: int
    #: Words in each caption; None for a detector.
    lengths: Floats | None = None


@dataclass(frozen=True)
class FidelityStudy:
    """All scores, by the detector and by the system, and what was counted."""

    metrics: tuple[Metric, ...]
    scores: dict[tuple[str, str], Scores]
    systems: tuple[Counted, ...]
    detectors: tuple[Counted, ...]
    slips: tuple[Slips, ...] = ()
    agreements: tuple[HumanAgreement, ...] = ()

    @property
    def signatures(self) -> list[str]:
        """Those of all scores, each once."""
        signatures = [str(s.signature) for scores in self.scores.values() for s in scores.scores]
        signatures += [agreement.signature for agreement in self.agreements]
        return list(dict.fromkeys(signatures))

    def value(self, detector: str, system: str, metric: Metric) -> float:
        """The mean of a metric over images."""
        return self.scores[detector, system][str(metric)].value


def fidelity_study(
    runs: Sequence[Run],
    seen: Sequence[SeenImages],
    metrics: Sequence[Metric],
    agreements: Sequence[HumanAgreement] = (),
    jobs: int | None = None,
) -> FidelityStudy:
    """Every run judged by what every detector saw, on the images that all of them have.

    Raises:
        ContentError: when there is no such image.
    """
    shared = _shared_images(runs, seen)
    scores, slips = {}, []
    for of_detector in seen:
        objects: dict[ImageId, Sequence[str]] = {i: of_detector.labels[i] for i in shared}
        corpus = Corpus(None, metrics, objects=objects, jobs=jobs)
        for run in runs:
            only = Run(run.system, {image_id: run.captions[image_id] for image_id in shared})
            key = of_detector.detector, run.system
            scores[key] = corpus.score(only)
            captions = [ranked[0] for ranked in only.captions.values()]
            slips.append(find_slips(*key, captions, list(objects.values()), metrics, jobs))
    return FidelityStudy(
        tuple(metrics),
        scores,
        tuple(_counted_nouns(run, shared, metrics[0], jobs) for run in runs),
        tuple(_counted_objects(of_detector, shared) for of_detector in seen),
        tuple(slips),
        tuple(agreements),
    )


def _shared_images(runs: Sequence[Run], seen: Sequence[SeenImages]) -> list[str]:
    if not runs:
        return []
    shared = [str(image_id) for image_id in runs[0].captions]
    named = [set(map(str, run.captions)) for run in runs[1:]]
    for others in (*named, *(set(each.labels) for each in seen)):
        shared = [image_id for image_id in shared if image_id in others]
    if not shared:
        first = next(iter(runs[0].captions))
        other = next(iter(seen[0].labels), "none")
        raise ContentError(
            f"no image is in all of these files: captions have ids such as {first!r}, objects such "
            f"as {other!r}"
        )
    return shared


def _counted_nouns(run: Run, shared: Sequence[str], metric: Metric, jobs: int | None) -> Counted:
    captions = [run.captions[image_id][0] for image_id in shared]
    settings = metric.settings
    nouns = caption_nouns(captions, settings["nouns"], settings["parser"], jobs)
    return Counted(
        run.system,
        np.array([len(said) for said in nouns], dtype=np.float64),
        len({noun.lemma for said in nouns for noun in said}),
        np.array([len(caption.split()) for caption in captions], dtype=np.float64),
    )


def _counted_objects(seen: SeenImages, shared: Sequence[str]) -> Counted:
    images = shared or list(seen.labels)
    labels = [seen.labels[image_id] for image_id in images]
    return Counted(
        seen.detector,
        np.array([len(of_image) for of_image in labels], dtype=np.float64),
        len({label_noun(label) for of_image in labels for label in of_image}),
    )
