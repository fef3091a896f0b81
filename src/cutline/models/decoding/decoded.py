"""A caption as a decoder gives it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from torch import Tensor

from cutline.models.images import Images
from cutline.models.vocabulary import END


@dataclass(frozen=True)
class Decoded:
    """One caption.

    Args:
        tokens: what was said, without a start. The last one is `END`, unless the caption was cut
            where it became too long.
        score: the summed log-probability of the tokens.
        attention: tokens x regions, where the captioner looked for each token; None where it does
            not tell.
    """

    tokens: tuple[int, ...]
    score: float
    # Two captions are the same where their tokens and scores are.
    attention: Tensor | None = field(default=None, compare=False, repr=False)

    @property
    def is_whole(self) -> bool:
        """Whether the caption came to an end by itself."""
        return self.tokens[-1:] == (END,)

    @property
    def words(self) -> tuple[int, ...]:
        """The tokens without the end."""
        return self.tokens[:-1] if self.is_whole else self.tokens


def up_to_end(tokens: Sequence[int]) -> tuple[int, ...]:
    """The tokens up to the first end, which is kept.

    >>> up_to_end([5, 6, END, END])
    (5, 6, 2)
    """
    whole = tuple(tokens)
    return whole[: whole.index(END) + 1] if END in whole else whole


def own_attention(attention: Tensor | None, images: Images, row: int) -> Tensor | None:
    """Attention (tokens x regions) without the regions that only fill up the image of this row.

    Where a captioner looks at something else than the regions, all of it is kept.
    """
    if attention is None:
        return None
    regions = attention.shape[1]
    if regions == images.mask.shape[1]:
        places = images.mask[row].nonzero()
        regions = int(places[-1]) + 1 if len(places) else 0
    return attention[:, :regions].clone()
