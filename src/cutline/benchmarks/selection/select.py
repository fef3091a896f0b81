"""Selecting images as nocaps did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from cutline.benchmarks.selection.balance import balance_of, mean_balance
from cutline.benchmarks.selection.collection import Collection, collect
from cutline.benchmarks.selection.draws import Draws
from cutline.benchmarks.selection.entropy import ClassEntropy
from cutline.benchmarks.selection.pools import Pool
from cutline.benchmarks.selection.procedure import Procedure
from cutline.benchmarks.selection.result import ALL, CANDIDATES, RANDOM, SELECTED, Selection
from cutline.benchmarks.selection.rules import UNKNOWN_ROTATION
from cutline.core.errors import ContentError, UsageError
from cutline.core.progress import Step, progress
from cutline.core.version import __version__
from cutline.datasets.class_hierarchy import ClassHierarchy
from cutline.datasets.object_annotations import ImageObjects

#: Draws of random images that a selection is compared with.
_RANDOM_DRAWS = 10

#: The place of an image, why it is taken, and the entropy then.
Choice = tuple[int, str, float]


def select_images(
    images: Iterable[ImageObjects], procedure: Procedure, hierarchy: ClassHierarchy | None = None
) -> Selection:
    """Select varied images whose classes are as even as can be.

    Images are looked at once, and the order in which they come changes nothing.

    Args:
        images: each once; see `cutline.datasets.object_annotations`.
        procedure: what may be selected, and how.
        hierarchy: which class is a kind or a part of which; see `Procedure.ancestors`.

    Raises:
        ContentError: when two images have one id, or no image may be selected.
        UsageError: when there are fewer images than the target, or more that are all taken.

    >>> pictures = [ImageObjects(i, {"dog": 1, "ball": 1}) for i in range(8)]
    >>> pictures += [ImageObjects("zoo", {"dog": 1, "zebra": 1})]
    >>> found = select_images(pictures, Procedure(target=2))
    >>> "zoo" in found.image_ids, found.reasons[0], round(found.entropies[-1], 2)
    (True, '2 classes', 1.5)
    """
    with progress("Reading objects"):
        collection = collect(images, procedure, hierarchy)
    _check(collection, procedure)
    with progress("Selecting images") as step:
        choices = list(_choices(collection, procedure, step))
    places = [place for place, _, _ in choices]
    random_sets = _random_sets(collection, procedure)
    sets = {CANDIDATES: range(len(collection)), RANDOM: random_sets[0], SELECTED: places}
    totals = {
        ALL: collection.all_counts,
        **{name: collection.totals(of) for name, of in sets.items()},
    }
    numbers = {ALL: collection.images, **{name: len(of) for name, of in sets.items()}}
    balance = {name: balance_of(counts, numbers[name]) for name, counts in totals.items()}
    balance[RANDOM] = mean_balance(
        [balance_of(collection.totals(drawn), len(drawn)) for drawn in random_sets]
    )
    return Selection(
        procedure=procedure,
        image_ids=tuple(collection.image_ids[place] for place in places),
        sizes=tuple(collection.sizes[places].tolist()),
        reasons=tuple(reason for _, reason, _ in choices),
        entropies=tuple(entropy for _, _, entropy in choices),
        images=collection.images,
        dropped=collection.dropped,
        balance=balance,
        class_counts={
            name: dict(zip(collection.labels, counts.tolist(), strict=True))
            for name, counts in totals.items()
        },
        part_counts=_part_counts(collection, sets),
        by_size={ALL: collection.all_sizes, **_by_size(collection, sets, random_sets)},
        signature=_signature(collection, procedure, hierarchy),
    )


def _check(collection: Collection, procedure: Procedure) -> None:
    dropped = "; ".join(f"{n:,} {reason}" for reason, n in collection.dropped.items())
    if not collection.images:
        raise ContentError("there are no images to select from")
    if collection.dropped.get(UNKNOWN_ROTATION) == collection.images:
        raise ContentError(
            f"of none of the {collection.images:,} images the rotation is known, and such images "
            f"are left out: give the table of images with their rotations, or allow any rotation"
        )
    if len(collection) < procedure.target:
        raise UsageError(
            f"{len(collection):,} of {collection.images:,} images may be selected, fewer than the "
            f"target of {procedure.target:,}" + (f" (left out: {dropped})" if dropped else "")
        )
    above = int((collection.sizes > procedure.all_above).sum())
    if above > procedure.target and procedure.too_many == "error":
        raise UsageError(
            f"{above:,} images have more than {procedure.all_above} classes and would all be "
            f"taken, which is more than the target of {procedure.target:,}: raise the target, "
            f"raise the number of classes, or choose among them"
        )


def _choices(collection: Collection, procedure: Procedure, step: Step) -> Iterator[Choice]:
    """The images in the order of their selection."""
    entropy = ClassEntropy(len(collection.labels))
    sizes = collection.sizes
    all_taken = np.flatnonzero(sizes > procedure.all_above).tolist()
    reason = f"more than {procedure.all_above} classes"
    low, high = procedure.pools
    pools = [
        Pool(f"{size} class{'' if size == 1 else 'es'}", np.flatnonzero(sizes == size), collection)
        for size in range(low, high + 1)
    ]
    left = procedure.target - len(all_taken)
    if left < 0:
        pools = [Pool(reason, np.array(all_taken), collection)]
        left, all_taken = procedure.target, []
    classes, counts = collection.matrix(all_taken)
    for row, place in enumerate(all_taken):
        entropy.add(classes[row], counts[row])
        yield place, reason, entropy.value
    draws = Draws(procedure.seed, "select")
    turns = _turns(pools, left)
    for number, pool in enumerate(turns):
        place = pool.take(draws, procedure.sample, entropy)
        yield place, pool.reason, entropy.value
        step(number / left)


def _turns(pools: Sequence[Pool], left: int) -> Iterator[Pool]:
    """Each pool in turn, those that are used up skipped."""
    while left:
        for pool in pools:
            if pool and left:
                yield pool
                left -= 1


def _random_sets(collection: Collection, procedure: Procedure) -> list[list[int]]:
    draws = Draws(procedure.seed, "random images")
    drawn = []
    for _ in range(_RANDOM_DRAWS):
        pool = list(range(len(collection)))
        drawn.append(pool[: draws.to_front(pool, procedure.target)])
    return drawn


def _part_counts(
    collection: Collection, sets: dict[str, Sequence[int]]
) -> dict[str, dict[str, int]]:
    if not collection.all_parts:
        return {}
    return {
        ALL: collection.all_parts,
        **{
            name: {label: found.get(label, 0) for label in collection.all_parts}
            for name, places in sets.items()
            for found in [collection.part_totals(places)]
        },
    }


def _by_size(
    collection: Collection, sets: dict[str, Sequence[int]], random_sets: list[list[int]]
) -> dict[str, dict[int, float]]:
    sizes = collection.sizes
    found: dict[str, dict[int, float]] = {}
    for name, places in sets.items():
        several = random_sets if name == RANDOM else [places]
        counts = Counter(size for drawn in several for size in sizes[list(drawn)].tolist())
        found[name] = {size: counts[size] / len(several) for size in sorted(counts)}
    return found


def _signature(
    collection: Collection, procedure: Procedure, hierarchy: ClassHierarchy | None
) -> str:
    parts = ["select", str(procedure)]
    if hierarchy is not None:
        parts += [f"hierarchy:{hierarchy.name}", f"ancestors:{procedure.ancestors}"]
        parts += [f"parts:{procedure.parts}"]
    parts += [f"images:{collection.images}", f"data:{collection.digest}", f"cutline:{__version__}"]
    return "|".join(parts)
