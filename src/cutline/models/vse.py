"""VSE++: vectors of images and captions, learnt by hardest negatives (Faghri et al., BMVC 2018).

It ranks and writes nothing. The compositional study (Nikolaus et al., CoNLL 2019) shows by it that
ranking generalises to new combinations of concepts where writing does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import Tensor, nn

from cutline.models.images import Images
from cutline.models.learner import Learner
from cutline.models.ranking import Negatives, ranking_costs
from cutline.models.vocabulary import PAD, Vocabulary


@dataclass(frozen=True)
class VseConfig:
    """Sizes of VSE++.

    Args:
        word_size: of a word's vector.
        joint_size: of the space, and so of the GRU whose last state is in it.
        margin: by how much a right pair should be nearer than a wrong one.
        negatives: what counts as a wrong pair; the published program takes "other-rows".
        summed: whether the loss is the sum over a batch, as in the published program (whose limit
            for gradients is meant for it), or the mean.
    """

    word_size: int = 300
    joint_size: int = 1024
    margin: float = 0.2
    negatives: Negatives = "other-images"
    summed: bool = True

    presets: ClassVar[dict[str, VseConfig]]


VseConfig.presets = {
    "paper": VseConfig(),
    "published": VseConfig(negatives="other-rows"),
    "tiny": VseConfig(64, 128, summed=False),
}


class Vse(Learner):
    """The ranker.

    Args:
        vocabulary: the words it reads.
        feature_size: the size of a region's vector; of an image it sees the mean of them.
        config: its sizes.
    """

    loss_names: ClassVar[tuple[str, ...]] = ("ranking",)

    def __init__(self, vocabulary: Vocabulary, feature_size: int, config: VseConfig) -> None:
        super().__init__(vocabulary)
        self.config = config
        self.embedding = nn.Embedding(len(vocabulary), config.word_size, padding_idx=PAD)
        self.reader = nn.GRU(config.word_size, config.joint_size, batch_first=True)
        self.of_image = nn.Linear(feature_size, config.joint_size)
        nn.init.uniform_(self.embedding.weight, -0.1, 0.1)
        nn.init.xavier_uniform_(self.of_image.weight)
        nn.init.zeros_(self.of_image.bias)
        with torch.no_grad():
            self.embedding.weight[PAD] = 0

    def image_vectors(self, images: Images) -> Tensor:
        """images x joint, each of length 1."""
        return nn.functional.normalize(self.of_image(nn.functional.normalize(images.mean)))

    def caption_vectors(self, tokens: Tensor) -> Tensor:
        """captions x joint, each of length 1: what was read up to the end, and the end itself.

        Args:
            tokens: captions x length, from `START` to `END`, filled up with `PAD`.
        """
        read = self.reader(self.embedding(tokens))[0]  # captions x length x joint
        last = (tokens != PAD).sum(1) - 1
        return nn.functional.normalize(read[torch.arange(len(read), device=read.device), last])

    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        """The cost of ranking.

        Args:
            images: a row for each caption.
            tokens: captions x length, from `START` to `END`, filled up with `PAD`.
        """
        costs = ranking_costs(
            self.image_vectors(images),
            self.caption_vectors(tokens),
            images,
            self.config.margin,
            self.config.negatives,
        )
        return {"ranking": costs.sum() if self.config.summed else costs.mean()}
