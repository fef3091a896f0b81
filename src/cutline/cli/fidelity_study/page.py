"""The study of fidelity as a page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cutline.cli.fidelity_study.human import COUNTED, GIVEN, HumanAgreement
from cutline.cli.fidelity_study.study import Counted, FidelityStudy
from cutline.cli.fidelity_study.tables import count_cells, first_of
from cutline.cli.page_parts import reproduce, study_page
from cutline.reports.html_report.section import Section
from cutline.reports.theme.charts import (
    BarSeries,
    Chart,
    figure,
    grouped_bars,
    line_chart,
    scatter_chart,
)
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe

_MOST_SLIPS = 15

#: What a high correlation with HSF means, and what it does not.
_SHARED_RATIO = (
    "Semantic Fidelity is the similarity of nouns and objects times the ratio of their numbers, "
    "and HSF is that ratio alone. A correlation near 1 says that the similarity differs little "
    "from caption to caption; it does not say that people would agree with it."
)


def as_page(found: FidelityStudy) -> str:
    """Means, counts and agreement, each as a chart with its table, and how to get them again."""
    sections = []
    if found.systems and found.detectors:
        sections.append(Section("means", "Captioners by detectors", _means(found)))
    if found.systems or found.detectors:
        sections.append(Section("counts", "Nouns and objects", _counts(found)))
    if found.slips:
        sections.append(Section("slips", "Invented and missed", _slips(found)))
    if found.agreements:
        sections.append(Section("people", "Metrics and people", _people(found.agreements)))
    sections.append(reproduce(found.signatures))
    names = [each.name for each in (*found.systems, *found.detectors)]
    return study_page(
        "Fidelity of captions", sections, ", ".join(names) or "Metrics beside people."
    )


def _means(found: FidelityStudy) -> str:
    parts = []
    detectors = [each.name for each in found.detectors]
    for metric in found.metrics:
        spec = str(metric)
        values = [
            [found.value(detector, system.name, metric) for detector in detectors]
            for system in found.systems
        ]
        series = [
            BarSeries(system.name, row) for system, row in zip(found.systems, values, strict=True)
        ]
        chart = grouped_bars(f"Mean {spec}", detectors, series, spec)
        parts.append(figure(chart, "Images of which it says nothing are left out of a mean."))
    return "\n".join(parts)


def _counts(found: FidelityStudy) -> str:
    counted = [*found.systems, *found.detectors]
    heads = ("images", "mean", "least", "most", "different", "words")
    columns = [Column("counted"), *(Column(head, "right") for head in heads)]
    kinds = ["nouns of"] * len(found.systems) + ["objects of"] * len(found.detectors)
    cells = [
        [safe(f"{kind} {each.name}"), *(cell or "–" for cell in count_cells(each))]
        for kind, each in zip(kinds, counted, strict=True)
    ]
    charts = [_shares("Nouns in a caption", found.systems), _shares("Objects", found.detectors)]
    unique = grouped_bars(
        "Different nouns and objects",
        [each.name for each in counted],
        [BarSeries("different", [float(each.unique) for each in counted])],
        "different ones in all images",
        decimals=0,
    )
    drawn = "".join(figure(chart) for chart in (*filter(None, charts), unique))
    return f'<div class="charts">{drawn}</div>{table("Counts", columns, cells)}'


def _slips(found: FidelityStudy) -> str:
    columns = [
        Column("captioner"),
        Column("detector"),
        Column("names, but not seen"),
        Column("seen, but not named"),
    ]
    cells = [
        [
            safe(each.system),
            safe(each.detector),
            safe(first_of(each.invented, _MOST_SLIPS)),
            safe(first_of(each.missed, _MOST_SLIPS)),
        ]
        for each in found.slips
    ]
    return table("The most frequent, with the number of images", columns, cells)


def _shares(title: str, counted: Sequence[Counted]) -> Chart | None:
    """How many images have so many of them, a line for each captioner or detector."""
    if not counted:
        return None
    most = int(max(each.per_image.max(initial=0) for each in counted))
    xs = list(range(most + 1))
    series = {
        each.name: (
            np.bincount(each.per_image.astype(int), minlength=most + 1)
            / max(len(each.per_image), 1)
        ).tolist()
        for each in counted
    }
    return line_chart(title, xs, series, "in an image", "share of images", decimals=3)


def _people(agreements: Sequence[HumanAgreement]) -> str:
    charts = "".join(
        figure(
            scatter_chart(
                f"{each.spec} against {each.against}",
                each.human,
                each.values,
                "HSF",
                each.spec,
                each.line,
            ),
            f"rho {each.rho:.3f} ({each.interval[0]:.3f} to {each.interval[1]:.3f}), "
            f"R² {each.r_squared:.3f}, {len(each.values)} captions.",
        )
        for each in agreements
    )
    given = (
        f"{COUNTED} is counted with the nouns of the metric; {GIVEN} is what the file has."
        if any(each.against == GIVEN for each in agreements)
        else ""
    )
    return f'<p>{safe(_SHARED_RATIO)} {safe(given)}</p><div class="charts">{charts}</div>'
