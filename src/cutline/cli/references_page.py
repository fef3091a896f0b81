"""What people reach, and how scores move with the number of references, as one HTML page."""

from __future__ import annotations

import math

from cutline.benchmarks.references import ReferenceCurve
from cutline.cli.references_output import human_procedure, mean_text
from cutline.cli.references_work import Found
from cutline.core.metric import Metric
from cutline.reports.theme.charts import figure, line_chart
from cutline.reports.theme.page import page
from cutline.reports.theme.score_cell import score_cell
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe
from cutline.scoring.slicing import SMALL_SLICE

#: What CIDEr and its like do when references change, which readers of a curve have to know.
_FREQUENCIES = (
    "CIDEr weighs n-grams by how many images have them in the references in use, so its weights "
    "change along the curve; they stay the same with a file of frequencies, cider-d(df=FILE)."
)


def as_page(found: Found) -> str:
    """The human scores with their intervals, a chart for each metric, and all figures."""
    sections = {}
    signed: list[str] = []
    if found.human is not None:
        sections["human"] = ("What people reach", _human(found))
        signed += [*map(str, found.human.human.signatures.values()), human_procedure(found)]
    if found.curve is not None:
        sections["curve"] = ("More references", _charts(found.curve))
        sections["figures"] = ("All figures of the curve", _figures(found.curve))
        signed += [*map(str, found.curve.signatures.values()), found.curve.procedure]
    body = "\n".join(
        f'<section id="{name}"><h2>{headline}</h2>{content}</section>'
        for name, (headline, content) in sections.items()
    )
    images = f"{len(found.pool):,} images"
    captions = f"{sum(map(len, found.pool.references)):,} captions"
    return page(
        f"Human scores on {found.pool.name}",
        body,
        navigation=[(name, headline) for name, (headline, _) in sections.items()],
        description=f"People's captions against each other: {captions} of {images}.",
        footer_html="<br>".join(map(safe, signed)),
    )


def _human(found: Found) -> str:
    human = found.human
    assert human is not None
    has_slices = any(row.label for row in found.rows)
    metrics = {str(metric): metric for metric in human.corpus.metrics}
    columns = [Column("system")]
    columns += [Column("slice"), Column("images", "right")] if has_slices else []
    columns += [Column(spec, "right", help=metrics[spec].summary) for spec in metrics]
    cells: list[list[str]] = []
    keys: list[list[SortValue]] = []
    for row in found.rows:
        images = len(row.scores.image_ids)
        mark = "*" if row.label and images < SMALL_SLICE else ""
        values = [row.scores.value(spec) for spec in metrics]
        intervals = row.intervals or [None] * len(values)
        bounds = [None if one is None else (one.low, one.high) for one in intervals]
        of_slice = [safe(f"{row.label or 'all'}{mark}"), f"{images:,}"] if has_slices else []
        shown = [
            score_cell(value, bound, highest=_highest(metric), signature=str(signature))
            for value, bound, metric, signature in zip(
                values, bounds, metrics.values(), row.scores.signatures.values(), strict=True
            )
        ]
        cells.append([safe(row.scores.system), *of_slice, *shown])
        slice_keys: list[SortValue] = [row.label, float(images)] if has_slices else []
        keys.append([row.scores.system, *slice_keys, *values])
    text = (
        f"Each of {human.rounds} rounds holds out another caption of every image and scores it "
        f"against the others; a score is the mean over rounds. Systems are scored against the same "
        f"references. Intervals come from drawing images anew, alike in all rounds."
    )
    small = "<p>* too few images to say much</p>" if any("*" in "".join(c) for c in cells) else ""
    whole = table("Scores, with their intervals", columns, cells, sort_values=keys)
    return f"<p>{text}</p>{whole}{small}"


def _highest(metric: Metric) -> float:
    # A bar up to 10 would show nothing: captions of people stay near 1.
    return min(metric.highest, 2.0)


def _charts(curve: ReferenceCurve) -> str:
    charts = []
    for spec in curve.signatures:
        series = {
            one.system: [*one.means(spec), *[math.nan] * (len(curve.sizes) - len(one.sizes))]
            for one in curve.systems
        }
        chart = line_chart(
            f"{spec} by the number of references", curve.sizes, series, "references", spec
        )
        charts.append(figure(chart, _FREQUENCIES if spec.startswith("cider") else ""))
    text = (
        f"Scores against so many references of each image, drawn at random: means of "
        f"{curve.draws} draws."
    )
    return f'<p>{text}</p><div class="charts">{"".join(charts)}</div>'


def _figures(curve: ReferenceCurve) -> str:
    columns = [Column("system"), Column("references", "right")]
    columns += [Column(spec, "right") for spec in curve.signatures]
    cells: list[list[str]] = []
    keys: list[list[SortValue]] = []
    for one in curve.systems:
        for place, size in enumerate(one.sizes):
            means = [one.means(spec)[place] for spec in curve.signatures]
            spreads = [one.deviations(spec)[place] for spec in curve.signatures]
            shown = [safe(mean_text(*pair)) for pair in zip(means, spreads, strict=True)]
            cells.append([safe(one.system), str(size), *shown])
            keys.append([one.system, float(size), *means])
    return table("Mean and standard deviation over draws", columns, cells, sort_values=keys)
