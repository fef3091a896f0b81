"""Drawing images again and again: sums over resamples, and over runs that swap captions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from cutline import native
from cutline.core.errors import UsageError
from cutline.core.jobs import default_jobs
from cutline.core.metric import Floats
from cutline.core.progress import progress

# Weights held at once: enough rows for the matrix product to be fast, few enough for the cache and
# for large benchmarks.
_WEIGHTS_AT_ONCE = 2_500_000
_FEWEST_ROWS = 64

#: Values that differ by less, beside their size, differ by rounding alone.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Resampling:
    """How often images are drawn, and from which seed.

    Resample `r` depends on the seed, on `r` and on the number of images alone: scores of the same
    images are resampled alike, whatever else is computed with them, on any number of threads.
    """

    resamples: int = 10_000
    seed: int = 1
    jobs: int = field(default_factory=default_jobs, compare=False)

    def __post_init__(self) -> None:
        if self.resamples < 100:
            raise UsageError(
                f"intervals and tests need 100 resamples or more, not {self.resamples}"
            )
        if not 0 <= self.seed < 2**64:
            raise UsageError(f"a seed is a whole number from 0 to 2^64 - 1, not {self.seed}")

    def weights(self, images: int) -> Iterator[Floats]:
        """How often each image is drawn, a row for each resample, in blocks.

        A block is written over by the next one.

        >>> block = next(Resampling(resamples=100).weights(5))
        >>> block.shape, set(block.sum(axis=1))
        ((100, 5), {np.float64(5.0)})
        """
        return self._blocks(native.bootstrap_weights, images, "Resampling")

    def swaps(self, images: int) -> Iterator[Floats]:
        """1 for each image whose captions two runs swap, a row for each trial, in blocks."""
        return self._blocks(native.swap_weights, images, "Swapping")

    def _blocks(
        self, fill: Callable[[int, int, Floats, int], None], images: int, message: str
    ) -> Iterator[Floats]:
        rows = max(_FEWEST_ROWS, _WEIGHTS_AT_ONCE // max(1, images))
        block = np.empty((min(rows, self.resamples), images))
        with progress(message) as step:
            for first in range(0, self.resamples, len(block)):
                step(first / self.resamples)
                filled = block[: self.resamples - first]
                fill(self.seed, first, filled, self.jobs)
                yield filled

    def __str__(self) -> str:
        return f"{self.resamples:,} resamples, seed {self.seed}"
