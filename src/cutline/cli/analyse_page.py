"""An analysis of captions as one HTML page."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.benchmarks.dataset_analysis import Analysis
from cutline.cli.analyse_charts import length_chart, ngram_chart, object_charts, part_chart
from cutline.cli.analyse_figures import (
    CAPTION_FIGURES,
    PER,
    Figure,
    class_note,
    ngram_rows,
    object_figures,
    overlap_rows,
    part_heads,
    part_rows,
    sample_text,
    signatures,
    typical_rows,
)
from cutline.cli.page_parts import command_line_text, copyable, page_style
from cutline.reports.theme.page import page
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe

#: A table beside a chart has half the width, and its last column is what two sets differ by.
_STYLE = "@media (min-width: 601px) { .charts .row-name { max-width: 15em } }\n"


def as_page(found: Analysis) -> str:
    """Charts of both sets, and the same figures in tables."""
    names = [one.name for one in found.sets]
    parts = {
        "captions": ("Captions", _captions(found)),
        "ngrams": ("N-grams", _ngrams(found)),
        "parts": ("Parts of speech", _parts(found)),
        "words": ("Words", _words(found)),
        "objects": ("Objects", _objects(found)),
        "reproduce": ("Reproduce", _reproduce(found)),
    }
    shown = {name: part for name, part in parts.items() if part[1]}
    body = "\n".join(
        f'<section id="{name}" aria-labelledby="{name}-headline">'
        f'<h2 id="{name}-headline">{headline}</h2>{content}</section>'
        for name, (headline, content) in shown.items()
    )
    sizes = "; ".join(
        f"{one.name}: {one.captions:,} captions of {one.images:,} images" for one in found.sets
    )
    return page(
        f"{names[0]} and {names[1]}" if len(names) == 2 else f"The captions of {names[0]}",
        body,
        navigation=[(name, headline) for name, (headline, _) in shown.items()],
        description=f"{sizes}.",
        styles=[page_style(), _STYLE],
    )


def _heads(found: Analysis) -> list[str]:
    return [*(one.name for one in found.sets), *(["difference"] if found.shared else [])]


def _table(caption: str, first: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    columns = [
        Column(first, sortable=False),
        *(Column(head, "right", sortable=False) for head in heads),
    ]
    return table(caption, columns, [[safe(cell) for cell in row] for row in rows])


def _figure_table(caption: str, found: Analysis, figures: Sequence[Figure]) -> str:
    heads = _heads(found)
    columns = [
        Column("figure", sortable=False),
        *(Column(head, "right", sortable=False) for head in heads),
    ]
    cells = []
    for figure in figures:
        told = f'<span class="muted">{safe(figure.help)}</span>'
        name = f'<div class="row-name">{safe(figure.label.strip())}<br>{told}</div>'
        values = [*map(figure.text, found.sets), figure.difference(found)]
        cells.append([name, *map(safe, values[: len(heads)])])
    return table(caption, columns, cells)


def _captions(found: Analysis) -> str:
    figures = _figure_table("All captions", found, CAPTION_FIGURES)
    return f'<div class="charts">{length_chart(found)}{figures}</div>'


def _ngrams(found: Analysis) -> str:
    names = [one.name for one in found.sets]
    cells = []
    for name, *values in ngram_rows(found):
        means, spreads = values[: 2 * len(names) : 2], values[1 : 2 * len(names) : 2]
        joined = [f"{m} ± {s}" if s else m for m, s in zip(means, spreads, strict=True)]
        cells.append([name, *joined, *values[2 * len(names) :]])
    caption = f"Different n-grams in samples of {sample_text(found)}: mean and standard deviation"
    rows = _table(caption, "n", _heads(found), cells)
    return f'<div class="charts">{ngram_chart(found)}{rows}</div>'


def _parts(found: Analysis) -> str:
    rows = part_rows(found)
    if not rows:
        return ""
    heads = part_heads(found)
    caption = "Share of words, words a caption, and captions that have any"
    return (
        f'<div class="charts">{part_chart(found)}</div>'
        f"{_table(caption, 'part of speech', heads, rows)}"
    )


def _words(found: Analysis) -> str:
    if found.shared is None:
        return ""
    parts = [
        _table(
            "Different words, in all captions and in samples of one size",
            "words",
            ["all captions", "samples"],
            overlap_rows(found),
        ),
        "<p>The words below tell the sets apart: the log-odds of a word in one and in the other, "
        "under a prior of both sets together, divided by its standard deviation "
        "(Monroe et al. 2008).</p>",
    ]
    names = [one.name for one in found.sets]
    typical = found.shared.typical
    heads = [*names, "z"]
    tables = []
    for name, words in zip(names, (typical.first, typical.second), strict=True):
        if words:
            rows = typical_rows(found, words)
            tables.append(_table(f"Typical of {name}: uses per {PER:,} words", "word", heads, rows))
        else:
            tables.append(f"<p>No word is typical of {safe(name)}.</p>")
    return "\n".join([*parts, f'<div class="charts">{"".join(tables)}</div>'])


def _objects(found: Analysis) -> str:
    figures = object_figures(found)
    if not figures:
        return ""
    note = "".join(f'<p class="muted">{safe(text)}</p>' for text in class_note(found))
    charts = "".join(object_charts(found))
    rows = _figure_table("Objects of annotated images", found, figures)
    return f'<div class="charts">{charts}{rows}</div>{note}'


def _reproduce(found: Analysis) -> str:
    return (
        f"<p>The command that made this page:</p>{copyable(command_line_text())}"
        f"<p>What the figures were computed with:</p>{copyable(chr(10).join(signatures(found)))}"
    )
