"""From what a network has in mind to the words it may say."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from cutline.models.vocabulary import PAD, START


class TiedOutput(nn.Module):
    """Scores of words by their own vectors: a projection with tanh, no bias."""

    def __init__(self, size: int, embedding: nn.Embedding) -> None:
        super().__init__()
        self.projection = nn.Linear(size, embedding.embedding_dim)
        self._of = [embedding]  # in a list, so that its weights are not saved twice

    def forward(self, said: Tensor) -> Tensor:
        """Scores of all words: ... x words."""
        scores: Tensor = torch.tanh(self.projection(said)) @ self._of[0].weight.T
        return scores


def forbid(scores: Tensor) -> Tensor:
    """Scores in which no token is possible that a caption never has: a start, or filling up."""
    forbidden = scores.new_zeros(scores.shape[-1])
    forbidden[[PAD, START]] = -torch.inf
    return scores + forbidden


def word_loss(scores: Tensor, wanted: Tensor) -> Tensor:
    """The mean cross-entropy of wanted words; unknown ones are learnt, what fills up is not."""
    return nn.functional.cross_entropy(scores.flatten(0, 1), wanted.flatten(), ignore_index=PAD)
