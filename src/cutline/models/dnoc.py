"""DNOC, the decoupled novel object captioner (Wu et al., ACM Multimedia 2018).

The language has one placeholder for all objects, so that it knows no names and none is new to it.
Names are in a memory, filled from what a detector saw: the look of a region is the key, its class
the value. At a placeholder the network asks the memory, and the answer is said. In steps, as
decoders take them, the placeholder's probability is shared among the memory's regions: each of them
is a slot.

As in the paper, only names in the singular are placeholders, and a placeholder does not tell the
network which object it became.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from cutline.models.captioner import Captioner, State
from cutline.models.class_words import ClassWords
from cutline.models.images import Images
from cutline.models.output import forbid, word_loss
from cutline.models.slots import most_certain, same_things, slot_words, usable, used_after
from cutline.models.templates import Templates, templates
from cutline.models.vocabulary import END, PAD, Vocabulary


@dataclass(frozen=True)
class DnocConfig:
    """Sizes of DNOC.

    Args:
        hidden_size: of the LSTM, and of keys and queries.
        word_size: of a word's vector.
        boxes: how many regions the memory holds, the most certain ones.
        dropout: on the image, on words and regions, and on what words are predicted from.
        least_score: how sure the detector must be of what is put into the memory.
        once: whether an object is named once at most. The paper does not say so, and the network
            has no other way to know what it has named.
    """

    hidden_size: int = 1024
    word_size: int = 1024
    boxes: int = 4
    dropout: float = 0.5
    least_score: float = 0.5
    once: bool = False

    presets: ClassVar[dict[str, DnocConfig]]


DnocConfig.presets = {
    "paper": DnocConfig(),
    "tiny": DnocConfig(128, 64, dropout=0.1, once=True),
}


class Dnoc(Captioner):
    """The captioner.

    Args:
        vocabulary: its words.
        feature_size: the size of a region's vector.
        config: its sizes.
        classes: how the regions' labels are called, as such or in plain.
    """

    loss_names: ClassVar[tuple[str, ...]] = ("words", "query")

    def __init__(
        self,
        vocabulary: Vocabulary,
        feature_size: int,
        config: DnocConfig,
        classes: ClassWords | Mapping[str, Any],
    ) -> None:
        super().__init__(vocabulary)
        self.config, self.classes = config, ClassWords.from_plain(classes)
        size = config.hidden_size
        # The placeholder is the word after the last.
        self.embedding = nn.Embedding(len(vocabulary) + 1, config.word_size, padding_idx=PAD)
        self.first_state = nn.Linear(feature_size, 2 * size)
        self.saying = nn.LSTMCell(config.word_size, size)
        self.output = nn.Linear(size, len(vocabulary) + 1)
        self.key = nn.Linear(feature_size, size)
        self.query = nn.Linear(size, size)
        self.dropout = nn.Dropout(config.dropout)

    def _memory(self, images: Images) -> Tensor:
        """Which regions are in the memory: images x regions."""
        certain = usable(images, self.classes, self.config.least_score)
        return most_certain(certain, images, self.config.boxes)

    def start(self, images: Images) -> State:
        """The state of each image before the first word."""
        first_h, first_c = self.first_state(self.dropout(images.mean)).chunk(2, 1)
        keys = self.dropout(torch.relu(self.key(self.dropout(images.features))))
        return State(
            {
                "keys": keys,  # images x regions x hidden
                "memory": self._memory(images),
                "same": same_things(images, self.classes),
            },
            {"h": first_h, "c": first_c, "used": torch.zeros_like(images.mask)},
        )

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Take one word or slot more of each row."""
        scores, answers, state = self._say(tokens, state)
        # With nothing to ask the memory for there is no placeholder.
        empty = (answers == -torch.inf).all(1, keepdim=True)  # rows x 1
        asking = scores[:, -1:].masked_fill(empty, -torch.inf)
        chances = torch.cat([scores[:, :-1], asking], 1).log_softmax(-1)
        return torch.cat([chances[:, :-1], chances[:, -1:] + answers], 1), state

    def _say(self, tokens: Tensor, state: State) -> tuple[Tensor, Tensor, State]:
        """The scores of words and the placeholder (rows x (words + 1)), the log-probabilities of
        what the memory answers (rows x regions), and the new state."""
        fixed, moving = state.fixed, state.moving
        words = len(self.vocabulary)
        word = self.dropout(self.embedding(tokens.clamp(max=words)))
        said_h, said_c = self.saying(word, (moving["h"], moving["c"]))
        said = self.dropout(said_h)
        used, free = moving["used"], fixed["memory"]
        if self.config.once:
            used = used_after(used, tokens, fixed["same"], words)
            free = free & ~used
        answers = torch.bmm(fixed["keys"], self.query(said).unsqueeze(2)).squeeze(2)
        # A softmax of nothing is no number: where the memory is empty, it is one of everything.
        unknown = ~free & free.any(1, keepdim=True)
        answers = answers.masked_fill(unknown, -torch.inf).log_softmax(-1)
        answers = answers.masked_fill(~free, -torch.inf)  # rows x regions
        moved = {"h": said_h, "c": said_c, "used": used}
        return forbid(self.output(said)), answers, State(fixed, moved)

    def targets(self, tokens: Tensor, images: Images) -> Templates:
        """Captions with slots for all names of classes in the singular."""
        memory = self._memory(images)
        return templates(tokens, images, memory, self.vocabulary, self.classes, decoupled=True)

    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        """The cross-entropies of words, of which the placeholder is one, and of what is asked of
        the memory (`query`), where any region of the right class is right.

        The paper makes their mean small; their sum is twice that, which is the same to Adam.
        """
        wanted = self.targets(tokens, images)
        state = self.start(images)
        scores, answers = [], []
        for last in wanted.tokens[:, :-1].unbind(1):
            one, answer, state = self._say(last, state)
            scores.append(one)
            answers.append(answer)
        words = wanted.tokens[:, 1:].clamp(max=len(self.vocabulary))
        fitting = wanted.matches[:, 1:]  # captions x length x regions
        asked = fitting.any(-1)
        right = torch.stack(answers, 1)[asked].masked_fill(~fitting[asked], -torch.inf)
        chances = right.logsumexp(-1)
        return {
            "words": word_loss(torch.stack(scores, 1), words),
            "query": -chances.mean() if len(chances) else chances.sum(),
        }

    def loss_counts(self, images: Images, tokens: Tensor) -> dict[str, float]:
        """Over how many words, and over how many queries, losses are the mean."""
        wanted = self.targets(tokens, images)
        words = float((wanted.tokens[:, 1:] != PAD).sum())
        return {"words": words, "query": float(wanted.matches.any(-1).sum())}

    def arguments(self) -> dict[str, Any]:
        """The classes."""
        return {"classes": self.classes.plain()}

    def slot_words(self, images: Images, row: int) -> dict[int, str]:
        """The tokens that are slots of this image, and what the class of each is called."""
        memory = self._memory(images)
        return slot_words(images, row, memory, self.classes, len(self.vocabulary))

    def text(self, tokens: Sequence[int], images: Images, row: int) -> str:
        """The caption of tokens, with what the memory answered; a region that is not in it says
        nothing."""
        slots = self.slot_words(images, row)
        ended = tokens[: tokens.index(END)] if END in tokens else tokens
        parts = (
            self.vocabulary.text([token]) if token < len(self.vocabulary) else slots.get(token)
            for token in ended
        )
        return " ".join(part for part in parts if part)
