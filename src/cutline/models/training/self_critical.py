"""Self-critical training: what a captioner says by chance is rewarded by CIDEr-D.

A caption that scores better than what it is measured against becomes likelier, one that scores
worse less likely (Rennie et al., CVPR 2017). Against the mean of other samples: Luo, "A Better
Variant of Self-Critical Sequence Training", 2020.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from cutline.core.errors import UsageError
from cutline.core.types import ImageId
from cutline.models.captioner import Captioner
from cutline.models.images import Images
from cutline.models.training.data import LONGEST, CaptionBatch
from cutline.models.vocabulary import END, PAD, START
from cutline.scoring.corpus import Corpus

#: What the reward of a sample is measured against.
Baseline = Literal["greedy", "samples"]


class Reward:
    """The value of captions by a metric, with the references prepared once.

    Args:
        references: the captions of each training image; document frequencies are theirs.
        metric: any metric that has a value for each image.

    >>> reward = Reward({7: ["a dog runs"], 9: ["a cat sleeps"]})
    >>> reward(["a dog runs", "a dog sleeps"], [7, 7])
    tensor([7.5000, 2.5000])
    """

    def __init__(
        self, references: Mapping[ImageId, Sequence[str]], metric: str = "cider-d"
    ) -> None:
        self._corpus = Corpus(references, metric).prepare()

    @property
    def signature(self) -> str:
        """What a reward carries."""
        return str(self._corpus.signature(self._corpus.metrics[0]))

    def __call__(self, captions: Sequence[str], image_ids: Sequence[ImageId]) -> Tensor:
        """The reward of each caption."""
        return torch.from_numpy(self._corpus.rewards(captions, image_ids)).float()


@dataclass(frozen=True)
class SelfCritical:
    """An objective for `train`: captions are sampled, and learnt by their reward.

    Args:
        reward: of captions.
        samples: how many captions are sampled of each image.
        baseline: what a sample has to beat: the `greedy` caption, or the mean of the image's other
            `samples`, which costs nothing more.
        longest: how many words a caption has at most.
    """

    reward: Reward
    samples: int = 5
    baseline: Baseline = "greedy"
    longest: int = LONGEST

    def __post_init__(self) -> None:
        if self.baseline not in ("greedy", "samples"):
            raise UsageError(f"baseline is greedy or samples, not {self.baseline!r}")
        least = 2 if self.baseline == "samples" else 1
        if self.samples < least:
            raise UsageError(
                f"samples is {self.samples}, expected at least {least} with the baseline "
                f"{self.baseline}"
            )

    def __call__(
        self, captioner: Captioner, batch: CaptionBatch
    ) -> tuple[dict[str, Tensor], dict[str, float]]:
        """The loss of sampled captions, and their mean reward, which is only shown."""
        images = batch.images
        tokens, chances = self._sampled(captioner, images)
        rewards = self._rewards(captioner, images, tokens)  # images x samples
        advantage = (rewards - self._to_beat(captioner, images, rewards)).flatten()
        said = tokens != PAD  # rows x length
        loss = -(advantage.unsqueeze(1) * chances)[said].mean()
        return (
            {"self-critical": loss, "reward": rewards.mean()},
            {"self-critical": float(said.sum()), "reward": float(rewards.numel())},
        )

    def _sampled(self, captioner: Captioner, images: Images) -> tuple[Tensor, Tensor]:
        """Tokens drawn by their probability, filled up with `PAD`, and their log-probabilities:
        (images * samples) x length each."""
        state = captioner.start(images).repeated(self.samples)
        last = torch.full((len(images) * self.samples,), START)
        ended = torch.zeros_like(last, dtype=torch.bool)
        tokens: list[Tensor] = []
        chances: list[Tensor] = []
        while len(tokens) <= self.longest and not bool(ended.all()):
            found, state = captioner.sayable(last, state)
            # What cannot be said is not drawn: the rest makes up for its probability.
            found = found.log_softmax(-1)
            drawn = found.detach().exp().multinomial(1)
            last = drawn.squeeze(1)
            tokens.append(last.masked_fill(ended, PAD))
            chances.append(found.gather(1, drawn).squeeze(1))
            ended = ended | (last == END)
        return torch.stack(tokens, 1), torch.stack(chances, 1)

    def _rewards(self, captioner: Captioner, images: Images, tokens: Tensor) -> Tensor:
        texts = [
            captioner.text(row, images, place // self.samples)
            for place, row in enumerate(tokens.tolist())
        ]
        ids = [image_id for image_id in images.ids for _ in range(self.samples)]
        return self.reward(texts, ids).view(len(images), self.samples)

    def _to_beat(self, captioner: Captioner, images: Images, rewards: Tensor) -> Tensor:
        """images x samples, or x 1."""
        if self.baseline == "samples":
            return (rewards.sum(1, keepdim=True) - rewards) / (self.samples - 1)
        from cutline.models.decoding import greedy

        decoded = greedy(captioner, images, self.longest + 1)
        texts = [captioner.text(one.tokens, images, row) for row, one in enumerate(decoded)]
        return self.reward(texts, images.ids).unsqueeze(1)
