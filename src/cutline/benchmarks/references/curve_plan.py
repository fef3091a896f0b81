"""What a curve of references scores: draws of captions, and who is compared with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cutline.benchmarks.references.hold_out import HUMAN
from cutline.benchmarks.references.order import caption_order, held_out_orders
from cutline.benchmarks.references.pools import with_captions
from cutline.core.metric import Floats
from cutline.core.progress import Step
from cutline.core.types import Benchmark, ImageId, Run


@dataclass(frozen=True)
class CurvePlan:
    """What is scored against what; the first system is the human one."""

    pool: Benchmark
    runs: tuple[Run, ...]
    most: int | None
    draws: int
    seed: int

    @property
    def names(self) -> tuple[str, ...]:
        """The systems."""
        return (HUMAN, *(run.system for run in self.runs))

    @property
    def sizes(self) -> list[tuple[int, ...]]:
        """The numbers of references that each system is scored with."""
        fewest = min(map(len, self.pool.references))
        human = fewest - 1 if self.most is None else self.most
        run = fewest if self.most is None else self.most
        return [tuple(range(1, human + 1)), *(tuple(range(1, run + 1)) for _ in self.runs)]

    @property
    def _is_drawn(self) -> bool:
        """Whether the largest number leaves a choice of references."""
        return max(map(len, self.pool.references)) > max(map(len, self.sizes))

    def works(self, step: Step) -> Iterator[tuple[int, int, Benchmark, list[tuple[int, Run]]]]:
        """The draw, the number of references, the references, and the systems to score."""
        largest = max(map(len, self.sizes))
        orders = held_out_orders(self.pool, self.seed)
        for draw in range(self.draws):
            sequences = [
                _sequence(image_id, order, self.seed, draw)
                for image_id, order in zip(self.pool.image_ids, orders, strict=True)
            ]
            systems = (self._human(sequences), *self.runs)
            for size in range(1, largest + 1):
                step((draw * largest + size - 1) / (self.draws * largest))
                if draw and size == largest and not self._is_drawn:
                    continue
                said = [
                    (number, run)
                    for number, (run, sizes) in enumerate(zip(systems, self.sizes, strict=True))
                    if size in sizes
                ]
                yield draw, size, self._drawn(sequences, size), said

    def repeat(self, values: Mapping[tuple[int, str], Floats]) -> None:
        """Where a number leaves no choice of references, every draw has the value of the first."""
        if self._is_drawn:
            return
        largest = max(map(len, self.sizes))
        for (system, _), of_system in values.items():
            if len(self.sizes[system]) == largest:
                of_system[-1] = of_system[-1, 0]

    def _human(self, sequences: Sequence[Sequence[int]]) -> Run:
        rows = zip(self.pool.image_ids, self.pool.references, sequences, strict=True)
        return Run(HUMAN, {i: (captions[places[-1]],) for i, captions, places in rows})

    def _drawn(self, sequences: Sequence[Sequence[int]], size: int) -> Benchmark:
        # In the order of the file: with all of them, scores are those of the file.
        rows = zip(self.pool.references, sequences, strict=True)
        references = [tuple(said[place] for place in sorted(of[:size])) for said, of in rows]
        return with_captions(self.pool, references)


def _sequence(image_id: ImageId, order: Sequence[int], seed: int, draw: int) -> list[int]:
    """An image's captions in the order in which a draw takes them; the last is the human one."""
    held = order[draw % len(order)]
    drawn = caption_order(image_id, len(order), seed, draw + 1)
    return [*(place for place in drawn if place != held), held]
