"""The study of word agreement as a page: precision against recall, with the model's curve."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.benchmarks.word_agreement import (
    PrecisionAtHumanRecall,
    WordAgreement,
    model_precision,
)
from cutline.benchmarks.word_agreement.agreement import ALL_WORDS, part_masks
from cutline.benchmarks.word_agreement.parts_of_speech import OTHER
from cutline.cli.word_agreement_study.inputs import Study
from cutline.cli.word_agreement_study.names import usual_names
from cutline.cli.word_agreement_study.page_tables import (
    model_table,
    part_table,
    system_table,
    word_table,
)
from cutline.cli.word_agreement_study.tables import FILLED_UP
from cutline.reports.theme.charts import Chart, figure, line_chart, scatter_chart
from cutline.reports.theme.page import page
from cutline.reports.theme.text import safe

_GRID = np.linspace(0, 1, 101)
#: Lines that a chart can tell apart.
_MOST_LINES = 7


def as_page(found: Study) -> str:
    """Charts and all tables as one HTML page."""
    agreement = found.agreement
    use = agreement.use
    sections = {
        "words": ("Precision and recall", _charts(found)),
        "references": ("Fewer references", _by_k(found)),
    }
    if found.systems:
        sections["systems"] = ("Systems", _systems(found))
    tables = part_table(agreement) + model_table(agreement) + word_table(agreement)
    sections["figures"] = ("All figures", tables)
    body = "\n".join(
        f'<section id="{name}"><h2>{headline}</h2>{content}</section>'
        for name, (headline, content) in sections.items()
    )
    signatures = [agreement.signature, *(system.signature for system in found.systems)]
    return page(
        f"Word agreement in {use.name}",
        body,
        navigation=[(name, headline) for name, (headline, _) in sections.items()],
        description=(
            f"One caption against up to {agreement.ks[-1]} others: {len(use):,} words in "
            f"{len(use.image_ids):,} images."
        ),
        footer_html="<br>".join(map(safe, signatures)),
    )


def _charts(found: Study) -> str:
    agreement = found.agreement
    last = len(agreement.ks) - 1
    masks = [(part, mask) for part, mask in part_masks(agreement.use) if part != OTHER]
    drawn = []
    # All words first, then the parts of speech, unless there is only one.
    for part, mask in [masks[-1], *(masks[:-1] if len(masks) > 2 else [])]:
        names = found.names if part == ALL_WORDS else usual_names(agreement, mask)
        title = "All words" if part == ALL_WORDS else f"{part.capitalize()}s"
        drawn.append((_scatter(agreement, last, title, mask, names), int(mask.sum())))
    return _figures(
        [
            (chart, f"{words:,} words; the curve is the model's, for k = {agreement.ks[last]}.")
            for chart, words in drawn
        ]
    )


def _scatter(
    agreement: WordAgreement,
    row: int,
    title: str,
    mask: NDArray[np.bool_],
    names: Sequence[str],
) -> Chart:
    numbers = np.flatnonzero(mask)
    place_of = {int(number): place for place, number in enumerate(numbers)}
    known = ((agreement.use.number_of[name], name) for name in names)
    k = agreement.ks[row]
    return scatter_chart(
        f"{title}, k = {k}",
        agreement.recall[row][numbers],
        agreement.precision[row][numbers],
        "human recall",
        "human precision",
        curve=(_GRID, model_precision(_GRID, k)),
        names={place_of[number]: name for number, name in known if number in place_of},
    )


def _by_k(found: Study) -> str:
    agreement = found.agreement
    everything = np.ones(len(agreement.words), dtype=np.bool_)
    charts = [
        (
            _scatter(agreement, row, "All words", everything, found.names),
            f"The same words with {k} caption{'' if k == 1 else 's'} for reference.",
        )
        for row, k in enumerate(agreement.ks[:-1])
    ]
    words = sorted(
        found.names, key=lambda name: agreement.recall[-1][agreement.use.number_of[name]]
    )
    step = max(1, -(-len(words) // _MOST_LINES))
    lines = {
        name: agreement.precision[:, agreement.use.number_of[name]].tolist()
        for name in words[::step]
    }
    chart = line_chart(
        "Precision by the number of references", agreement.ks, lines, "k", "precision"
    )
    return _figures([(chart, "Recall stays the same; precision rises."), *charts])


def _systems(found: Study) -> str:
    charts = [
        (
            _system_chart(system),
            "A dot for each word; on the line a system is as precise as people.",
        )
        for system in found.systems
    ]
    return f"<p>{safe(FILLED_UP)}</p>{system_table(found.systems)}{_figures(charts)}"


def _system_chart(system: PrecisionAtHumanRecall) -> Chart:
    return scatter_chart(
        f"{system.system}, k = {system.k}",
        system.found.human_precision,
        system.found.precision,
        "human precision",
        "precision at human recall",
        (1.0, 0.0),
    )


def _figures(charts: list[tuple[Chart, str]]) -> str:
    drawn = "\n".join(figure(chart, caption) for chart, caption in charts)
    return f'<div class="charts">{drawn}</div>'
