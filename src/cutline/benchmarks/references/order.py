"""Captions of an image in random order: the same order wherever the image stands."""

from __future__ import annotations

import hashlib

from cutline.core.types import Benchmark, ImageId

#: The draw that says which captions are held out; others draw references.
HELD_OUT = 0


def caption_order(image_id: ImageId, count: int, seed: int = 1, draw: int = HELD_OUT) -> list[int]:
    """The places of an image's captions, drawn without putting back.

    They depend on the seed, the draw and the image id alone, not on other images or their order.
    An id means the same as a number and as text.

    >>> caption_order(42, 5), caption_order("42", 5), caption_order(42, 5, seed=2)
    ([1, 3, 2, 0, 4], [1, 3, 2, 0, 4], [0, 3, 1, 4, 2])
    """
    of_image = hashlib.blake2b(
        f"{seed}\0{draw}\0{image_id}\0".encode("utf-8", "surrogatepass"), digest_size=16
    )
    keys = []
    for place in range(count):
        of_caption = of_image.copy()
        of_caption.update(str(place).encode())
        keys.append((of_caption.digest(), place))
    return [place for _, place in sorted(keys)]


def held_out_orders(benchmark: Benchmark, seed: int = 1) -> list[list[int]]:
    """For each image the order in which its captions are held out."""
    return [
        caption_order(image_id, len(captions), seed)
        for image_id, captions in zip(benchmark.image_ids, benchmark.references, strict=True)
    ]
