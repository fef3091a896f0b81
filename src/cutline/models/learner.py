"""What can be trained on captions of images, whether it writes captions or only ranks them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from torch import Tensor, nn

from cutline.models.images import Images
from cutline.models.vocabulary import PAD, Vocabulary


class Learner(nn.Module, ABC):
    """A network that learns from captions.

    Args:
        vocabulary: its words.
    """

    #: Its sizes: a frozen dataclass with `presets`.
    config: Any

    #: What `losses` gives, by name.
    loss_names: ClassVar[tuple[str, ...]] = ("words",)

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.vocabulary = vocabulary

    @abstractmethod
    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        """What training makes small, by name; `words` is the cross-entropy of the words, the mean
        over them.

        Args:
            images: a row for each caption.
            tokens: captions x length; each begins with `START`, ends with `END` and is filled up
                with `PAD`.
        """

    def loss_counts(self, images: Images, tokens: Tensor) -> dict[str, float]:
        """Over how many things of these captions a loss is the mean.

        Processes that share a batch weigh their losses by it, so that together they learn what one
        would. A loss that is not named here is the same in all of them.
        """
        return {"words": float((tokens[:, 1:] != PAD).sum())}

    def shared_parameters(self) -> list[nn.Parameter]:
        """What several losses train, by which GradNorm weighs them; here all there is."""
        return [parameter for parameter in self.parameters() if parameter.requires_grad]

    def arguments(self) -> dict[str, Any]:
        """What the constructor takes beside vocabulary, feature size and config, to be saved with
        the weights: plain values, lists, dictionaries and tensors.
        """
        return {}
