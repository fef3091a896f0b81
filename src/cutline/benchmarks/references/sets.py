"""Sets of references of several sizes from one pool of captions, as COCO has c5 and c40."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.benchmarks.references.hold_out import HUMAN, HeldOut
from cutline.benchmarks.references.order import held_out_orders
from cutline.benchmarks.references.pools import check_number, with_captions, with_enough
from cutline.core.errors import UsageError
from cutline.core.types import Benchmark, Run
from cutline.datasets.policy import Policy


def reference_sets(
    benchmark: Benchmark, sizes: Sequence[int], seed: int = 1, *, policy: Policy = "default"
) -> dict[int, HeldOut]:
    """Draw sets of references for each image, and one caption that is in none of them.

    A smaller set is part of a larger one, and the caption that is held out is that of `hold_out`.
    A set has the images that have captions enough for it, and one more to hold out: as in COCO, a
    large set may cover fewer images. Those that it lacks are its `left_out`.

    Args:
        benchmark: the pool of captions.
        sizes: how many references an image has in each set.
        seed: where random draws start.
        policy: an image with too few captions for the smallest set is an error, and left out if
            the policy is `lenient`; with `strict` so is one with too few for any set.

    Returns:
        The sets by size, smallest first, each with the captions held out of its images.

    Raises:
        UsageError: when a size is below 1 or given twice, or there is none.
        ContentError: when images have too few captions; the text lists them.

    >>> from cutline.core.types import Example
    >>> said = tuple(f"caption {number}" for number in range(5))
    >>> pool = Benchmark.from_examples("pool", [Example(7, said), Example(8, said[:3])])
    >>> sets = reference_sets(pool, [1, 3])
    >>> [(size, len(of.references), of.left_out) for size, of in sets.items()]
    [(1, 2, ()), (3, 1, (8,))]
    """
    ordered = _checked(sizes)
    smallest, largest = ordered[0], ordered[-1]
    needed = 1 + (largest if policy == "strict" else smallest)
    pool, too_few = with_enough(benchmark, needed, policy)
    orders = dict(zip(pool.image_ids, held_out_orders(pool, seed), strict=True))
    found = {}
    for size in ordered:
        part, left_out = with_enough(pool, size + 1, "lenient")
        said, references = {}, []
        for image_id, captions in zip(part.image_ids, part.references, strict=True):
            held, *drawn = orders[image_id][: size + 1]
            said[image_id] = (captions[held],)
            references.append(tuple(captions[place] for place in sorted(drawn)))
        name = f"{benchmark.name} c{size}"
        human = Run(HUMAN, said)
        found[size] = HeldOut(with_captions(part, references, name), human, too_few + left_out)
    return found


def _checked(sizes: Sequence[int]) -> list[int]:
    if not sizes:
        raise UsageError("sets of references need sizes, such as 5 and 40")
    for size in sizes:
        check_number("the size of a set of references", size)
    if len(set(sizes)) < len(sizes):
        raise UsageError(f"a set of each size is made once, not {', '.join(map(str, sizes))}")
    return sorted(sizes)
