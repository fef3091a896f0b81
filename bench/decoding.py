"""Captions a second by beam search, batched and not: `python bench/decoding.py`.

Up-Down with random weights in several sizes. Three ways alternate in the same run, and their
captions are compared: images in batches, images one by one, and one by one with every caption of
the beam by itself, as a loop without any batch does it. On a machine that others use too, `--busy`
takes one thread and counts seconds of the processor.

A beam of 5 is a small batch already. The larger the network, the more of its time is arithmetic
that no batch saves: no bar is set for the last size.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from measure import machine
from torch import Tensor

from cutline.models.captioner import Captioner, State
from cutline.models.decoding import Decoded, beam_search
from cutline.models.images import Images
from cutline.models.up_down import UpDown, UpDownConfig
from cutline.models.vocabulary import SPECIAL, Vocabulary

BAR = 5.0


@dataclass(frozen=True)
class Size:
    name: str
    config: UpDownConfig
    words: int
    regions: int
    feature_size: int
    bar: float | None = BAR


SIZES = (
    Size("tiny", UpDownConfig.presets["tiny"], 200, 8, 64),
    Size("medium", UpDownConfig(128, 256, 128, starts_from_mean=True), 1_000, 36, 256),
    Size("large", UpDownConfig(300, 512, 256, starts_from_mean=True), 5_000, 36, 512, None),
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time beam search.")
    parser.add_argument("--images", type=int, default=64)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--beam", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--busy", action="store_true")
    given = parser.parse_args()
    if given.busy:
        torch.set_num_threads(1)
    known = machine()
    print(", ".join(f"{key} {known[key]}" for key in ("cores", "load before", "torch")))
    print(
        f"beam {given.beam}, {given.images} images, batches of {given.batch}, "
        f"{torch.get_num_threads()} threads, "
        f"{'seconds of the processor' if given.busy else 'seconds of the clock'}"
    )
    for size in SIZES:
        torch.manual_seed(1)
        captioner = network(size)
        images = pictures(given.images, size.regions, size.feature_size)
        print(measured(size, captioner, images, given), flush=True)


def network(size: Size) -> UpDown:
    vocabulary = Vocabulary((*SPECIAL, *(f"w{number}" for number in range(size.words))))
    captioner = UpDown(vocabulary, size.feature_size, size.config)
    with torch.no_grad():  # fresh weights find all words about as likely
        for value in captioner.parameters():
            value.mul_(3)
    return captioner.eval()


def pictures(count: int, regions: int, size: int) -> Images:
    counts = torch.randint(regions // 2, regions + 1, (count, 1))
    mask = torch.arange(regions) < counts
    features = torch.randn(count, regions, size) * mask.unsqueeze(2)
    return Images(tuple(range(count)), features, mask)


class RowByRow(Captioner):
    """The same captioner, asked about one caption at a time."""

    def __init__(self, captioner: UpDown) -> None:
        super().__init__(captioner.vocabulary)
        self.inner = captioner

    def start(self, images: Images) -> State:
        return self.inner.start(images)

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        rows = torch.arange(len(tokens)).split(1)
        found = [self.inner.step(tokens[row], state.rows(row)) for row in rows]
        moving = {
            name: torch.cat([new.moving[name] for _, new in found]) for name in found[0][1].moving
        }
        return torch.cat([scores for scores, _ in found]), State(state.fixed, moving)

    def losses(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        raise NotImplementedError


def measured(size: Size, captioner: UpDown, images: Images, given: argparse.Namespace) -> str:
    few = images.rows(list(range(max(1, len(images) // 4))))  # the slow ways are steady enough
    ways: dict[str, tuple[Images, Callable[[Images], list[list[Decoded]]]]] = {
        "batched": (images, lambda of: in_batches(captioner, of, given.batch, given.beam)),
        "one by one": (few, lambda of: in_batches(captioner, of, 1, given.beam)),
        "row by row": (few, lambda of: in_batches(RowByRow(captioner), of, 1, given.beam)),
    }
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    captions: dict[str, list[list[Decoded]]] = {}
    clock = time.process_time if given.busy else time.perf_counter
    for _ in range(given.repeat):
        for way, (those, decode) in ways.items():
            started = clock()
            captions[way] = decode(those)
            seconds[way].append((clock() - started) / len(those))
    lines = [f"{size.name}, {sum(value.numel() for value in captioner.parameters()):,} weights:"]
    lines += [
        f"  {way}: {1 / statistics.median(of):,.1f} images a second" for way, of in seconds.items()
    ]
    for way in ("one by one", "row by row"):
        lines.append(f"  {ratio_text(seconds[way], seconds['batched'], size.bar)} of {way}")
    equal = [same(captions["batched"], captions[way]) for way in ("one by one", "row by row")]
    lines.append(f"  same captions: {equal[0]} and {equal[1]} of {len(few)} images")
    return "\n".join(lines)


def ratio_text(slow: list[float], fast: list[float], bar: float | None) -> str:
    ratios = [one / other for one, other in zip(slow, fast, strict=True)]
    middle = statistics.median(ratios)
    said = "" if bar is None else f", bar {bar:g} {'reached' if middle >= bar else 'MISSED'}"
    return f"{middle:.1f} times ({min(ratios):.1f} to {max(ratios):.1f}{said}) the rate"


def in_batches(captioner: Captioner, images: Images, size: int, beam: int) -> list[list[Decoded]]:
    found = []
    for first in range(0, len(images), size):
        rows = list(range(first, min(first + size, len(images))))
        found += beam_search(captioner, images.rows(rows), beam)
    return found


def same(some: list[list[Decoded]], others: list[list[Decoded]]) -> int:
    """Images whose captions are the same tokens in the same order, both ways."""
    return sum(
        [caption.tokens for caption in one] == [caption.tokens for caption in other]
        for one, other in zip(some, others, strict=False)
    )


if __name__ == "__main__":
    main()
