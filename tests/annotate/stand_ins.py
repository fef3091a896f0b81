"""Pictures, a detector, captioners and a judge that need no model, and answer at once."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cutline.annotate.captioners import NoCaption, Subject
from cutline.core.types import Detection
from cutline.datasets.pictures import Picture, PictureFile
from cutline.metrics.fidelity.judge import JudgedCaption
from cutline.metrics.fidelity.matching import NounMatch
from cutline.metrics.semantic_fidelity import SemanticFidelity
from cutline.text.nouns import Noun

METRICS = (SemanticFidelity(),)


def paint(folder: Path, count: int, start: int = 1) -> list[PictureFile]:
    """Small pictures 01.png, 02.png, ...; the names are in the order of the numbers."""
    folder.mkdir(exist_ok=True)
    files = []
    for number in range(start, start + count):
        path = folder / f"{number:02d}.png"
        Image.new("RGB", (8, 6), (number % 256, 0, 0)).save(path)
        files.append(PictureFile(path.name, path))
    return files


class Detector:
    """Sees a dog everywhere, and a ball in pictures with even numbers; refuses some pictures."""

    name = "stand-in"
    labels = ("ball", "dog")

    def __init__(self, signature: str = "stand-in:1", refused: Sequence[str] = ()) -> None:
        self.signature = signature
        self.refused = refused
        self.batches: list[list[str]] = []

    def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
        names = [picture.file.path.name for picture in pictures]
        self.batches.append(names)
        for name in names:
            if name in self.refused:
                raise RuntimeError(f"no eyes for {name}")
        return [_objects(picture) for picture in pictures]

    @property
    def asked(self) -> list[str]:
        return [name for batch in self.batches for name in batch]


def _objects(picture: Picture) -> tuple[Detection, ...]:
    number = int(re.sub(r"\D", "", picture.file.path.stem) or 0)
    dog = Detection("dog", 0.912345678, (1.23456, 1.0, 4.0, 4.0))
    return (dog, Detection("ball", 0.5, (0.0, 0.0, 2.0, 2.0))) if number % 2 == 0 else (dog,)


class Captioner:
    """Says what a function gives, and writes down what it was asked."""

    def __init__(self, name: str, say: Callable[[Subject], str | NoCaption]) -> None:
        self.name = name
        self.signature = f"{name}:1"
        self.say = say
        self.asked: list[str] = []
        self.is_closed = False

    def prepare(self, files: Sequence[PictureFile]) -> None:
        self.prepared = list(files)

    def captions(self, subjects: Sequence[Subject]) -> list[str | NoCaption]:
        self.asked += [subject.file.path.name for subject in subjects]
        return [self.say(subject) for subject in subjects]

    def close(self) -> None:
        self.is_closed = True


def judge(
    captions: Sequence[str],
    labels: Sequence[Sequence[str]],
    metrics: Sequence[Any],
    jobs: int | None = None,
) -> list[JudgedCaption]:
    """Nouns are "dog", "ball" and "cake"; the value is the share of objects that are named."""
    judged = []
    for caption, seen in zip(captions, labels, strict=True):
        nouns = tuple(
            Noun(found[0], found[0], 1, found.start(), found.end())
            for found in re.finditer("dog|ball|cake", caption)
        )
        matches = tuple(
            NounMatch(list(seen).index(noun.lemma), "same", 1.0) if noun.lemma in seen else None
            for noun in nouns
        )
        named = {match.object for match in matches if match}
        missed = tuple(place for place in range(len(seen)) if place not in named)
        value = len(named) / len(seen) if seen and nouns else None
        why = "" if value is not None else "the caption has no noun"
        judged.append(JudgedCaption(nouns, matches, missed, (value,) * len(metrics), why))
    return judged


def install(patch: pytest.MonkeyPatch, detector: Detector | None = None) -> Detector:
    """Put the judge and the detector in place of those that need models."""
    found = detector or Detector()
    module = types.ModuleType("cutline.detect.named")
    module.detector_named = lambda spec, jobs=None: found  # type: ignore[attr-defined]
    patch.setitem(sys.modules, "cutline.detect.named", module)
    patch.setattr("cutline.annotate.judging.judge_captions", judge)
    patch.setattr("cutline.cli.annotate._metrics", lambda specs: METRICS)
    patch.setattr(SemanticFidelity, "data_digests", lambda self: {})
    return found


def main() -> None:
    """The command line with these in place: what tests start as a process of its own."""
    from cutline.cli import main as command_line

    install(pytest.MonkeyPatch())
    command_line()


if __name__ == "__main__":
    main()
