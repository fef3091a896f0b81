"""Beams: several captions of each image that grow together and push each other out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from cutline.models.decoding.at_rest import refuse_no_numbers
from cutline.models.decoding.best import best
from cutline.models.decoding.decoded import Decoded, own_attention, up_to_end
from cutline.models.images import Images
from cutline.models.vocabulary import END, START

#: How the length of captions counts when they are compared: not at all, so that the summed
#: log-probability decides; or by the mean log-probability of a token.
LengthRule = Literal["none", "mean"]


@dataclass(frozen=True)
class Beams:
    """The captions under way, those of an image in their order: the best first.

    Captions that ended keep their place as long as no better ones take it. A place without a
    caption has the score minus infinity.

    Args:
        tokens: images x width x length; after its end a caption goes on with ends.
        scores: images x width, the summed log-probabilities.
        handicaps: images x width, what is taken off scores when captions are compared.
        attention: images x width x length x regions, where the captioner tells.
    """

    tokens: Tensor
    scores: Tensor
    handicaps: Tensor
    attention: Tensor | None = None

    @classmethod
    def begin(cls, images: Images) -> Beams:
        """One caption without a word for each image."""
        zeros = images.features.new_zeros(len(images), 1)
        return cls(zeros.new_zeros(len(images), 1, 0, dtype=torch.long), zeros, zeros)

    @property
    def width(self) -> int:
        """How many captions an image has."""
        return self.tokens.shape[1]

    @property
    def length(self) -> int:
        """How many tokens each caption has."""
        return self.tokens.shape[2]

    @property
    def last(self) -> Tensor:
        """The last token of each row (images * width): the start, before anything was said."""
        if not self.length:
            return self.tokens.new_full((self.tokens.shape[0] * self.width,), START)
        return self.tokens[:, :, -1].flatten()

    @property
    def have_ended(self) -> Tensor:
        """Images x width: which captions came to their end."""
        return self.last.view(self.scores.shape) == END

    def grown(
        self,
        log_probabilities: Tensor,
        attention: Tensor | None,
        beam: int,
        rule: LengthRule = "none",
        handicap: Tensor | None = None,
    ) -> tuple[Beams, Tensor]:
        """One token more of each; the best of all continuations stay.

        Args:
            log_probabilities: (images * width) x tokens.
            attention: (images * width) x regions, for this token.
            beam: how many stay.
            rule: how length counts.
            handicap: images x tokens, what is taken off for a token.

        Returns:
            The new beams, and for each of their rows the row that it goes on from.
        """
        images, width = self.scores.shape
        has_ended = self.have_ended
        sums = self.scores.unsqueeze(2) + log_probabilities.view(images, width, -1)
        sums[has_ended] = -torch.inf
        sums[:, :, END] = torch.where(has_ended, self.scores, sums[:, :, END])
        keys, count = self._keys(sums, rule, has_ended), sums.shape[2]
        if handicap is not None:
            # images x width x tokens: what was taken off before, and now for a token
            taken = self.handicaps.unsqueeze(2) + handicap.unsqueeze(1) * ~has_ended.unsqueeze(2)
            keys = keys - taken
        values, places = best(keys.flatten(1), min(beam, width * count))
        refuse_no_numbers(values)
        origins, tokens = places // count, places % count  # both images x beam
        # A place without a caption must not trouble the captioner with a token that cannot be.
        tokens = tokens.masked_fill(values == -torch.inf, END)
        firsts = torch.arange(images, device=places.device).unsqueeze(1) * width
        scores = sums.flatten(1).gather(1, places)
        handicaps = self.handicaps.gather(1, origins)
        if handicap is not None:
            handicaps = taken.flatten(1).gather(1, places)
        return self._continued((firsts + origins).flatten(), tokens, scores, handicaps, attention)

    def _keys(self, sums: Tensor, rule: LengthRule, has_ended: Tensor) -> Tensor:
        """What decides: images x width x tokens."""
        if rule == "none":
            return sums
        own = (self.tokens != END).sum(2) + 1  # images x width: of those that ended, the end too
        return sums / own.masked_fill(~has_ended, self.length + 1).unsqueeze(2)

    def _continued(
        self,
        rows: Tensor,
        tokens: Tensor,
        scores: Tensor,
        handicaps: Tensor,
        attention: Tensor | None,
    ) -> tuple[Beams, Tensor]:
        shape = tokens.shape  # images x beam
        before = self.tokens.flatten(0, 1).index_select(0, rows).view(*shape, -1)
        said = torch.cat([before, tokens.unsqueeze(2)], 2)
        looked = None
        if attention is not None:
            now = attention.unsqueeze(1)  # (images * width) x 1 x regions
            if self.attention is not None:
                now = torch.cat([self.attention.flatten(0, 1), now], 1)
            looked = now.index_select(0, rows).view(*shape, *now.shape[1:])
        return Beams(said, scores, handicaps, looked), rows

    def of_images(self, index: Tensor) -> Beams:
        """The beams of some of the images."""
        return Beams(
            self.tokens[index],
            self.scores[index],
            self.handicaps[index],
            None if self.attention is None else self.attention[index],
        )

    def rows_of(self, images: Tensor) -> Tensor:
        """The rows that belong to these images, in their order."""
        places = torch.arange(self.width, device=images.device)
        return (images.unsqueeze(1) * self.width + places).flatten()

    def settled(self, keep: int, most: int, rule: LengthRule) -> Tensor:
        """Images: those whose best captions, so many, cannot change any more.

        A summed log-probability only falls as a caption grows, so one that goes on can at best
        keep it; by the mean, at best with the greatest length. With all its tokens, it is cut.
        """
        has_ended = self.have_ended
        if self.length >= most:
            return torch.ones_like(has_ended[:, 0])
        if self.width < keep:
            return has_ended.all(1)
        lengths = (self.tokens != END).sum(2) + 1
        last, at_best = self.scores[:, keep - 1], self.scores
        if rule == "mean":
            last, at_best = last / lengths[:, keep - 1], at_best / most
        highest = at_best.masked_fill(has_ended, -torch.inf).amax(1)
        return has_ended.all(1) | (has_ended[:, :keep].all(1) & (last > highest))

    def decoded(self, row: int, keep: int, images: Images, place: int) -> list[Decoded]:
        """The best captions of the image in this row, which is at this place of the batch."""
        found = []
        for number, score in enumerate(self.scores[row, :keep].tolist()):
            if score == -torch.inf:
                continue
            tokens = up_to_end(self.tokens[row, number].tolist())
            looked = None if self.attention is None else self.attention[row, number, : len(tokens)]
            found.append(Decoded(tokens, score, own_attention(looked, images, place)))
        return found
