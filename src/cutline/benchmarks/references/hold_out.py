"""One caption of each image held out as what a person says; the others are the references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutline.benchmarks.references.order import held_out_orders
from cutline.benchmarks.references.pools import FEWEST, with_captions, with_enough
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.policy import Policy

#: The system whose captions were held out.
HUMAN = "human"


@dataclass(frozen=True)
class HeldOut:
    """References, the run of the captions that were held out, and images that had too few."""

    references: Benchmark
    human: Run
    left_out: tuple[ImageId, ...] = ()


def hold_out(benchmark: Benchmark, seed: int = 1, *, policy: Policy = "default") -> HeldOut:
    """Hold out one caption of each image at random.

    Which one depends on the seed and the image id alone. The others keep their order.

    Args:
        benchmark: images with two captions or more.
        seed: where random draws start.
        policy: images with a single caption are an error, and left out if it is `lenient`.

    Raises:
        ContentError: when images have a single caption; the text lists them.

    >>> from cutline.core.types import Example
    >>> pool = Benchmark.from_examples("pets", [Example(7, ("a cat", "a cat sits", "one cat"))])
    >>> held = hold_out(pool)
    >>> held.human.captions[7], held.references.references[0]
    (('one cat',), ('a cat', 'a cat sits'))
    """
    pool, left_out = with_enough(benchmark, FEWEST, policy)
    found = held_out_at(pool, 0, held_out_orders(pool, seed))
    return HeldOut(found.references, found.human, left_out)


def held_out_at(benchmark: Benchmark, position: int, orders: Sequence[Sequence[int]]) -> HeldOut:
    """Hold out the caption at a position of each image's random order; `hold_out` takes the first.

    Over all positions every caption is held out once.
    """
    said, references = {}, []
    rows = zip(benchmark.image_ids, benchmark.references, orders, strict=True)
    for image_id, captions, order in rows:
        place = order[position]
        said[image_id] = (captions[place],)
        references.append((*captions[:place], *captions[place + 1 :]))
    return HeldOut(with_captions(benchmark, references), Run(HUMAN, said))
