"""How varied the captions of one image are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cutline.core.metric import Floats
from cutline.core.tables import Table
from cutline.core.types import ImageId
from cutline.scoring.corpus import Corpus
from cutline.scoring.diversity.self_bleu import self_bleu
from cutline.scoring.diversity.self_cider import self_cider
from cutline.scoring.diversity.set_words import set_words

_LONGEST = 4


@dataclass(frozen=True)
class SetDiversity:
    """How far the captions of an image differ, over all images.

    `self_bleu` has mBLEU-1 to 4, where low is diverse; in all others high is. `self_cider` is the
    mean of `self_cider_values`, which go with `image_ids`. `div1` and `div2` are different words
    and bigrams over words, `unique` is the share of different captions, each within an image.
    """

    captions_per_image: int
    self_bleu: tuple[float, ...]
    self_cider: float
    div1: float
    div2: float
    unique: float
    image_ids: tuple[ImageId, ...] = field(repr=False)
    # Arrays have no single answer to whether they are equal; the mean has.
    self_cider_values: Floats = field(repr=False, compare=False)

    def image_table(self) -> Table:
        """A row for each image: its id and its self-CIDEr."""
        values = self.self_cider_values.tolist()
        return Table({"image_id": list(self.image_ids), "self_cider": values})

    def to_dict(self) -> dict[str, Any]:
        """The machine's form of the figures over all images."""
        return {
            "captions_per_image": self.captions_per_image,
            "self_bleu": list(self.self_bleu),
            "self_cider": self.self_cider,
            "div1": self.div1,
            "div2": self.div2,
            "unique": self.unique,
        }


def set_diversity(corpus: Corpus, captions: Sequence[Sequence[str]]) -> SetDiversity:
    """The diversity of sets of captions.

    Args:
        corpus: whose images these are; its references give n-grams their weights.
        captions: of each image, in the corpus's order, the same number for all, two at least.
    """
    # Each position is tokenized as a run of its own would be: with the default tokenizer the words
    # of a caption can depend on the next caption.
    by_position = [
        corpus.tokenizer.tokenize(position, corpus.jobs) for position in zip(*captions, strict=True)
    ]
    texts = list(zip(*by_position, strict=True))
    words = set_words(texts)
    values = self_cider(texts, corpus.frequencies(_LONGEST), corpus.jobs)
    return SetDiversity(
        captions_per_image=len(by_position),
        self_bleu=self_bleu(texts, corpus.jobs),
        self_cider=float(values.mean()),
        div1=words.div1,
        div2=words.div2,
        unique=words.unique,
        image_ids=corpus.benchmark.image_ids,
        self_cider_values=values,
    )
