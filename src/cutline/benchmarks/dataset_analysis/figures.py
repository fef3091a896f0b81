"""All that there is to say of one set of captions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutline.benchmarks.dataset_analysis.distribution import Distribution
from cutline.benchmarks.dataset_analysis.mentions import MentionFigures
from cutline.benchmarks.dataset_analysis.ngrams import UniqueNgrams
from cutline.benchmarks.dataset_analysis.objects import ObjectFigures
from cutline.benchmarks.dataset_analysis.parts_of_speech import PartProfile
from cutline.benchmarks.dataset_analysis.vocabulary import VocabularyFigures
from cutline.core.signature import Signature


@dataclass(frozen=True)
class SetFigures:
    """The figures of one set.

    `lengths` are in words. `ngrams` are those of samples, which are as large in both sets;
    `parts`, `objects` and `mentions` are None where they were not asked for. `signatures` says of
    each group of figures what it was computed with.
    """

    name: str
    images: int
    captions: int
    captions_per_image: Distribution
    lengths: Distribution
    vocabulary: VocabularyFigures
    ngrams: tuple[UniqueNgrams, ...]
    parts: PartProfile | None
    objects: ObjectFigures | None
    mentions: MentionFigures | None
    signatures: dict[str, Signature]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "name": self.name,
            "images": self.images,
            "captions": self.captions,
            "captions_per_image": self.captions_per_image.to_dict(),
            "lengths": self.lengths.to_dict(),
            "vocabulary": self.vocabulary.to_dict(),
            "ngrams": [one.to_dict() for one in self.ngrams],
            "parts_of_speech": self.parts.to_dict() if self.parts else None,
            "objects": self.objects.to_dict() if self.objects else None,
            "mentions": self.mentions.to_dict() if self.mentions else None,
            "signatures": {name: str(one) for name, one in self.signatures.items()},
        }

    def rows(self) -> list[tuple[str, float | None, str]]:
        """The name, value and signature of each single figure."""
        values: dict[str, list[tuple[str, float | None]]] = {
            "captions": [
                ("images", self.images),
                ("captions", self.captions),
                *_spread("captions_per_image", self.captions_per_image),
                *_spread("length", self.lengths),
                *self.vocabulary.to_dict().items(),
            ],
            "ngrams": [(f"unique_{one.n}_grams", one.mean) for one in self.ngrams],
            "parts_of_speech": [
                (f"{part.name}_of_words", part.of_words) for part in _parts(self.parts)
            ],
            "objects": _object_values(self.objects, self.mentions),
        }
        return [
            (name, value, str(self.signatures[group]))
            for group, of_group in values.items()
            for name, value in of_group
        ]


def _spread(name: str, found: Distribution) -> list[tuple[str, float | None]]:
    return [
        (f"{name}_mean", found.mean),
        (f"{name}_deviation", found.deviation),
        (f"{name}_median", found.median),
    ]


def _parts(profile: PartProfile | None) -> tuple[Any, ...]:
    return () if profile is None else profile.parts


def _object_values(
    found: ObjectFigures | None, said: MentionFigures | None
) -> list[tuple[str, float | None]]:
    if found is None:
        return []
    values = [
        ("annotated_images", found.images),
        ("classes", len(found.classes)),
        *_spread("classes_per_image", found.classes_per_image),
        *_spread("instances_per_image", found.instances_per_image),
        *((name, getattr(found, name)) for name in ("none", "single", "many")),
        *((name, getattr(found, name)) for name in ("gini", "entropy", "evenness")),
    ]
    if said is not None:
        values += [
            ("captions_that_mention", said.captions),
            ("classes_mentioned_per_caption", said.per_caption),
            ("classes_mentioned", said.classes),
        ]
    return values
