"""One captioner: trained, and asked for captions in every way. Runs in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from cutline.cli.model_study.novel_objects.setting import Setting
from cutline.cli.model_study.novel_objects.systems import AT_LEAST, BEAM, SYSTEMS, System, Task
from cutline.core.types import ImageId
from cutline.datasets.features import FeatureStore
from cutline.datasets.world import make_world
from cutline.datasets.world.words import THINGS
from cutline.models.captioner import Captioner
from cutline.models.decoding import beam_search
from cutline.models.decoding.constrained import Constraint, constrained_beam_search
from cutline.models.images import Images
from cutline.models.registry import build
from cutline.models.training.data import LONGEST, CaptionData
from cutline.models.training.load import load_images
from cutline.models.training.loop import train
from cutline.models.training.settings import TrainingSettings
from cutline.models.vocabulary import Vocabulary
from cutline.models.word_vectors import KinVectors, word_vectors
from cutline.text.similarity.named import WORDLLAMA, vectors_named
from cutline.text.similarity.vectors import WordVectors

_IMAGES = 50


@dataclass(frozen=True)
class Written:
    """The captions of a system.

    Args:
        system: who wrote.
        captions: one of each scene.
        given: of how many captions something was asked by constraints.
        satisfied: how many of these do as they were asked.
    """

    system: str
    captions: dict[ImageId, str]
    given: int = 0
    satisfied: int = 0


@dataclass(frozen=True)
class Done:
    """What came of a task.

    Args:
        task: the task.
        written: what its systems wrote.
        scenes: how many it learnt from.
        weights: how many numbers the captioner has.
        words: how many words it knows.
        loss: the last epoch's mean cross-entropy of words.
        seconds: of one core.
        signature: how it was trained.
    """

    task: Task
    written: tuple[Written, ...]
    scenes: int
    weights: int
    words: int
    loss: float
    seconds: float
    signature: str


def do_task(task: Task) -> Done:
    """Train a captioner, and let it describe the test scenes in every way there is."""
    began = time.process_time()
    setting = Setting(make_world(task.world), FeatureStore.open(task.features))
    data = CaptionData.of(setting.store, setting.training, always=setting.words)
    settings = training_settings(task)
    torch.manual_seed(task.world.seed)
    arguments = _arguments(task, setting, data.vocabulary)
    captioner = build(task.model, "tiny", data.vocabulary, setting.store.size, **arguments)
    trained = train(captioner, data, settings)
    if not isinstance(captioner, Captioner):
        raise TypeError(f"{task.model} writes no captions")
    systems = [system for system in SYSTEMS if system.model == task.model]
    return Done(
        task=task,
        written=tuple(write(system, captioner, setting) for system in systems),
        scenes=len(setting.training),
        weights=sum(one.numel() for one in captioner.parameters() if one.requires_grad),
        words=len(data.vocabulary),
        loss=float(trained.history[-1]["losses"]["words"]),
        seconds=time.process_time() - began,
        signature=_signature(task, settings, setting.store),
    )


def training_settings(task: Task) -> TrainingSettings:
    """How a captioner is trained: a fixed number of epochs, none chosen by its scores."""
    changes = {"epochs": task.epochs, "decay": "linear", "patience": 0, "seed": task.world.seed}
    return TrainingSettings.presets["tiny"].changed(changes)


def _arguments(task: Task, setting: Setting, vocabulary: Vocabulary) -> dict[str, Any]:
    if task.model == "up-down-embed":
        return {"vectors": word_vectors(vocabulary, vectors_of(task.vectors))}
    if task.model in ("neural-baby-talk", "dnoc"):
        return {"classes": setting.classes}
    return {}


def vectors_of(name: str) -> WordVectors:
    """The vectors of words: real ones, or made-up ones in which classes of one kin are alike."""
    if name == WORDLLAMA:
        return vectors_named(name)
    return KinVectors({word: thing.kin for thing in THINGS.values() for word in thing.names})


def write(system: System, captioner: Captioner, setting: Setting) -> Written:
    """The captions of a system for all test scenes."""
    captions: dict[ImageId, str] = {}
    given = satisfied = 0
    for first in range(0, len(setting.tests), _IMAGES):
        scenes = setting.tests[first : first + _IMAGES]
        asked: Sequence[tuple[Constraint, ...]] = [()] * len(scenes)
        if system.constraints == "predicted":
            asked = setting.predicted(scenes)
        elif system.constraints == "gold":
            asked = setting.gold(scenes)
        images = load_images(setting.store, [scene.image_id for scene in scenes])
        for row, (tokens, is_met) in enumerate(_decoded(system, captioner, images, asked)):
            captions[scenes[row].image_id] = captioner.text(tokens, images, row)
            given += bool(asked[row])
            satisfied += bool(asked[row]) and is_met
    return Written(system.name, captions, given, satisfied)


def _decoded(
    system: System,
    captioner: Captioner,
    images: Images,
    constraints: Sequence[Sequence[Constraint]],
) -> Iterator[tuple[tuple[int, ...], bool]]:
    """The tokens of the best caption of each image, and whether it meets its constraints."""
    if not system.constraints:
        for ranked in beam_search(captioner, images, BEAM, LONGEST, 1):
            yield ranked[0].tokens, True
        return
    at_least = AT_LEAST[system.constraints]
    for found in constrained_beam_search(
        captioner, images, constraints, at_least, BEAM, most=LONGEST
    ):
        yield found[0].tokens, found[0].is_satisfied


def _signature(task: Task, settings: TrainingSettings, store: FeatureStore) -> str:
    given = ",".join(f"{name}={value}" for name, value in settings.to_dict().items())
    model = f"{task.model}(tiny)"
    if task.model == "up-down-embed":
        model = f"{task.model}(tiny,vectors={vectors_of(task.vectors).digest})"
    return f"{model}|training({given})|{store.signature}"
