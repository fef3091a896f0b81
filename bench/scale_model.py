"""What millions of captions will take: `python bench/scale_model.py [--report PAGE]`.

Scores generated rows (see `shards.py`) at small sizes with parts of several sizes, finds what each
step takes a row, and predicts the largest size that is measured, and then those that are not. The
page has the prediction for one million, a hundred million and ten thousand million rows.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from measure import machine
from shards import ROWS_A_SHARD, generate

from cutline.core.atomic import atomic_write
from cutline.core.progress import duration_text
from cutline.core.spec import parse_specs
from cutline.reports.theme.charts import BarSeries, figure, grouped_bars
from cutline.reports.theme.page import page
from cutline.reports.theme.table import Column, table
from cutline.scale.cost_model import CostModel, Costs, Prediction, seconds_of_a_read
from cutline.scale.engine import Processes
from cutline.scale.parts import PART_BYTES, find_parts
from cutline.scale.plan import Plan
from cutline.scale.run import score_shards
from cutline.text.tokenizer import parse_tokenizer

#: Three sizes: two that the model is fitted to, and one that it is checked by.
ROWS = "50000,150000,600000"
SIZES = (10**6, 10**8, 10**10)
#: Parts that are as large as a machine of ordinary size takes.
LARGE_PART_ROWS = 5_000_000


@dataclass(frozen=True)
class Asked:
    metrics: str
    processors: int
    price: float
    fitted: int
    checked: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rows", type=sizes, default=ROWS, help="two sizes to learn from, one to check by"
    )
    parser.add_argument("--metrics", default="bleu-4,meteor,rouge-l,cider-d")
    parser.add_argument("--processors", type=int, default=256)
    parser.add_argument("--price", type=float, default=0.05, help="of a processor for an hour")
    parser.add_argument(
        "--read-seconds", type=float, help="what reading a piece takes; measured here by default"
    )
    parser.add_argument("--folder", help="where to put shards, which are kept then")
    parser.add_argument("--report", help="write the page here")
    given = parser.parse_args()
    small, middle, large = given.rows
    asked = Asked(given.metrics, given.processors, given.price, middle, large)
    fitted = ((small, PART_BYTES), (middle, PART_BYTES))
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    with tempfile.TemporaryDirectory(dir=given.folder) as scratch:
        shards = generate(Path(given.folder or scratch), large)
        measured = [run(shards, *one, Path(scratch), asked) for one in fitted]
        read = given.read_seconds
        if read is None:
            read = seconds_of_a_read(scratch)
        model = CostModel.fitted(measured, read)
        print(model)
        checked = run(shards, large, PART_BYTES, Path(scratch), asked)
    expected, found = model.predicted(checked.rows).total, sum(checked.seconds.values())
    print(f"{checked.rows:,} rows: {expected:.1f} s predicted, {found:.1f} s measured", end="")
    print(f" ({expected / found - 1:+.1%})")
    read_text = f"{model.read * 1e6:,.0f} millionths of a second"
    told = [model.predicted(size) for size in SIZES]
    told.append(model.predicted(SIZES[-1], LARGE_PART_ROWS))
    for one in told:
        print(line(one, asked))
    if given.report:
        with atomic_write(given.report) as file:
            file.write(as_page(told, asked, f"{expected / found - 1:+.1%}", read_text))


def sizes(text: str) -> list[int]:
    """Three sizes that whole shards make, each larger than the one before."""
    try:
        found = [int(size) for size in text.split(",")]
    except ValueError:
        found = []
    whole = all(size > 0 and size % ROWS_A_SHARD == 0 for size in found)
    if len(found) != 3 or not whole or sorted(set(found)) != found:
        raise argparse.ArgumentTypeError(
            f"found {text!r}, expected three rising multiples of {ROWS_A_SHARD}, as {ROWS}"
        )
    return found


def run(shards: list[Path], rows: int, part_bytes: int, scratch: Path, asked: Asked) -> Costs:
    began = time.perf_counter()
    output = scratch / f"out-{rows}-{part_bytes}"
    parts = find_parts([str(shard) for shard in shards[: rows // ROWS_A_SHARD]], part_bytes)
    tokenizer = parse_tokenizer("ptb(context=none)")
    score_shards(Plan.of(str(output), parse_specs(asked.metrics), tokenizer, parts), Processes(2))
    costs = Costs.read(output / "costs.json")
    steps = ", ".join(f"{step} {seconds:.1f}" for step, seconds in costs.seconds.items())
    print(
        f"{rows:,} rows in {costs.parts} parts, {costs.ranges} ranges: "
        f"{time.perf_counter() - began:.1f} s; seconds of a processor: {steps}",
        flush=True,
    )
    return costs


def line(one: Prediction, asked: Asked) -> str:
    return (
        f"{one.rows:,} rows: {one.total / 3600:,.3g} hours of a processor, "
        f"{duration_text(3600 * one.hours(asked.processors))} on {asked.processors}, "
        f"{one.price(asked.price):,.2f} at {asked.price} an hour; "
        f"{one.spilled_bytes / 1e9:,.1f} GB spilled; most by {one.bottleneck}"
    )


def as_page(told: list[Prediction], asked: Asked, off: str, read: str) -> str:
    names = [f"{one.rows:,} rows" for one in told[:-1]] + [f"{told[-1].rows:,}, large parts"]
    steps = list(told[0].seconds)
    shares = [
        BarSeries(step, [100 * one.seconds[step] / one.total for one in told]) for step in steps
    ]
    chart = grouped_bars("Where the time goes, in percent", names, shares, decimals=1)
    columns = [Column("rows"), Column("hours of a processor", align="right")]
    columns += [Column(f"time on {asked.processors}", align="right")]
    columns += [Column("price", align="right"), Column("GB spilled", align="right")]
    columns += [Column("longest step")]
    rows = [
        [
            name,
            f"{one.total / 3600:,.3g}",
            duration_text(3600 * one.hours(asked.processors)),
            f"{one.price(asked.price):,.2f}",
            f"{one.spilled_bytes / 1e9:,.1f}",
            one.bottleneck,
        ]
        for name, one in zip(names, told, strict=True)
    ]
    said = (
        f"<p>{asked.metrics}; a processor costs {asked.price} an hour. Found from runs of up to "
        f"{asked.fitted:,} rows; a run of {asked.checked:,} was predicted with an error "
        f"of {off}.</p>"
        f"<p>Pieces: each range of n-grams is read from each part, so that their number grows with "
        f"the square of rows. A read takes {read} on the disk of this machine, and far longer "
        f"over a network (--read-seconds). Parts of {LARGE_PART_ROWS:,} rows put that off.</p>"
    )
    body = said + table("Predicted", columns, rows) + figure(chart)
    return page("What millions of captions take", body, description="Scores shard by shard")


if __name__ == "__main__":
    main()
