"""Up-Down: bottom-up and top-down attention (Anderson et al., CVPR 2018).

One LSTM decides where to look, a second one what to say. With `vectors` its words are frozen
vectors, tied as input and output, which lets it say words that it never saw in a caption (nocaps,
Agrawal et al., 2019, "Up-Down + Embed" of section 4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from cutline.models.attention import Attention
from cutline.models.captioner import Captioner, State
from cutline.models.images import Images
from cutline.models.output import TiedOutput, forbid, word_loss
from cutline.models.vocabulary import PAD, Vocabulary


@dataclass(frozen=True)
class UpDownConfig:
    """Sizes of Up-Down.

    Args:
        word_size: of a word's vector.
        hidden_size: of each LSTM.
        attention_size: of the attention's layer.
        dropout: on what the words are predicted from.
        starts_from_mean: whether the states begin as a linear map of the mean region, as in the
            compositional study, or as zeros, as in nocaps.
    """

    word_size: int = 1000
    hidden_size: int = 1200
    attention_size: int = 768
    dropout: float = 0.0
    starts_from_mean: bool = False

    presets: ClassVar[dict[str, UpDownConfig]]


UpDownConfig.presets = {
    "nocaps": UpDownConfig(),
    "nocaps-cbs": UpDownConfig(word_size=300),
    "compositional": UpDownConfig(1000, 1000, 512, starts_from_mean=True),
    "tiny": UpDownConfig(64, 128, 64, starts_from_mean=True),
}


class UpDown(Captioner):
    """The captioner.

    Args:
        vocabulary: its words.
        feature_size: the size of a region's vector.
        config: its sizes.
        vectors: words x size, frozen and tied to the output; None to learn both.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        feature_size: int,
        config: UpDownConfig,
        vectors: Tensor | None = None,
    ) -> None:
        super().__init__(vocabulary)
        self.config = config
        word_size, size = config.word_size, config.hidden_size
        if vectors is not None:
            word_size = vectors.shape[1]
        self.embedding = nn.Embedding(len(vocabulary), word_size, padding_idx=PAD)
        self.attention = Attention(feature_size, size, config.attention_size)
        self.looking = nn.LSTMCell(size + feature_size + word_size, size)
        self.saying = nn.LSTMCell(feature_size + size, size)
        self.dropout = nn.Dropout(config.dropout)
        if config.starts_from_mean:
            self.first_states = nn.Linear(feature_size, 4 * size)
        if vectors is None:
            self.output: nn.Module = nn.Linear(size, len(vocabulary))
        else:
            with torch.no_grad():
                self.embedding.weight.copy_(vectors)
            self.embedding.weight.requires_grad_(False)
            self.output = TiedOutput(size, self.embedding)

    def arguments(self) -> dict[str, Any]:
        """The frozen vectors, where there are any."""
        is_tied = isinstance(self.output, TiedOutput)
        return {"vectors": self.embedding.weight.detach()} if is_tied else {}

    def start(self, images: Images) -> State:
        """The state of each image before the first word."""
        mean, size = images.mean, self.config.hidden_size
        states = (
            self.first_states(mean)
            if self.config.starts_from_mean
            else mean.new_zeros(len(images), 4 * size)
        ).split(size, 1)  # four of images x hidden
        return State(
            {
                "features": images.features,
                "keys": self.attention.keys(images.features),
                "mask": images.mask,
                "mean": mean,
            },
            dict(zip(("look_h", "look_c", "say_h", "say_c"), states, strict=True)),
        )

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Take one word more of each row."""
        said, state = self._say(self.embedding(tokens), state)
        return forbid(self.output(said)).log_softmax(-1), state

    def _say(self, word: Tensor, state: State) -> tuple[Tensor, State]:
        """What the next word is predicted from (rows x hidden), and the new state."""
        fixed, moving = state.fixed, state.moving
        seen = torch.cat([moving["say_h"], fixed["mean"], word], 1)
        look_h, look_c = self.looking(seen, (moving["look_h"], moving["look_c"]))
        attended, weights = self.attention(look_h, fixed["features"], fixed["keys"], fixed["mask"])
        say_h, say_c = self.saying(
            torch.cat([attended, look_h], 1), (moving["say_h"], moving["say_c"])
        )
        moved = {"look_h": look_h, "look_c": look_c, "say_h": say_h, "say_c": say_c}
        return self.dropout(say_h), State(fixed, moved | {"attention": weights})

    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        """The cross-entropy of the words."""
        state = self.start(images)
        words = self.embedding(tokens[:, :-1])  # captions x length x word
        said = []
        for place in range(words.shape[1]):
            one, state = self._say(words[:, place], state)
            said.append(one)
        scores = forbid(self.output(torch.stack(said, 1)))  # captions x length x words
        return {"words": word_loss(scores, tokens[:, 1:])}
