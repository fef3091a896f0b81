"""Machines as tables over the tokens of a captioner, for a batch of images."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from cutline.models.captioner import Captioner
from cutline.models.decoding.constrained.machine import Machine
from cutline.models.decoding.constrained.said import slot_words
from cutline.models.images import Images
from cutline.models.vocabulary import END, SPECIAL

#: What no state leads to, and no token is.
NONE = -1


@dataclass(frozen=True)
class Tables:
    """What tokens do to the states of machines; those with fewer states or tokens are filled up.

    Args:
        tokens: images x special: tokens that lead elsewhere than most do; `NONE` fills up.
        after: images x states x special: where they lead; `NONE` where all other tokens lead to
            the same state.
        else_after: images x states: where all other tokens lead.
        met: images x states: how many constraints are met.
    """

    tokens: Tensor
    after: Tensor
    else_after: Tensor
    met: Tensor

    @classmethod
    def of(
        cls, captioner: Captioner, images: Images, machines: Sequence[Machine], width: int
    ) -> Tables:
        """The tables of a batch; `width` is how many tokens the captioner has."""
        listed = [
            _special_tokens(captioner, images, row, machine, width)
            for row, machine in enumerate(machines)
        ]
        states = max(map(len, machines), default=1)
        most = max(map(len, listed), default=0)
        device = images.features.device
        tokens = torch.full((len(machines), most), NONE, device=device)
        after = torch.full((len(machines), states, most), NONE, device=device)
        else_after = torch.zeros((len(machines), states), dtype=torch.long, device=device)
        met = torch.zeros_like(else_after)
        for row, (machine, special) in enumerate(zip(machines, listed, strict=True)):
            elsewhere = [leads[-1] for leads in machine.after]
            else_after[row, : len(machine)] = torch.tensor(elsewhere)
            met[row, : len(machine)] = torch.tensor([*map(machine.number_met, range(len(machine)))])
            for place, (token, leads) in enumerate(special.items()):
                tokens[row, place] = token
                after[row, : len(machine), place] = torch.tensor(
                    [
                        NONE if lead == usual else lead
                        for lead, usual in zip(leads, elsewhere, strict=True)
                    ]
                )
        return cls(tokens, after, else_after, met)


def _special_tokens(
    captioner: Captioner, images: Images, row: int, machine: Machine, width: int
) -> dict[int, list[int]]:
    """Tokens that lead elsewhere than others, and the states they lead to from each state."""
    usual = [leads[-1] for leads in machine.after]
    special = {}
    for token, words in _said(captioner, images, row, machine, width):
        leads = [machine.read(words, state) for state in range(len(machine))]
        if leads != usual:
            special[token] = leads
    return special


def _said(
    captioner: Captioner, images: Images, row: int, machine: Machine, width: int
) -> Iterator[tuple[int, Sequence[str]]]:
    """What tokens say of an image, of those that can be special."""
    vocabulary = captioner.vocabulary
    for token in range(len(SPECIAL)):
        if token != END:
            yield token, ()  # is not written, so that words around it stand in a row
    for word in machine.words:
        if word in vocabulary:
            yield vocabulary.number(word), (word,)
    yield from slot_words(captioner, images, row, width).items()
