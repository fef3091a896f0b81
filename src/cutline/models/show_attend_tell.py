"""Show, Attend and Tell: soft attention over a grid (Xu et al., ICML 2015).

One LSTM, which looks at all cells of the image before each word. It is taught to look at every cell
about equally often over a whole caption ("doubly stochastic" attention). The number of cells is
free, and may differ from image to image.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import Tensor, nn

from cutline.models.attention import Attention
from cutline.models.captioner import Captioner, State
from cutline.models.images import Images
from cutline.models.output import forbid, word_loss
from cutline.models.vocabulary import PAD, Vocabulary


@dataclass(frozen=True)
class ShowAttendTellConfig:
    """Sizes of Show, Attend and Tell.

    Args:
        word_size: of a word's vector.
        hidden_size: of the LSTM.
        attention_size: of the attention's layer.
        dropout: on the LSTM's output, and on what the words are predicted from.
        attention_weight: how much it counts that every cell is looked at.
    """

    word_size: int = 512
    hidden_size: int = 512
    attention_size: int = 512
    dropout: float = 0.5
    attention_weight: float = 1.0

    presets: ClassVar[dict[str, ShowAttendTellConfig]]


ShowAttendTellConfig.presets = {
    "paper": ShowAttendTellConfig(),
    "tiny": ShowAttendTellConfig(64, 128, 64, dropout=0.0),
}


class ShowAttendTell(Captioner):
    """The captioner.

    Args:
        vocabulary: its words.
        feature_size: the size of a cell's vector.
        config: its sizes.
    """

    loss_names: ClassVar[tuple[str, ...]] = ("words", "attention")

    def __init__(
        self, vocabulary: Vocabulary, feature_size: int, config: ShowAttendTellConfig
    ) -> None:
        super().__init__(vocabulary)
        self.config = config
        word_size, size = config.word_size, config.hidden_size
        self.embedding = nn.Embedding(len(vocabulary), word_size, padding_idx=PAD)
        self.first_states = nn.Linear(feature_size, 2 * size)
        self.attention = Attention(feature_size, size, config.attention_size)
        self.gate = nn.Linear(size, 1)
        self.lstm = nn.LSTMCell(word_size + feature_size, size)
        self.said_by_state = nn.Linear(size, word_size)
        self.said_by_image = nn.Linear(feature_size, word_size, bias=False)
        self.output = nn.Linear(word_size, len(vocabulary))
        self.dropout = nn.Dropout(config.dropout)

    def start(self, images: Images) -> State:
        """The state of each image before the first word, from the mean of its cells."""
        states = torch.tanh(self.first_states(images.mean)).chunk(2, 1)
        return State(
            {
                "features": images.features,
                "keys": self.attention.keys(images.features),
                "mask": images.mask,
            },
            dict(zip(("h", "c"), states, strict=True)),
        )

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Take one word more of each row."""
        said, state = self._say(self.embedding(tokens), state)
        return forbid(self.output(said)).log_softmax(-1), state

    def _say(self, word: Tensor, state: State) -> tuple[Tensor, State]:
        """What the next word is predicted from (rows x word), and the new state."""
        fixed, h, c = state.fixed, state.moving["h"], state.moving["c"]
        attended, weights = self.attention(h, fixed["features"], fixed["keys"], fixed["mask"])
        # How much the image counts for this word: one number, by what was said before.
        attended = torch.sigmoid(self.gate(h)) * attended  # rows x size
        h, c = self.lstm(torch.cat([word, attended], 1), (h, c))
        # The paper's deep output. Its formula has no tanh, its authors' program has: without one,
        # these layers would be no deeper than a single one.
        joined = word + self.said_by_state(self.dropout(h)) + self.said_by_image(attended)
        moved = {"h": h, "c": c, "attention": weights}
        return self.dropout(torch.tanh(joined)), State(fixed, moved)

    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        """The cross-entropy of the words, and how unequally cells were looked at."""
        state = self.start(images)
        words = self.embedding(tokens[:, :-1])  # captions x length x word
        said, looked = [], []
        for place in range(words.shape[1]):
            one, state = self._say(words[:, place], state)
            said.append(one)
            looked.append(state.moving["attention"])
        scores = forbid(self.output(torch.stack(said, 1)))  # captions x length x words
        is_word = (tokens[:, 1:] != PAD).unsqueeze(2)  # captions x length x 1
        in_all = (torch.stack(looked, 1) * is_word).sum(1)  # captions x cells
        return {
            "words": word_loss(scores, tokens[:, 1:]),
            "attention": self.config.attention_weight * _inequality(in_all, images.mask),
        }

    def loss_counts(self, images: Images, tokens: Tensor) -> dict[str, float]:
        """The attention's loss is a mean over captions."""
        return super().loss_counts(images, tokens) | {"attention": float(len(tokens))}


def _inequality(in_all: Tensor, mask: Tensor) -> Tensor:
    """How far the attention that cells had in all is from 1: squared, the mean over an image's
    cells, so that its weight means the same for grids of all sizes.
    """
    away = ((1 - in_all) ** 2) * mask  # captions x cells
    return (away.sum(1) / mask.sum(1).clamp(min=1)).mean()
