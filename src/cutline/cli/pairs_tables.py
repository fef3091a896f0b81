"""What `cutline pairs` found, as tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console

from cutline.benchmarks.compositional.agreement import Agreement
from cutline.benchmarks.compositional.arguments import ANY, Arguments
from cutline.benchmarks.compositional.candidates import Candidates
from cutline.benchmarks.compositional.occurrences import Occurrences
from cutline.benchmarks.compositional.sizes import Sizes
from cutline.cli.pairs_inputs import Section
from cutline.cli.terminal import new_table, print_whole
from cutline.core.types import ImageId
from cutline.datasets.wording import printable
from cutline.text.concepts import ConceptPair

#: Rows that a table has where not all are asked for.
SHOWN = 25

#: From here on, references that agree share a column.
_MOST_COLUMNS = 5

_MARK = "*"
_HELD_OUT = f"{_MARK} held out already"

Rows = list[tuple[str, ...]]


def show(found: Sequence[Section], console: Console, every: bool) -> None:
    """The tables one after another; where not all are asked for, their first rows."""
    for place, section in enumerate(found):
        if place:
            console.print()
        most = None if every else SHOWN
        [first, *_] = section.results
        if isinstance(first, Occurrences):
            several = [one for one in section.results if isinstance(one, Occurrences)]
            _show_counts(several, section.examples, console, most)
        elif isinstance(first, Candidates):
            _show_candidates(first, console, most)
        elif isinstance(first, Agreement):
            _show_agreement(first, console, most)
        elif isinstance(first, Arguments):
            _show_arguments(first, console, every)
        else:
            _show_sizes(first, console)


def _show_counts(
    several: Sequence[Occurrences],
    examples: dict[ConceptPair, list[tuple[ImageId, str]]],
    console: Console,
    most: int | None,
) -> None:
    for one in several:
        occurring = len(one.only(1).counts)
        counts = (one.images, "image"), (one.captions, "caption"), (occurring, "pair")
        console.print(f"{printable(one.name)}: " + ", ".join(_number(*of) for of in counts))
    console.print()
    first = several[0]
    shown = first.counts[:most]
    if shown:
        heads, rows = _one_file(first) if len(several) == 1 else _side_by_side(several)
        _print(console, ("pair", "category"), heads, rows[: len(shown)])
        _say_rest(console, len(first.counts) - len(shown))
        if any(count.is_held_out for count in shown):
            console.print(_HELD_OUT)
    else:
        console.print("no pair has so many images")
    for count in shown if examples else ():
        console.print(f"\n{printable(count.pair.name)}")
        for image_id, text in examples.get(count.pair, ()):
            console.out(f"  {image_id}  {printable(' '.join(text.split()))}", highlight=False)
    for one in several:
        console.print()
        console.out(one.signature, style="dim", highlight=False)


def _one_file(one: Occurrences) -> tuple[list[str], Rows]:
    columns = min(one.most_references, _MOST_COLUMNS)
    heads = [str(n) for n in range(1, columns + 1)]
    if one.most_references > columns:
        heads[-1] += "+"
    rows: Rows = []
    for count in one.counts:
        agreeing = [*count.by_agreement[: columns - 1], sum(count.by_agreement[columns - 1 :])]
        cells = (f"{images:,}" for images in agreeing)
        total = (f"{count.total:,}", _decimals(count.mean_agreement, 2))
        rows.append((_name(count.pair, count.is_held_out), count.pair.category, *cells, *total))
    return [*heads, "images", "mean"], rows


def _side_by_side(several: Sequence[Occurrences]) -> tuple[list[str], Rows]:
    heads = [f"{head}, {printable(one.name)}" for one in several for head in ("images", "mean")]
    rows: Rows = []
    for count in several[0].counts:
        cells: list[str] = []
        for one in several:
            own = one.of(count.pair)
            cells += [f"{own.total:,}", _decimals(own.mean_agreement, 2)]
        rows.append((_name(count.pair, count.is_held_out), count.pair.category, *cells))
    return heads, rows


def _show_candidates(found: Candidates, console: Console, most: int | None) -> None:
    demands = found.demands
    console.print(
        f"asked of a pair: at least {_number(demands.evaluation_images + 1, 'image')} to evaluate "
        f"on; of each concept at least {demands.images_left:,}\ntraining images left, "
        f"{demands.partners} partners with {demands.partner_images} images each, and no more than "
        f"{demands.largest_share:.0%} of its images cut\n"
    )
    rows: Rows = []
    for one in found.candidates[:most]:
        rows.append(
            (
                _name(one.pair, one.is_held_out),
                one.pair.category,
                f"{one.evaluation_images:,}",
                _decimals(one.agreement, 2),
                f"{one.cut:,}",
                f"{one.noun_left:,} (-{one.noun_share:.0%})",
                f"{one.other_left:,} (-{one.other_share:.0%})",
                f"{one.noun_partners}, {one.other_partners}",
                "; ".join(one.against),
            )
        )
    if not rows:
        console.print("no pair has so many images to evaluate on")
        return
    heads = ("evaluate", "agree", "cut", "noun left", "other left", "partners")
    _print(console, ("pair", "category"), heads, rows, last="against")
    _say_rest(console, len(found.candidates) - len(rows))
    if any(one.is_held_out for one in found.candidates[:most]):
        console.print(_HELD_OUT)
    console.print()
    for signature in dict.fromkeys((found.training, found.evaluation)):
        console.out(signature, style="dim", highlight=False)


def _show_agreement(found: Agreement, console: Console, most: int | None) -> None:
    rows: Rows = [
        (
            one.pair.name,
            one.pair.category,
            f"{one.images:,}",
            _decimals(one.mean, 2),
            _decimals(one.another),
            _decimals(one.base_rate, 5),
            _decimals(one.kappa),
        )
        for one in found.pairs[:most]
    ]
    if not rows:
        console.print("no pair has so many images")
        return
    heads = ("images", "mean", "another", "base rate", "kappa")
    _print(console, ("pair", "category"), heads, rows)
    _say_rest(console, len(found.pairs) - len(rows))
    console.print(
        f"\nreferences that have a pair, where any has it: "
        f"{_decimals(found.mean_over_pairs, 2)} over pairs, "
        f"{_decimals(found.mean_over_images, 2)} over images; "
        f"kappa {_decimals(found.mean_kappa)} over pairs\n"
    )
    console.out(found.signature, style="dim", highlight=False)


def _show_arguments(found: Arguments, console: Console, every: bool) -> None:
    rows: Rows = []
    for one in (*found.verbs, *found.groups):
        if not one.captions and not every:
            continue
        rows.append(
            (
                f"all {one.group or 'verbs'}" if one.verb == ANY else one.verb,
                one.group,
                one.subject,
                f"{one.captions:,}",
                _percent(one.share),
                f"{len(one.objects):,}",
                _decimals(one.entropy, 2),
                _percent(one.agreement),
                ", ".join(f"{printable(lemma)} {count:,}" for lemma, count in one.objects[:4]),
            )
        )
    if not rows:
        console.print("no caption has any of these verbs")
        return
    heads = ("captions", "with object", "different", "bits", "agree")
    _print(console, ("verb", "group", "subject"), heads, rows, last="most frequent")
    console.print()
    console.out(found.signature, style="dim", highlight=False)


def _show_sizes(found: Sizes, console: Console) -> None:
    rows: Rows = []
    for one in found.nouns:
        larger = one.larger
        rows.append(
            (
                one.noun,
                f"{one.big:,}",
                f"{one.small:,}",
                _percent(one.big_median, 1),
                _percent(one.small_median, 1),
                _decimals(larger.value if larger else None),
                f"{larger.low:.3f} to {larger.high:.3f}" if larger else "",
                _decimals(one.correlation),
            )
        )
    if not rows:
        console.print("nothing that has a box is called big or small")
        return
    console.print(
        f"{_number(found.images, 'image')} with boxes: the part of the image that a big and a "
        f"small one fills (medians),\nthe chance that the big one is larger, and the rank "
        f"correlation\n"
    )
    heads = ("big", "small", "big fills", "small fills", "larger", "95% interval", "correlation")
    _print(console, ("noun",), heads, rows)
    console.print()
    console.out(found.signature, style="dim", highlight=False)


def _print(
    console: Console,
    names: Sequence[str],
    heads: Iterable[str],
    rows: Rows,
    last: str | None = None,
) -> None:
    table = new_table(*names)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    if last is not None:
        table.add_column(last, no_wrap=True)
    for row in rows:
        table.add_row(*map(printable, row))
    print_whole(table, console)


def _say_rest(console: Console, rest: int) -> None:
    if rest > 0:
        console.print(f"{rest:,} more with --all")


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _name(pair: ConceptPair, is_held_out: bool) -> str:
    return f"{pair.name} {_MARK}" if is_held_out else pair.name


def _decimals(value: float | None, digits: int = 3) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _percent(value: float | None, digits: int = 0) -> str:
    return "" if value is None else f"{value:.{digits}%}"
