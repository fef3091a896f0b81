"""Beams of the states of machines: captions compete only with those that met the same."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from cutline.models.decoding.at_rest import refuse_no_numbers
from cutline.models.decoding.best import best
from cutline.models.decoding.constrained.tables import NONE, Tables
from cutline.models.decoding.decoded import Decoded, own_attention, up_to_end
from cutline.models.images import Images
from cutline.models.vocabulary import END, START


@dataclass(frozen=True)
class StateBeams:
    """The captions under way. Those of a state of an image stand in their order, the best first.

    Captions that ended keep their place as long as no better ones take it. A place without a
    caption has the score minus infinity.

    Args:
        tokens: images x states x beam x length; after its end a caption goes on with ends.
        scores: images x states x beam, the summed log-probabilities.
        attention: images x states x beam x length x regions, where the captioner tells.
    """

    tokens: Tensor
    scores: Tensor
    attention: Tensor | None = None

    @classmethod
    def begin(cls, images: Images, states: int, beam: int) -> StateBeams:
        """One caption without a word for each image, in the first state."""
        scores = images.features.new_full((len(images), states, beam), -torch.inf)
        scores[:, 0, 0] = 0.0
        return cls(scores.new_zeros(*scores.shape, 0, dtype=torch.long), scores)

    @property
    def length(self) -> int:
        """How many tokens each caption has."""
        return self.tokens.shape[3]

    @property
    def last(self) -> Tensor:
        """The last token of each row (images * states * beam): at first the start."""
        if not self.length:
            return self.tokens.new_full((self.scores.numel(),), START)
        return self.tokens[..., -1].flatten()

    @property
    def have_ended(self) -> Tensor:
        """Images x states x beam: which captions came to their end."""
        return self.last.view(self.scores.shape) == END

    def grown(
        self,
        log_probabilities: Tensor,
        attention: Tensor | None,
        tables: Tables,
        per_node: int | None,
    ) -> tuple[StateBeams, Tensor]:
        """One token more of each; the best continuations of each state stay.

        Args:
            log_probabilities: (images * states * beam) x tokens.
            attention: (images * states * beam) x regions, for this token.
            tables: where tokens lead.
            per_node: how many continuations of a caption at most lead to one state.

        Returns:
            The new beams, and for each of their rows the row that it goes on from.
        """
        images, states, beam = self.scores.shape
        given = log_probabilities.view(images, states, beam, -1)
        tokens, gains, leads = self._continuations(given, tables, per_node)
        sums = (self.scores.unsqueeze(3) + gains).flatten(1)  # images x (states * beam * choices)
        refuse_no_numbers(sums)
        choices = tokens.shape[3]
        # Images x states x (states * beam * choices): what leads to each state.
        here = torch.arange(states, device=sums.device).view(1, states, 1) == leads.flatten(
            1
        ).unsqueeze(1)
        of_states = sums.unsqueeze(1).expand(-1, states, -1).masked_fill(~here, -torch.inf)
        values, places = best(of_states.flatten(0, 1), min(beam, of_states.shape[2]))
        values, places = _filled_up(values, places, beam)
        values, places = values.view(images, states, beam), places.view(images, states * beam)
        said = tokens.flatten(1).gather(1, places).view(images, states, beam)
        # A place without a caption must not trouble the captioner with a token that cannot be.
        said = said.masked_fill(values == -torch.inf, END)
        first = torch.arange(images, device=sums.device).unsqueeze(1) * states * beam
        rows = (first + places // choices).flatten()
        return self._continued(rows, said, values, attention), rows

    def _continuations(
        self, given: Tensor, tables: Tables, per_node: int | None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Tokens, their log-probabilities and the states they lead to, each images x states x beam
        x choices: first the end, then the tokens that lead elsewhere than most, then all others."""
        shape = self.scores.shape
        ended = self.have_ended
        end = torch.where(ended, 0.0, given[..., END]).unsqueeze(3)
        own = torch.arange(shape[1], device=given.device).view(1, -1, 1, 1).expand_as(end)
        given = given.masked_fill(ended.unsqueeze(3), -torch.inf)
        special, gains, leads = _special(given, tables)
        rest = _without(given, special, leads)
        if per_node is not None:
            gains = _best_of_each_lead(gains, leads, per_node)
        width = given.shape[3] if per_node is None else min(per_node, given.shape[3])
        values, usual = best(rest.flatten(0, 2), width)
        usual = usual.view(*shape, width)
        elsewhere = tables.else_after.view(*shape[:2], 1, 1).expand(*shape, width)
        return (
            torch.cat([torch.full_like(own, END), special, usual], 3),
            torch.cat([end, gains, values.view(*shape, width)], 3),
            torch.cat([own, leads, elsewhere], 3),
        )

    def _continued(
        self, rows: Tensor, said: Tensor, scores: Tensor, attention: Tensor | None
    ) -> StateBeams:
        shape = said.shape  # images x states x beam
        before = self.tokens.flatten(0, 2).index_select(0, rows).view(*shape, -1)
        tokens = torch.cat([before, said.unsqueeze(3)], 3)
        if attention is None:
            return StateBeams(tokens, scores)
        now = attention.unsqueeze(1)  # rows x 1 x regions
        if self.attention is not None:
            now = torch.cat([self.attention.flatten(0, 2), now], 1)
        looked = now.index_select(0, rows).view(*shape, *now.shape[1:])
        return replace(self, tokens=tokens, scores=scores, attention=looked)

    def are_settled(self, tables: Tables, wanted: Tensor, keep: int) -> bool:
        """Whether the best captions of all images, so many, cannot change any more.

        A summed log-probability only falls as a caption grows, so one that goes on can at best
        keep it, and meet more on the way.
        """
        ended = self.have_ended
        goes_on = self.scores.masked_fill(ended, -torch.inf).flatten(1).amax(1)  # images
        enough = (tables.met >= wanted.unsqueeze(1)).unsqueeze(2)  # images x states x 1
        done = self.scores.masked_fill(~(ended & enough), -torch.inf).flatten(1)
        if done.shape[1] < keep:
            return bool((goes_on == -torch.inf).all())
        last = done.topk(keep, 1).values[:, -1]
        return bool(((goes_on == -torch.inf) | (last > goes_on)).all())

    def decoded(
        self, row: int, met: Tensor, wanted: int, keep: int, images: Images
    ) -> list[Decoded]:
        """The best captions of the image in this row: of those that meet as many constraints as
        wanted, or else the most; `met` is images x states."""
        scores, numbers = self.scores[row], met[row].unsqueeze(1).expand_as(self.scores[row])
        there = scores > -torch.inf  # states x beam
        if not bool(there.any()):
            return []
        needed = min(wanted, int(numbers[there].max()))
        scores = scores.masked_fill(numbers < needed, -torch.inf).flatten()
        order = scores.argsort(descending=True, stable=True)[:keep]
        found = []
        for place in order[scores[order] > -torch.inf].tolist():
            tokens = up_to_end(self.tokens[row].flatten(0, 1)[place].tolist())
            looked = None
            if self.attention is not None:
                looked = self.attention[row].flatten(0, 1)[place, : len(tokens)]
            attention = own_attention(looked, images, row)
            found.append(Decoded(tokens, float(scores[place]), attention))
        return found


def _filled_up(values: Tensor, places: Tensor, beam: int) -> tuple[Tensor, Tensor]:
    """With places without captions, where there are fewer continuations than places."""
    missing = beam - values.shape[1]
    if missing <= 0:
        return values, places
    fill = torch.nn.functional.pad
    return fill(values, (0, missing), value=-torch.inf), fill(places, (0, missing))


def _special(given: Tensor, tables: Tables) -> tuple[Tensor, Tensor, Tensor]:
    """The tokens that lead elsewhere than most do, what they gain, and where they lead."""
    shape = given.shape[:3]
    tokens = tables.tokens.view(shape[0], 1, 1, -1).expand(*shape, -1).clamp(min=0)
    leads = tables.after.unsqueeze(2).expand(*shape, -1)
    return tokens, given.gather(3, tokens).masked_fill(leads == NONE, -torch.inf), leads


def _without(given: Tensor, special: Tensor, leads: Tensor) -> Tensor:
    """Log-probabilities of all other tokens, minus infinity of the special ones and of the end."""
    taken = torch.zeros_like(given, dtype=torch.bool)
    taken[..., END] = True
    # What fills up points at the first token, and must not free it again.
    taken = taken.to(torch.uint8).scatter_reduce(3, special, (leads != NONE).byte(), "amax").bool()
    return given.masked_fill(taken, -torch.inf)


def _best_of_each_lead(gains: Tensor, leads: Tensor, count: int) -> Tensor:
    """Minus infinity for tokens of which so many better ones lead to the same state."""
    if gains.shape[3] <= count:
        return gains
    better = gains.unsqueeze(3) > gains.unsqueeze(4)  # ... x token x the others
    first = torch.ones(gains.shape[3], gains.shape[3], device=gains.device).tril(-1).bool()
    better |= (gains.unsqueeze(3) == gains.unsqueeze(4)) & first
    rank = (better & (leads.unsqueeze(3) == leads.unsqueeze(4))).sum(4)
    return gains.masked_fill(rank >= count, -torch.inf)
