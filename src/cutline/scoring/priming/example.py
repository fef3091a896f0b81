"""Simulated captions of people with and without labels, to try the study on.

`python -m cutline.scoring.priming.example collected.jsonl` writes them. People who are shown labels
name more of them here, and write more words, in sentences of our own.
"""

from __future__ import annotations

import random
import sys

from cutline.datasets.collected import Collected, CollectedCaption, write_collected

_COMMON = ("dog", "cat", "horse", "boat", "bicycle", "kite", "umbrella")
_RARE_LIST = """
    accordion anchor anvil armadillo axe bagpipe barrel beetle cactus canoe cello chisel clarinet
    compass crab cymbal drum falcon fern flamingo flute gourd hammock harp hedgehog jellyfish kettle
    ladder lantern lobster mandolin mule otter parrot peacock pheasant plough porcupine pumpkin
    puppet raccoon rooster saddle saxophone scarecrow sled snail squid stork sundial tambourine
    telescope tortoise toucan trumpet turnip wheelbarrow windmill xylophone zebra
"""
_RARE = tuple(_RARE_LIST.split())
_PLACES = ("on a beach", "in a garden", "beside a road", "in front of a house", "near a lake")
_WAYS = ("under a grey sky", "in the evening light", "while people watch", "on a sunny day")
_ENDS = ("with one {} beside it", "and a small {} behind it", "next to the old {}", "near some {}")
_VAGUE = ("creature", "thing", "toy", "shape")


def simulated(images: int = 60, captions: int = 3, seed: int = 1) -> Collected:
    """Captions of so many people for each image and arm.

    Args:
        images: how many.
        captions: of each image in each of two arms.
        seed: where random draws start.
    """
    draw = random.Random(seed)
    found = []
    for image in range(1, images + 1):
        labels = (draw.choice(_COMMON), *draw.sample(_RARE, k=2))
        place = draw.choice(_PLACES)
        for number in range(captions):
            found += [
                _caption(draw, image, number, labels, place, primed=primed)
                for primed in (False, True)
            ]
    return Collected("simulated", "en", tuple(found))


def _caption(
    draw: random.Random,
    image: int,
    number: int,
    labels: tuple[str, ...],
    place: str,
    *,
    primed: bool,
) -> CollectedCaption:
    first = labels[0] if draw.random() < (0.95 if primed else 0.7) else draw.choice(_VAGUE)
    text = f"One {first} {place}"
    for label in labels[1:]:
        if draw.random() < (0.6 if primed else 0.2):
            text += " " + draw.choice(_ENDS).format(label)
    if draw.random() < 0.5:
        text += " " + draw.choice(_WAYS)
    return CollectedCaption(
        image,
        text + ".",
        f"W{(2 * number + primed) * 10 + image % 10}",
        "primed" if primed else "plain",
        primed,
        labels,
        round(draw.lognormvariate(3.2 if primed else 3.1, 0.4), 1),
    )


if __name__ == "__main__":
    write_collected(sys.argv[1], simulated())
