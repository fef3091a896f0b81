"""One model: trained, and asked for captions. Runs in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch

from cutline.cli.model_study.compositional.setting import (
    BEAM,
    MOST_WORDS,
    WEIGHTING,
    WIDE_BEAM,
    K,
    Task,
    evaluated,
    trained_on,
    world_of,
)
from cutline.core.types import ImageId
from cutline.datasets.features import FeatureStore
from cutline.models.butr import Butr
from cutline.models.captioner import Captioner
from cutline.models.decoding import Decoded, beam_search, random_order, rerank
from cutline.models.images import Images
from cutline.models.ranking import rank_scores
from cutline.models.registry import build
from cutline.models.training.data import CaptionData
from cutline.models.training.load import image_batches
from cutline.models.training.loop import train
from cutline.models.training.settings import TrainingSettings

#: The captions of each image that count, by system.
Captions = dict[str, dict[ImageId, tuple[str, ...]]]

#: Images at a time, so that a wide beam stays in the cache.
_IMAGES = 20


@dataclass(frozen=True)
class Written:
    """What came of a task.

    Args:
        task: the task.
        captions: by system.
        scenes: how many it learnt from.
        weights: how many numbers the model has.
        words: how many words it knows.
        loss: the last epoch's mean cross-entropy of words.
        seconds: of one core.
        signature: how it was trained.
    """

    task: Task
    captions: Captions
    scenes: int
    weights: int
    words: int
    loss: float
    seconds: float
    signature: str


def do_task(task: Task) -> Written:
    """Train a model and let it describe the scenes that show a held-out pair."""
    began = time.process_time()
    world = world_of(task)
    store = FeatureStore.open(task.features)
    scenes = trained_on(world, task.data)
    data = CaptionData.of(store, {scene.image_id: scene.captions for scene in scenes})
    settings = training_settings(task)
    torch.manual_seed(task.seed)
    model = build(task.model, "tiny", data.vocabulary, store.size)
    trained = train(model, data, settings)
    if not isinstance(model, Captioner):
        raise TypeError(f"{task.model} writes no captions")
    captions: Captions = {}
    ids = [scene.image_id for scene in evaluated(world)]
    for images in image_batches(store, ids, _IMAGES):
        for system, image_id, texts in _described(model, images, task):
            captions.setdefault(system, {})[image_id] = texts
    losses = trained.history[-1]["losses"]
    return Written(
        task=task,
        captions=captions,
        scenes=len(scenes),
        weights=sum(one.numel() for one in model.parameters()),
        words=len(data.vocabulary),
        loss=float(losses["words"]),
        seconds=time.process_time() - began,
        signature=_signature(task, settings, store),
    )


def training_settings(task: Task) -> TrainingSettings:
    """How the model of a task is trained: a fixed number of epochs, none chosen by its scores."""
    return TrainingSettings.presets["tiny"].changed(
        {
            "epochs": task.epochs,
            "decay": "linear",
            "patience": 0,
            "weighting": WEIGHTING.get(task.model, "sum"),
            "seed": task.seed,
        }
    )


def _described(
    model: Captioner, images: Images, task: Task
) -> Iterator[tuple[str, ImageId, tuple[str, ...]]]:
    """System, image and captions."""
    found = beam_search(model, images, BEAM, MOST_WORDS)
    yield from _texts(task.name, model, images, found)
    if not isinstance(model, Butr):
        return
    wide = beam_search(model, images, WIDE_BEAM, MOST_WORDS)
    scores = rank_scores(model, images, [[one.tokens for one in of] for of in wide])
    ranked = [rerank(of, by) for of, by in zip(wide, scores, strict=True)]
    if task.data == "held-out":
        yield from _texts("butr, beam 100", model, images, wide)
        mixed = [random_order(of, id_, task.seed) for of, id_ in zip(wide, images.ids, strict=True)]
        yield from _texts("butr, random order", model, images, mixed)
        yield from _texts("butr + re-ranking", model, images, ranked)
    else:
        yield from _texts("butr + re-ranking, full", model, images, ranked)


def _texts(
    system: str, model: Captioner, images: Images, found: Sequence[Sequence[Decoded]]
) -> Iterator[tuple[str, ImageId, tuple[str, ...]]]:
    for row, (image_id, captions) in enumerate(zip(images.ids, found, strict=True)):
        texts = tuple(model.text(one.tokens, images, row) for one in captions[:K])
        yield system, image_id, texts


def _signature(task: Task, settings: TrainingSettings, store: FeatureStore) -> str:
    given = ",".join(f"{name}={value}" for name, value in settings.to_dict().items())
    return f"{task.model}(tiny)|{task.data}|training({given})|{store.signature}"
