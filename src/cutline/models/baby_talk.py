"""Neural Baby Talk (Lu et al., CVPR 2018): sentences with slots that regions fill.

At each step the network either says a word or points to a region, which a detector has named. What
is said of a region is decided apart: its class by the detector, the name of it and its number by
two small networks. So it can name what no caption it learnt from has named.

The paper attends to a grid of the image and to its regions; here both are the regions. Classes have
vectors in two places: in what the network knows of a region, and as its input after a slot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from cutline.models.attention import Attention
from cutline.models.baby_talk_words import Pointer, SlotWords
from cutline.models.captioner import Captioner, State
from cutline.models.class_words import ClassWords
from cutline.models.decoding.at_rest import at_rest
from cutline.models.images import Images
from cutline.models.output import forbid
from cutline.models.slots import labels_of, same_things, slot_words, usable, used_after
from cutline.models.templates import NO_SLOT, Templates, templates
from cutline.models.vocabulary import END, PAD, START, Vocabulary


@dataclass(frozen=True)
class BabyTalkConfig:
    """Sizes of Neural Baby Talk.

    Args:
        hidden_size: of each LSTM, and of a region's vector.
        word_size: of a word's vector.
        attention_size: of the layers in attention and pointer.
        class_size: of a class's vector among what is known of a region, and of a name's vector.
        dropout: on words, on regions, and on what words are predicted from.
        least_score: how sure the detector must be of a region that fills a slot.
    """

    hidden_size: int = 1024
    word_size: int = 512
    attention_size: int = 512
    class_size: int = 300
    dropout: float = 0.5
    least_score: float = 0.5

    presets: ClassVar[dict[str, BabyTalkConfig]]


BabyTalkConfig.presets = {
    "paper": BabyTalkConfig(),
    "tiny": BabyTalkConfig(128, 64, 64, 32, dropout=0.1),
}


class BabyTalk(Captioner):
    """The captioner.

    Args:
        vocabulary: its words.
        feature_size: the size of a region's vector.
        config: its sizes.
        classes: how the regions' labels are called, as such or in plain; novel ones borrow the
            vectors of their neighbours.
    """

    loss_names: ClassVar[tuple[str, ...]] = ("words", "plural", "names")
    stand_ins: Tensor

    def __init__(
        self,
        vocabulary: Vocabulary,
        feature_size: int,
        config: BabyTalkConfig,
        classes: ClassWords | Mapping[str, Any],
    ) -> None:
        super().__init__(vocabulary)
        classes = ClassWords.from_plain(classes)
        self.config, self.classes = config, classes
        size, word_size = config.hidden_size, config.word_size
        self.register_buffer("stand_ins", torch.tensor(classes.stand_ins), persistent=False)
        self.embedding = nn.Embedding(len(vocabulary), word_size, padding_idx=PAD)
        self.class_words = nn.Embedding(len(classes), word_size)
        self.class_vectors = nn.Embedding(len(classes) + 1, config.class_size)  # the last: no class
        self.region = nn.Linear(feature_size + config.class_size + 5, size)
        self.attention = Attention(size, size, config.attention_size)
        self.looking = nn.LSTMCell(2 * size + word_size, size)
        self.saying = nn.LSTMCell(2 * size, size)
        self.gate = nn.Linear(3 * size, size)
        self.pointer = Pointer(size, config.attention_size)
        self.slot_names = SlotWords(size, config.class_size, config.dropout, classes)
        self.output = nn.Linear(size, len(vocabulary))
        self.dropout = nn.Dropout(config.dropout)

    def _regions(self, images: Images, labels: Tensor) -> Tensor:
        """What is known of regions: their look, their class and their place. images x regions x
        hidden."""
        known = torch.where(labels >= 0, self.stand_ins[labels.clamp(min=0)], len(self.classes))
        boxes = images.boxes
        if boxes is None:
            boxes = images.features.new_zeros(*labels.shape, 4)
        area = (boxes[..., 2:] - boxes[..., :2]).prod(-1, keepdim=True)
        everything = [images.features, self.class_vectors(known), boxes, area]
        regions: Tensor = self.dropout(torch.relu(self.region(torch.cat(everything, -1))))
        return regions

    def start(self, images: Images) -> State:
        """The state of each image before the first word."""
        labels = labels_of(images, self.classes)
        regions = self._regions(images, labels)
        mask = images.mask.unsqueeze(-1)
        none = regions.new_zeros(len(images), self.config.hidden_size)
        return State(
            {
                "regions": regions,
                "keys": self.attention.keys(regions),
                "pointers": self.pointer.keys(regions),
                "mask": images.mask,
                "mean": (regions * mask).sum(1) / mask.sum(1).clamp(min=1),
                "labels": labels,
                "usable": usable(images, self.classes, self.config.least_score),
                "same": same_things(images, self.classes),
            },
            {
                **dict.fromkeys(("look_h", "look_c", "say_h", "say_c"), none),
                "used": torch.zeros_like(images.mask),
            },
        )

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Take one word or slot more of each row."""
        said, pointed, state = self._say(tokens, state)
        return self._together(said, pointed), state

    def _together(self, said: Tensor, pointed: Tensor) -> Tensor:
        """The log-probabilities of words, which share that of the sentinel, and of regions."""
        words = forbid(self.output(said)).log_softmax(-1)
        return torch.cat([words + pointed[..., -1:], pointed[..., :-1]], -1)

    def _embedded(self, tokens: Tensor, labels: Tensor) -> Tensor:
        """The vectors of tokens, rows x word: those of words, or of the classes of regions."""
        words = len(self.vocabulary)
        slot = tokens >= words
        region = (tokens - words).clamp(min=0).unsqueeze(1)
        label = labels.gather(1, region).squeeze(1).clamp(min=0)
        said = self.embedding(tokens.masked_fill(slot, PAD))
        return torch.where(slot.unsqueeze(1), self.class_words(self.stand_ins[label]), said)

    def _say(self, tokens: Tensor, state: State) -> tuple[Tensor, Tensor, State]:
        """What the next word is predicted from (rows x hidden), the log-probabilities of regions
        and the sentinel (rows x (regions + 1)), and the new state."""
        fixed, moving = state.fixed, state.moving
        word = self.dropout(self._embedded(tokens, fixed["labels"]))
        used = used_after(moving["used"], tokens, fixed["same"], len(self.vocabulary))
        look_h, look_c = self.looking(
            torch.cat([moving["say_h"], fixed["mean"], word], 1),
            (moving["look_h"], moving["look_c"]),
        )
        attended, weights = self.attention(look_h, fixed["regions"], fixed["keys"], fixed["mask"])
        heard = torch.cat([attended, look_h], 1)
        say_h, say_c = self.saying(heard, (moving["say_h"], moving["say_c"]))
        gate = torch.sigmoid(self.gate(torch.cat([heard, moving["say_h"]], 1)))
        said = self.dropout(say_h)
        sentinel = self.dropout(gate * torch.tanh(say_c))
        pointed = self.pointer(said, sentinel, fixed["pointers"], fixed["usable"] & ~used)
        moved = {"look_h": look_h, "look_c": look_c, "say_h": say_h, "say_c": say_c}
        return said, pointed, State(fixed, moved | {"used": used, "attention": weights})

    def targets(self, tokens: Tensor, images: Images) -> Templates:
        """Captions with slots: where a word names a class that a region shows."""
        allowed = usable(images, self.classes, self.config.least_score)
        return templates(tokens, images, allowed, self.vocabulary, self.classes)

    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        """The cross-entropy of words and slots, where any region of the right class is right, and
        those of the slots' number (`plural`) and name (`names`)."""
        wanted = self.targets(tokens, images)
        state = self.start(images)
        fixed = state.fixed
        said, pointed = [], []
        for last in wanted.tokens[:, :-1].unbind(1):
            one, to, state = self._say(last, state)
            said.append(one)
            pointed.append(to)
        states = torch.stack(said, 1)  # captions x length x hidden
        caption, place = (wanted.plural[:, 1:] != NO_SLOT).nonzero(as_tuple=True)
        region = wanted.tokens[caption, place + 1] - len(self.vocabulary)
        plural, names = self.slot_names.losses(
            fixed["regions"][caption, region],
            states[caption, place],
            fixed["labels"][caption, region],
            wanted.plural[caption, place + 1],
            wanted.names[caption, place + 1],
        )
        chances = self._together(states, torch.stack(pointed, 1))
        return {"words": self._word_loss(chances, wanted), "plural": plural, "names": names}

    def _word_loss(self, chances: Tensor, wanted: Templates) -> Tensor:
        """The mean over what templates have, of captions x length x (words + regions)."""
        tokens, slot = wanted.tokens[:, 1:], wanted.plural[:, 1:] != NO_SLOT
        said = chances.gather(2, tokens.unsqueeze(-1)).squeeze(-1)[(tokens != PAD) & ~slot]
        fitting = wanted.matches[:, 1:][slot]  # slots x regions
        shown = chances[..., len(self.vocabulary) :][slot].masked_fill(~fitting, -torch.inf)
        return -torch.cat([said, shown.logsumexp(-1)]).mean()

    def loss_counts(self, images: Images, tokens: Tensor) -> dict[str, float]:
        """Over how many tokens of templates, and over how many slots, losses are the mean."""
        wanted = self.targets(tokens, images)
        slots = float((wanted.plural != NO_SLOT).sum())
        words = float((wanted.tokens[:, 1:] != PAD).sum())
        return {"words": words, "plural": slots, "names": slots}

    def arguments(self) -> dict[str, Any]:
        """The classes."""
        return {"classes": self.classes.plain()}

    def slot_words(self, images: Images, row: int) -> dict[int, str]:
        """The tokens that are slots of this image, and what the class of each is called."""
        allowed = usable(images, self.classes, self.config.least_score)
        return slot_words(images, row, allowed, self.classes, len(self.vocabulary))

    def text(self, tokens: Sequence[int], images: Images, row: int) -> str:
        """The caption of tokens: slots get the name and the number that fit into it. A region that
        cannot fill one says nothing."""
        slots = self.slot_words(images, row)
        ended = list(tokens[: tokens.index(END)] if END in tokens else tokens)
        places = [place for place, token in enumerate(ended) if token in slots]
        filled = dict(zip(places, self._fillings(ended, places, images.rows([row])), strict=True))
        parts = (
            self.vocabulary.text([token]) if token < len(self.vocabulary) else filled.get(place)
            for place, token in enumerate(ended)
        )
        return " ".join(part for part in parts if part)

    def _fillings(self, tokens: Sequence[int], places: Sequence[int], image: Images) -> list[str]:
        """What the slots at these places of one caption say. Nothing is dropped out, whatever the
        captioner is doing: the same tokens are the same text."""
        if not places:
            return []
        with at_rest(self):
            state = self.start(image)
            fixed, states = state.fixed, []
            for token in (START, *tokens[: places[-1]]):
                said, _, state = self._say(fixed["labels"].new_tensor([token]), state)
                states.append(said)
            region = torch.tensor([tokens[place] - len(self.vocabulary) for place in places])
            label = fixed["labels"][0, region]
            chosen = self.slot_names.choose(
                fixed["regions"][0, region], torch.cat([states[place] for place in places]), label
            )
        return [
            self.classes.word(one, name, plural)
            for one, (name, plural) in zip(label.tolist(), chosen, strict=True)
        ]
