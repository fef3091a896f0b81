"""Captions of images by a trained model, as lines of a run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cutline.core.types import ImageId
from cutline.core.version import __version__
from cutline.models.decoding.choice import DecoderChoice, caption_texts
from cutline.models.decoding.constrained import (
    Constrained,
    Constraint,
    constrained_beam_search,
)
from cutline.models.decoding.decoded import Decoded
from cutline.models.images import Images
from cutline.models.saved import SavedModel


@dataclass
class Work:
    """What captions are made by, and what is told of them afterwards.

    Args:
        saved: the model.
        system: what the run is called.
        choice: the decoder.
        features: what made the features.
        constraints: what the captions of each image have to mention; None for plain decoding.
        at_least: how many of the constraints.
    """

    saved: SavedModel
    system: str
    choice: DecoderChoice
    features: str
    constraints: Mapping[ImageId, Sequence[Constraint]] | None = None
    at_least: int | None = None
    images: int = 0
    captions: int = 0
    #: Images of which nothing is said.
    without_words: int = 0
    constrained: list[list[Constrained]] = field(default_factory=list)

    @property
    def decoder(self) -> str:
        """The decoder with its settings."""
        if self.constraints is None:
            return str(self.choice)
        met = "all" if self.at_least is None else self.at_least
        asked = [
            (image_id, [(one.name, one.phrases) for one in of])
            for image_id, of in self.constraints.items()
        ]
        digest = hashlib.sha256(repr(asked).encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return f"constrained({self.choice},at_least={met},constraints={digest})"

    @property
    def signature(self) -> str:
        """All that the captions depend on."""
        card = self.saved.card
        parts = [card.name, f"decoder:{self.decoder}", f"features:{self.features}"]
        parts += [f"training:[{card.signature}]"] if card.signature else []
        return "|".join([*parts, f"cutline:{__version__}"])

    def lines(self, batches: Iterable[Images]) -> Iterator[str]:
        """The run line by line, first a header that says how it was made."""
        header = {"cutline": "run", "version": 1, "system": self.system}
        yield _line({**header, "decoder": self.decoder, "signature": self.signature})
        for images in batches:
            found = self._decoded(images)
            told = caption_texts(self.saved.captioner, images, found, self.choice.k)
            for image_id, captions in zip(images.ids, told, strict=True):
                self.images += 1
                self.captions += len(captions)
                self.without_words += not any(text for text, _ in captions)
                scores = [round(score, 5) for _, score in captions]
                texts = [text for text, _ in captions]
                yield _line({"image_id": image_id, "captions": texts, "log_probabilities": scores})

    def _decoded(self, images: Images) -> Sequence[Sequence[Decoded]]:
        if self.constraints is None:
            return self.choice.decode(self.saved.captioner, images)
        found = constrained_beam_search(
            self.saved.captioner,
            images,
            [self.constraints[image_id] for image_id in images.ids],
            self.at_least,
            beam=self.choice.width,
            most=self.choice.most,
            keep=self.choice.keep,
        )
        self.constrained += found
        return found


def _line(content: Mapping[str, object]) -> str:
    return json.dumps(content, ensure_ascii=False) + "\n"
