"""The domains of a collection as one HTML page: how many images, and which classes."""

from __future__ import annotations

from cutline.benchmarks.domains import NONE, DomainFigures, Domains
from cutline.cli.domains_output import frequencies
from cutline.reports.theme.charts import BarSeries, figure, grouped_bars
from cutline.reports.theme.page import page
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe

#: Classes that a chart has.
_MOST_BARS = 12

_MEANING = (
    "An image is in-domain if all its classes were trained on, out-of-domain if none was, and "
    "near-domain if it has classes of both sorts. Where no class counts, no domain is guessed."
)


def as_page(found: Domains, name: str) -> str:
    """Images by domain, the most frequent classes of each, and every class in a table."""
    sections = {
        "domains": ("Images by domain", _images(found)),
        "frequent": ("Most frequent classes", _frequent(found)),
        "classes": ("All classes", _classes(found)),
        "left": ("Left over", _left_over(found)),
    }
    body = "\n".join(
        f'<section id="{anchor}"><h2>{headline}</h2>{content}</section>'
        for anchor, (headline, content) in sections.items()
    )
    whole = found.figures[-1]
    return page(
        f"Domains of {name}",
        body,
        navigation=[(anchor, headline) for anchor, (headline, _) in sections.items()],
        description=(
            f"{whole.images:,} images with {len(whole.training):,} training classes and "
            f"{len(whole.novel):,} novel ones."
        ),
        footer_html=safe(found.signature),
    )


def _images(found: Domains) -> str:
    rows = found.table().rows()
    counts = [(str(row[0]), float(row[1])) for row in rows[:-1]]
    names, values = zip(*counts, strict=True)
    chart = grouped_bars("Images", names, [BarSeries("images", values)], decimals=0)
    heads = ("images", "share", "training classes", "novel classes", "classes each", "objects each")
    cells = [
        [
            safe(row[0]),
            f"{row[1]:,}",
            f"{row[2]:.1%}",
            *(["", ""] if row[0] == NONE else [f"{row[3]:,}", f"{row[4]:,}"]),
            *("" if value is None else f"{value:.1f}" for value in row[5:]),
        ]
        for row in rows
    ]
    columns = [Column("domain"), *(Column(head, "right") for head in heads)]
    listed = table("Images and classes of each domain", columns, cells, sort_values=rows)
    return f"<p>{_MEANING}</p>{figure(chart)}{listed}"


def _frequent(found: Domains) -> str:
    charts = []
    for figures in found.figures[:-1]:
        rows = frequencies(figures)[:_MOST_BARS]
        names = [f"{label} (novel)" if is_novel else label for label, _, is_novel in rows]
        values = [float(images) for _, images, _ in rows]
        chart = grouped_bars(
            f"{figures.name}: images with a class", names, [BarSeries("images", values)], decimals=0
        )
        charts.append(figure(chart))
    return f'<div class="charts">{"".join(charts)}</div>'


def _classes(found: Domains) -> str:
    *of_domains, whole = found.figures
    columns = [
        Column("class"),
        Column("sort"),
        *(Column(figures.name, "right", help="images with the class") for figures in of_domains),
        Column("all", "right"),
    ]
    cells: list[list[str]] = []
    keys: list[list[SortValue]] = []
    for label, images, is_novel in frequencies(whole):
        counts = [_images_with(figures, label, is_novel) for figures in of_domains]
        sort = "novel" if is_novel else "training"
        cells.append([safe(label), sort, *(f"{count:,}" for count in (*counts, images))])
        keys.append([label, sort, *map(float, (*counts, images))])
    return table("Images with each class", columns, cells, sort_values=keys)


def _images_with(figures: DomainFigures, label: str, is_novel: bool) -> int:
    return (figures.novel if is_novel else figures.training).get(label, 0)


def _left_over(found: Domains) -> str:
    def listed(labels: tuple[str, ...]) -> str:
        return safe(", ".join(labels)) or "none"

    class_map = found.rule.class_map
    parts = ", ".join(f"{label} ({images:,})" for label, images in found.ignored.items())
    rows = [
        ["images without a class that counts", f"{len(found.without_class):,}"],
        ["training classes in no image", listed(found.unseen)],
        ["training classes without a counterpart", listed(class_map.without_counterpart)],
        ["parts left out of account, with their images", safe(parts) or "none"],
        ["classes that the hierarchy does not have", listed(found.outside_hierarchy)],
    ]
    columns = [Column("what", sortable=False), Column("which", sortable=False)]
    return table("What no domain has", columns, rows)
