"""The study of word agreement on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from rich.console import Console

from cutline.benchmarks.word_agreement import PrecisionAtHumanRecall, WordAgreement
from cutline.benchmarks.word_agreement.part_precision import Estimate
from cutline.cli.terminal import new_table, print_whole
from cutline.cli.word_agreement_study.inputs import Study
from cutline.datasets.wording import printable
from cutline.reports.wording import signed_text

Order = Literal["images", "recall", "precision", "word"]
#: What stands with figures of systems.
FILLED_UP = (
    "Images that a system does not name come last, in random order: where it recalls less than "
    "people, it is filled up from them. Reached are the words where it recalls no less."
)
#: Words on a screen, unless all are asked for.
SCREENFUL = 25


def show(found: Study, console: Console, order: Order, every: bool) -> None:
    """Means by part of speech, words, the model, and systems."""
    agreement = found.agreement
    use = agreement.use
    console.print(
        f"{printable(use.name)}: {len(use.image_ids):,} images, "
        f"{int(use.caption_counts.sum()):,} captions, {len(use):,} words; one caption against k "
        f"others\n"
    )
    _show_parts(agreement, console)
    _show_words(agreement, console, order, every)
    _show_model(agreement, console)
    if found.systems:
        _show_systems(found.systems, console)
    for signature in (agreement.signature, *(system.signature for system in found.systems)):
        console.out(signature, style="dim", highlight=False)


def _show_parts(agreement: WordAgreement, console: Console) -> None:
    rows = [
        [means.part, f"{means.words:,}", figure(means.recall), *map(figure, means.precision)]
        for means in agreement.by_part()
    ]
    _print(console, ("part of speech",), ("words", "recall", *_precisions(agreement)), rows)


def _show_words(agreement: WordAgreement, console: Console, order: Order, every: bool) -> None:
    numbers = ordered(agreement, order)
    shown = numbers if every else numbers[:SCREENFUL]
    fitted = agreement.fitted
    # Averaged over all choices, recall is p.
    with_recall = not np.allclose(agreement.recall[-1], fitted.p, equal_nan=True)
    rows = [
        [
            printable(agreement.words[word]),
            agreement.use.parts[word] if agreement.use.parts else "",
            f"{agreement.use.image_counts[word]:,}",
            *([figure(agreement.recall[-1][word])] if with_recall else []),
            *(figure(of_k[word]) for of_k in agreement.precision),
            figure(fitted.p[word]),
            f"{fitted.low[word]:.3f} to {fitted.high[word]:.3f}",
            figure(fitted.likelihood[word]),
        ]
        for word in shown
    ]
    heads = ["images", *(["recall"] if with_recall else []), *_precisions(agreement)]
    heads += ["p" if with_recall else "recall = p", "95% interval", "p by likelihood"]
    rest = len(numbers) - len(shown)
    below = f"{rest:,} more with --all" if rest else ""
    _print(console, ("word", "part of speech"), heads, rows, below)


def _show_model(agreement: WordAgreement, console: Console) -> None:
    rows = [
        [
            f"k = {fit.k}",
            f"{fit.words:,}",
            "" if fit.bias is None else signed_text(fit.bias),
            figure(fit.error),
            figure(fit.explained),
        ]
        for fit in agreement.fits
    ]
    heads = ("words", "above the curve", "error", "explained")
    _print(console, ("the model pk / (pk + (1 - p)^k)",), heads, rows)


def _show_systems(systems: Sequence[PrecisionAtHumanRecall], console: Console) -> None:
    rows = [
        [
            printable(system.system) if place == 0 else "",
            means.part,
            figure(means.precision.value),
            interval(means.precision),
            figure(means.human.value),
            "" if means.difference.value is None else signed_text(means.difference.value),
            interval(means.difference, signed=True),
            f"{means.reached:,} of {means.words:,}",
            figure(means.own_precision),
            figure(means.own_recall),
        ]
        for system in systems
        for place, means in enumerate((system.mean, *system.by_part[:-1]))
    ]
    heads = [f"PHR, k = {systems[0].k}", "95% interval", "people", "difference", "95% interval"]
    heads += ["reached", "own precision", "own recall"]
    _print(console, ("system", "part of speech"), heads, rows, below=FILLED_UP)


def ordered(agreement: WordAgreement, order: Order) -> list[int]:
    """The places of words, the first of an order first; equal ones by their frequency."""
    if order == "word":
        return sorted(range(len(agreement.words)), key=agreement.words.__getitem__)
    keys = {
        "images": agreement.use.image_counts.astype(np.float64),
        "recall": agreement.recall[-1],
        "precision": agreement.precision[-1],
    }
    places: list[int] = np.argsort(-keys[order], kind="stable").tolist()
    return places


def figure(value: float | None) -> str:
    """A share with three decimals, or nothing.

    >>> figure(0.25), figure(None), figure(float("nan"))
    ('0.250', '', '')
    """
    return "" if value is None or value != value else f"{value:.3f}"


def interval(estimate: Estimate, signed: bool = False) -> str:
    """From where to where, or nothing."""
    if estimate.low is None or estimate.high is None:
        return ""
    written = signed_text if signed else figure
    return f"{written(estimate.low)} to {written(estimate.high)}"


def _precisions(agreement: WordAgreement) -> list[str]:
    return [f"precision k = {k}" if n == 0 else f"k = {k}" for n, k in enumerate(agreement.ks)]


def _print(
    console: Console,
    names: Sequence[str],
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    below: str = "",
) -> None:
    table = new_table(*names)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    print_whole(table, console)
    if below:
        console.print(below)
    console.print()
