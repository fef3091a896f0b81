"""The study as tables on the terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.console import Console

from cutline.benchmarks.compositional import published
from cutline.cli.compositional_study.against_best import against_best
from cutline.cli.compositional_study.recalls import Part
from cutline.cli.compositional_study.study import CompositionalStudy
from cutline.cli.compositional_study.words import about, caveats, findings
from cutline.cli.diversity_tables import show_diversity
from cutline.cli.pairs_inputs import Section
from cutline.cli.pairs_tables import show
from cutline.cli.terminal import new_table, print_whole
from cutline.datasets.wording import printable
from cutline.reports.statistics import Comparison
from cutline.reports.statistics.comparison import MetricComparison
from cutline.reports.wording import interval_text, level_text, p_text, signed_text, value_text

_SMALL = "*"


def show_study(found: CompositionalStudy, console: Console) -> None:
    """Everything, the headline first and signatures last."""
    console.print(printable(about(found)))
    for line in caveats(found):
        console.print(printable(line))
    console.print()
    _headline(found, console)
    for line in findings(found):
        console.print(printable(line))
    _curve(found, console)
    _parts("category", found.categories, found, console)
    _parts("group of gaps", found.groups, found, console)
    _parts("references that agree, at least", found.agreeing, found, console)
    _pairs(found, console)
    if found.rankings is not None:
        _by_ks("ranking of captions", found.rankings, console)
    if found.others is not None:
        _others(found.others, console)
    console.print()
    show_diversity(found.diversity, console)
    _analyses(found, console)
    _published(console)
    console.print()
    # Those of analyses stand below their tables.
    own = {of.signature for of in (found.arguments, found.sizes) if of is not None}
    for line in (line for line in found.signatures() if line not in own):
        console.out(line, style="dim", highlight=False)


def _headline(found: CompositionalStudy, console: Console) -> None:
    level = level_text(found.curve.level)
    metric = found.headline
    several = len(found.systems) > 1
    heads = [f"recall@{found.metric.k}", level]
    heads += ["to the best", level, "p", "ties"] if several else []
    rows = []
    for run, behind in against_best(metric):
        row = [found.systems[run], *_value_and_interval(metric, run)]
        if behind is not None:
            bounds = f"{signed_text(behind.low)} to {signed_text(behind.high)}"
            undefined = math.isnan(behind.low) or math.isnan(behind.high)
            row += [signed_text(behind.value), "" if undefined else bounds, p_text(behind.p)]
        elif several:
            row += ["", "", ""]
        rows.append([*row, *([metric.letters[run]] if several else [])])
    _print(console, "run", heads, rows)
    console.print()


def _curve(found: CompositionalStudy, console: Console) -> None:
    if found.metric.k > 1:
        _by_ks("run", found.curve, console)


def _by_ks(head: str, comparison: Comparison, console: Console) -> None:
    """Recall at every k, with the interval at the last."""
    heads = [f"recall@{k}" for k in range(1, len(comparison.metrics) + 1)]
    rows = []
    for run, system in enumerate(comparison.systems):
        values = (value_text(metric.scores[run].value) for metric in comparison)
        rows.append([system, *values, interval_text(comparison.metrics[-1].intervals[run])])
    console.print()
    _print(console, head, [*heads, level_text(comparison.level)], rows)


def _parts(head: str, parts: Sequence[Part], found: CompositionalStudy, console: Console) -> None:
    if not parts:
        return
    heads = ["pairs", "images", *_run_heads(found)]
    rows = [
        [part.label, f"{part.pairs}", f"{part.images:,}", *_run_cells(part, found)]
        for part in parts
    ]
    console.print()
    _print(console, head, heads, rows)


def _pairs(found: CompositionalStudy, console: Console) -> None:
    agreement = {of.pair.name: of.mean for of in found.agreement.pairs}
    rows = []
    for part in found.pairs:
        mark = f" {_SMALL}" if part.images < found.at_least else ""
        mean = agreement.get(part.label)
        rows.append(
            [
                f"{part.label}{mark}",
                f"{part.images:,}",
                "" if mean is None else f"{mean:.2f}",
                *_run_cells(part, found),
            ]
        )
    console.print()
    _print(console, "pair", ["images", "agree", *_run_heads(found)], rows)
    if any(part.images < found.at_least for part in found.pairs):
        console.print(f"{_SMALL} too few images to say much")


def _run_heads(found: CompositionalStudy) -> list[str]:
    heads = []
    for system in found.systems:
        heads += [system, level_text(found.curve.level)]
    return heads


def _run_cells(part: Part, found: CompositionalStudy) -> list[str]:
    cells = []
    for run in range(len(found.systems)):
        letters = f" {part.recall.letters[run]}" if len(found.systems) > 1 else ""
        value, interval = _value_and_interval(part.recall, run)
        cells += [f"{value}{letters}", interval]
    return cells


def _others(comparison: Comparison, console: Console) -> None:
    rows = []
    for run, system in enumerate(comparison.systems):
        cells = (
            f"{value_text(metric.scores[run].value)} {metric.letters[run]}" for metric in comparison
        )
        rows.append([system, *cells])
    console.print()
    _print(console, "run", [metric.spec for metric in comparison], rows)


def _analyses(found: CompositionalStudy, console: Console) -> None:
    mean, over_images = found.agreement.mean_over_pairs, found.agreement.mean_over_images
    if mean is not None and over_images is not None:
        console.print(
            f"\nOf the references of an image, {mean:.2f} have a pair that any of them has (mean "
            f"over pairs; over images {over_images:.2f}; published "
            f"{published.MEAN_AGREEMENT} of 5)."
        )
    for name, analysis in (("arguments", found.arguments), ("sizes", found.sizes)):
        if analysis is not None:
            console.print()
            show([Section(name, (analysis,))], console, every=False)


def _published(console: Console) -> None:
    console.print(f"\n{published.SOURCE}; {published.CAVEAT}")
    heads = ["recall@5", *published.CATEGORIES]
    rows = [
        [of.system, *(value_text(value / 100) for value in (of.recall, *of.by_category))]
        for of in published.PUBLISHED
    ]
    _print(console, "system", heads, rows)
    levels = " ".join(value_text(value / 100) for value in published.BY_AGREEMENT)
    console.print(
        f"BUTD on full data, where at least 1 to {len(published.BY_AGREEMENT)} references have the "
        f"pair: {levels}"
    )


def _value_and_interval(metric: MetricComparison, run: int) -> tuple[str, str]:
    return value_text(metric.scores[run].value), interval_text(metric.intervals[run])


def _print(
    console: Console, head: str, heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    table = new_table(head)
    for name in heads:
        table.add_column(printable(name), justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*map(printable, row))
    print_whole(table, console)
