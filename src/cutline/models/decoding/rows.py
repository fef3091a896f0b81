"""Captions that grow side by side, each on its own."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from cutline.models.decoding.decoded import Decoded, own_attention, up_to_end
from cutline.models.images import Images
from cutline.models.vocabulary import END, START


@dataclass(frozen=True)
class Rows:
    """What was said so far.

    Args:
        tokens: rows x length; after its end a caption goes on with ends.
        scores: rows, the summed log-probabilities.
        attention: for each place rows x regions, as far as the captioner tells.
    """

    tokens: Tensor
    scores: Tensor
    attention: tuple[Tensor, ...] = ()

    @classmethod
    def begin(cls, scores: Tensor) -> Rows:
        """Captions without a word; the scores are zeros, on the captioner's device."""
        return cls(scores.new_zeros(len(scores), 0, dtype=torch.long), scores)

    @property
    def length(self) -> int:
        """How many tokens each has."""
        return self.tokens.shape[1]

    @property
    def last(self) -> Tensor:
        """The last token of each: the start, before anything was said."""
        if not self.length:
            return self.tokens.new_full((len(self.tokens),), START)
        return self.tokens[:, -1]

    @property
    def are_ended(self) -> bool:
        """Whether all came to their end."""
        return bool((self.last == END).all())

    def grown(self, tokens: Tensor, chosen: Tensor, attention: Tensor | None) -> Rows:
        """One token more of each, with its log-probability; those that ended stay as they are."""
        has_ended = self.last == END
        tokens = tokens.masked_fill(has_ended, END)
        return Rows(
            torch.cat([self.tokens, tokens.unsqueeze(1)], 1),
            self.scores + chosen.masked_fill(has_ended, 0.0),
            self.attention if attention is None else (*self.attention, attention),
        )

    def decoded(self, images: Images) -> list[Decoded]:
        """The captions, a row for each image."""
        looked = torch.stack(self.attention, 1) if self.attention else None
        found = []
        for row, score in enumerate(self.scores.tolist()):
            tokens = up_to_end(self.tokens[row].tolist())
            own = None if looked is None else looked[row, : len(tokens)]
            found.append(Decoded(tokens, score, own_attention(own, images, row)))
        return found
