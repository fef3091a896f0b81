"""The first thing to read: what each captioner is worth, and what was seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cutline.datasets.annotated_images import AnnotatedImage, AnnotationHeader
from cutline.reports.gallery.figures import (
    CaptionerFigures,
    ObjectFigures,
    captioner_figures,
    object_figures,
)
from cutline.reports.html_report.section import Section
from cutline.reports.theme.charts import (
    BarSeries,
    distribution_chart,
    figure,
    grouped_bars,
)
from cutline.reports.theme.numbers import DASH, number_text
from cutline.reports.theme.score_cell import score_cell
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe

#: As many labels as a chart shows.
_MOST_BARS = 12


def summary(header: AnnotationHeader, images: Sequence[AnnotatedImage]) -> Section:
    """Figures of all images, of each captioner, and of objects."""
    captioners = captioner_figures(header, images)
    objects = object_figures(images)
    parts = [
        _verdict(header, captioners, len(images)),
        _cards(images, captioners, objects),
        _captioner_table(header, captioners),
        _charts(header, captioners, objects),
    ]
    return Section("summary", "Summary", "\n".join(part for part in parts if part))


def _verdict(header: AnnotationHeader, captioners: Sequence[CaptionerFigures], images: int) -> str:
    """One sentence that says whose caption is the best most often."""
    judged = sum(one.best for one in captioners)
    if len(captioners) < 2 or not judged or not header.metrics:
        return ""
    most = max(one.best for one in captioners)
    leaders = [one.name for one in captioners if one.best == most]
    share = f"for {most:,} of {images:,} images ({most / images:.0%})"
    spec = safe(header.metrics[0])
    if len(leaders) > 1:
        names = safe(", ".join(leaders[:-1]) + f" and {leaders[-1]}")
        return f"<p>By {spec}, {names} have the best caption equally often, each {share}.</p>"
    return f"<p>By {spec}, {safe(leaders[0])} has the best caption most often: {share}.</p>"


def _cards(
    images: Sequence[AnnotatedImage],
    captioners: Sequence[CaptionerFigures],
    objects: Sequence[ObjectFigures],
) -> str:
    captions, nouns = sum(c.captions for c in captioners), sum(c.nouns for c in captioners)
    seen = sum(len(image.objects) for image in images)
    bad = sum(image.has_error for image in images)
    # Of a picture that nobody could look at it is unknown how many it has.
    looked_at = sum(not image.error for image in images)
    figures = [
        (f"{len(images):,}", "images" + (f", {bad:,} with errors" if bad else "")),
        (f"{captions:,}", f"captions by {_count(len(captioners), 'captioner')}"),
        (_ratio(nouns, captions), "nouns a caption"),
        (_ratio(seen, looked_at), f"objects an image, of {_count(len(objects), 'kind')}"),
    ]
    items = "".join(
        f'<div class="card"><p class="big">{number}</p><p>{safe(what)}</p></div>'
        for number, what in figures
    )
    return f'<div class="cards figures">{items}</div>'


def _captioner_table(header: AnnotationHeader, captioners: Sequence[CaptionerFigures]) -> str:
    has_failed = any(one.failed for one in captioners)
    columns = [
        Column("captioner"),
        Column("captions", "right"),
        *([Column("failed", "right", help="Images it has no caption of.")] if has_failed else []),
        Column("best", "right", help="For how many images its caption is the best."),
        Column("nouns a caption", "right"),
        Column("not seen", "right", help="The share of nouns that name nothing that was seen."),
        *(
            Column(spec, "right", help="The mean over captions that it is defined for.")
            for spec in header.metrics
        ),
    ]
    rows, keys = [], []
    for one in captioners:
        rows.append(
            [
                safe(one.name),
                f"{one.captions:,}",
                *([f"{one.failed:,}"] if has_failed else []),
                f"{one.best:,}",
                _ratio(one.nouns, one.captions),
                f"{one.invented / one.nouns:.0%}" if one.nouns else DASH,
                *(_mean_cell(header, one, spec) for spec in header.metrics),
            ]
        )
        key: list[SortValue] = [one.name, one.captions]
        key += [one.failed] if has_failed else []
        key += [one.best, one.nouns / one.captions if one.captions else None]
        key += [one.invented / one.nouns if one.nouns else None]
        keys.append(key + [one.mean(spec) for spec in header.metrics])
    return table("Captioners", columns, rows, sort_values=keys)


def _mean_cell(header: AnnotationHeader, one: CaptionerFigures, spec: str) -> str:
    undefined = one.undefined(spec)
    cell = score_cell(one.mean(spec), signature=header.signature)
    return cell + (f'<div class="undefined">undefined for {undefined:,}</div>' if undefined else "")


def _charts(
    header: AnnotationHeader,
    captioners: Sequence[CaptionerFigures],
    objects: Sequence[ObjectFigures],
) -> str:
    """Two columns: who is best and what was seen, and how values are spread."""
    columns = [
        [_best_chart(captioners), _object_chart(objects)],
        [_value_chart(header, captioners), _object_table(objects)],
    ]
    filled = ["".join(column) for column in columns if any(column)]
    return f'<div class="charts">{"".join(f"<div>{column}</div>" for column in filled)}</div>'


def _best_chart(captioners: Sequence[CaptionerFigures]) -> str:
    if len(captioners) < 2 or not any(one.best for one in captioners):
        return ""
    names = [one.name for one in captioners]
    best = BarSeries("images", [one.best for one in captioners])
    title = "How often each captioner is best"
    return figure(grouped_bars(title, names, [best], "images", decimals=0))


def _value_chart(header: AnnotationHeader, captioners: Sequence[CaptionerFigures]) -> str:
    if not header.metrics or not any(one.captions for one in captioners):
        return ""
    spec = header.metrics[0]
    values = {one.name: one.values[spec] for one in captioners}
    defined = [value for of in values.values() for value in of if not math.isnan(value)]
    return figure(distribution_chart("Values of captions", values, spec, max([1.0, *defined])))


def _object_chart(objects: Sequence[ObjectFigures]) -> str:
    if not objects:
        return ""
    shown = objects[:_MOST_BARS]
    labels, images = [one.label for one in shown], [one.images for one in shown]
    series = BarSeries("images", images)
    title = "Most frequent objects"
    return figure(grouped_bars(title, labels, [series], "images it was seen in", decimals=0))


def _object_table(objects: Sequence[ObjectFigures]) -> str:
    if not objects:
        return ""
    columns = [
        Column("object"),
        Column("images", "right", help="In how many images it was seen."),
        Column("objects", "right", help="How often it was seen in all."),
        Column("named", "right", help="The share of these images where a caption names it."),
    ]
    rows = [
        [safe(o.label), f"{o.images:,}", f"{o.objects:,}", f"{o.named / o.images:.0%}"]
        for o in objects
    ]
    keys: list[list[SortValue]] = [
        [o.label, o.images, o.objects, o.named / o.images] for o in objects
    ]
    shown = table("Objects that were seen", columns, rows, sort_values=keys)
    label = f"All {_count(len(objects), 'kind')} of objects"
    # Long, and its first rows are drawn: on paper it is left out while it is folded.
    return f'<details class="chart-table"><summary>{label}</summary>{shown}</details>'


def _ratio(total: int, count: int) -> str:
    return number_text(total / count, 1) if count else DASH


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
