"""BUTR: Up-Down's attention with ranking (Nikolaus et al., CoNLL 2019, section 5).

One LSTM reads words alone. What it has read is where the second LSTM looks from and writes on, and
at the last word it is also the caption's vector, near that of its image. So the captioner can order
what it wrote by how well it fits the image, which helps with combinations it has never read.
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
from cutline.models.ranking import Negatives, ranking_costs
from cutline.models.vocabulary import END, PAD, Vocabulary


@dataclass(frozen=True)
class ButrConfig:
    """Sizes of BUTR.

    Args:
        word_size: of a word's vector.
        joint_size: of the space that images and captions share.
        hidden_size: of each LSTM.
        attention_size: of the attention's layer.
        margin: by how much a right pair should be nearer than a wrong one.
        negatives: what counts as a wrong pair; the published program takes "other-rows".
    """

    word_size: int = 300
    joint_size: int = 1024
    hidden_size: int = 1000
    attention_size: int = 512
    margin: float = 0.2
    negatives: Negatives = "other-images"

    presets: ClassVar[dict[str, ButrConfig]]


ButrConfig.presets = {
    "paper": ButrConfig(),
    "published": ButrConfig(negatives="other-rows"),
    # For a scene world: a minute of one core with 8 epochs, batches of 64, Adam at 2e-3 falling to
    # zero, and GradNorm. With batches of 128 (at 3e-3) the ranking loss stayed at its start, .4,
    # for six of the 8 epochs; with batches of 64 for two.
    "tiny": ButrConfig(64, 128, 128, 64),
}


class Butr(Captioner):
    """The captioner, which is a ranker too.

    Args:
        vocabulary: its words.
        feature_size: the size of a region's vector.
        config: its sizes.
    """

    loss_names: ClassVar[tuple[str, ...]] = ("words", "ranking")

    def __init__(self, vocabulary: Vocabulary, feature_size: int, config: ButrConfig) -> None:
        super().__init__(vocabulary)
        self.config = config
        joint, size = config.joint_size, config.hidden_size
        self.embedding = nn.Embedding(len(vocabulary), config.word_size, padding_idx=PAD)
        self.encoder = nn.LSTM(config.word_size, size, batch_first=True)
        self.of_caption = nn.Linear(size, joint)
        self.of_region = nn.Linear(feature_size, joint)
        # No bias: a softmax does not see one, and its gradient would be rounding errors alone.
        self.weight_of_region = nn.Linear(joint, 1, bias=False)
        self.attention = Attention(joint, size, config.attention_size)
        # The paper does not say where the second LSTM begins; its program: at the image's vector.
        self.first_state = nn.Linear(joint, 2 * size)
        self.generator = nn.LSTM(joint + size, size, batch_first=True)
        self.output = nn.Linear(size, len(vocabulary))

    def shared_parameters(self) -> list[nn.Parameter]:
        """What both losses train; GradNorm weighs them by their gradients here."""
        parts = (self.embedding, self.of_region, self.encoder)
        return [parameter for part in parts for parameter in part.parameters()]

    def image_vectors(self, images: Images) -> Tensor:
        """images x joint, each of length 1."""
        return self._pooled(self.of_region(images.features), images.mask)

    def caption_vectors(self, tokens: Tensor) -> Tensor:
        """captions x joint, each of length 1.

        Args:
            tokens: captions x length, from `START` to `END`, filled up with `PAD`.
        """
        return self._at_last_word(self.encoder(self.embedding(tokens))[0], tokens)

    def _pooled(self, regions: Tensor, mask: Tensor) -> Tensor:
        """The mean of an image's regions in the joint space, weighted by a softmax over them."""
        scores = self.weight_of_region(regions).squeeze(-1).masked_fill(~mask, -torch.inf)
        pooled = torch.bmm(scores.softmax(-1).unsqueeze(1), regions).squeeze(1)
        return nn.functional.normalize(pooled)

    def _at_last_word(self, read: Tensor, tokens: Tensor) -> Tensor:
        """The vectors of captions that the encoder has read: captions x length x hidden."""
        last = ((tokens != END) & (tokens != PAD)).sum(1) - 1
        at_last = read[torch.arange(len(read), device=read.device), last]
        return nn.functional.normalize(self.of_caption(at_last))

    def start(self, images: Images) -> State:
        """The state of each image before the first word."""
        return self._started(self.of_region(images.features), images.mask)

    def _started(self, regions: Tensor, mask: Tensor) -> State:
        states = self.first_state(self._pooled(regions, mask)).chunk(2, 1)  # images x hidden each
        nothing = torch.zeros_like(states[0])
        return State(
            {"regions": regions, "keys": self.attention.keys(regions), "mask": mask},
            {"read_h": nothing, "read_c": nothing, "say_h": states[0], "say_c": states[1]},
        )

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Take one word more of each row."""
        moving = state.moving
        word = self.embedding(tokens).unsqueeze(1)  # rows x 1 x word
        read, (read_h, read_c) = self.encoder(
            word, (moving["read_h"].unsqueeze(0), moving["read_c"].unsqueeze(0))
        )
        scores, weights, (say_h, say_c) = self._say(read, state)
        moved = {"read_h": read_h, "read_c": read_c, "say_h": say_h, "say_c": say_c}
        moved = {name: value.squeeze(0) for name, value in moved.items()}
        attended = {"attention": weights.squeeze(1)}
        return scores.squeeze(1).log_softmax(-1), State(state.fixed, moved | attended)

    def _say(self, read: Tensor, state: State) -> tuple[Tensor, Tensor, tuple[Tensor, Tensor]]:
        """Scores of the next words after each that was read.

        Where to look depends on words alone, not on what the second LSTM said: so all words of a
        caption can be taken at once.

        Args:
            read: rows x length x hidden.
            state: before the first of them.

        Returns:
            rows x length x words, rows x length x regions, and the last state of the second LSTM.
        """
        fixed, moving = state.fixed, state.moving
        attended, weights = self.attention.of_all(
            read, fixed["regions"], fixed["keys"], fixed["mask"]
        )
        said, last = self.generator(
            torch.cat([attended, read], 2),
            (moving["say_h"].unsqueeze(0), moving["say_c"].unsqueeze(0)),
        )
        return forbid(self.output(said)), weights, last

    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        """The cross-entropy of the words, and the mean cost of ranking, hardest negatives alone.

        The hardest negatives are sought in the batch, so larger batches have harder ones.
        """
        regions = self.of_region(images.features)  # captions x regions x joint
        state = self._started(regions, images.mask)
        read = self.encoder(self.embedding(tokens[:, :-1]))[0]  # captions x length x hidden
        scores = self._say(read, state)[0]
        costs = ranking_costs(
            self._pooled(regions, images.mask),
            self._at_last_word(read, tokens),
            images,
            self.config.margin,
            self.config.negatives,
        )
        return {"words": word_loss(scores, tokens[:, 1:]), "ranking": costs.mean()}
