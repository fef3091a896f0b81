"""What every captioner can do, so that every decoder works with each of them.

A decoder asks for a *state* of each image, then step by step for the log-probabilities of the next
word. A row is one caption that is being written; beams have several rows for an image.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from cutline.models.images import Images
from cutline.models.learner import Learner
from cutline.models.vocabulary import UNKNOWN


@dataclass(frozen=True)
class State:
    """Where captions stand. All tensors have a row for each of them.

    Args:
        fixed: what stays the same as captions grow, as the image; the same for all rows of one.
        moving: what changes with every word, as the states of LSTMs. `attention` in it, if there,
            is rows x regions: where the captioner looked for the last word.
    """

    fixed: Mapping[str, Tensor]
    moving: Mapping[str, Tensor]

    def repeated(self, times: int) -> State:
        """Each row so many times, copies side by side."""
        return State(
            {name: value.repeat_interleave(times, 0) for name, value in self.fixed.items()},
            {name: value.repeat_interleave(times, 0) for name, value in self.moving.items()},
        )

    def moved(self, index: Tensor) -> State:
        """Row i goes on from row `index[i]`, which belongs to the same image."""
        moving = {name: value.index_select(0, index) for name, value in self.moving.items()}
        return replace(self, moving=moving)

    def rows(self, index: Tensor) -> State:
        """Some rows, of any images."""
        fixed = {name: value.index_select(0, index) for name, value in self.fixed.items()}
        return replace(self, fixed=fixed).moved(index)


class Captioner(Learner):
    """A network that writes captions word by word.

    Its tokens are the words of its vocabulary; some have more, as slots that stand for regions,
    numbered after the words. `text` makes words of all of them.
    """

    @abstractmethod
    def start(self, images: Images) -> State:
        """The state of each image before the first word."""

    @abstractmethod
    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Take one word more of each row.

        Args:
            tokens: rows, the last token of each; at first `START`.
            state: that of the rows.

        Returns:
            rows x tokens, the log-probabilities of the next token (minus infinity of what cannot
            be), and the new state.
        """

    def sayable(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """The same step for those who write: the unknown word cannot be said, since a text leaves
        it out, which makes a hole in the sentence. All else keeps its log-probability.
        """
        log_probabilities, state = self.step(tokens, state)
        unknown = torch.tensor([UNKNOWN], device=log_probabilities.device)
        return log_probabilities.index_fill(1, unknown, -torch.inf), state

    def text(self, tokens: Sequence[int], images: Images, row: int) -> str:
        """The caption of tokens, written of the image in this row."""
        return self.vocabulary.text(tokens)
