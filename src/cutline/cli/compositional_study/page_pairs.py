"""Every pair on the page, with images to look at."""

from __future__ import annotations

from cutline.cli.compositional_study.examples import PairExample, Said, examples_of
from cutline.cli.compositional_study.page_recall import (
    highest_of,
    is_small,
    part_score,
    row_name,
)
from cutline.cli.compositional_study.recalls import Part
from cutline.cli.compositional_study.study import CompositionalStudy
from cutline.cli.compositional_study.words import counted
from cutline.reports.html_report.section import Section
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe
from cutline.reports.wording import level_text


def pairs(found: CompositionalStudy) -> Section:
    """A table of all pairs, then examples of each, folded away."""
    small = any(is_small(part, found) for part in found.pairs)
    note = (
        '<p class="muted">Pairs marked small have too few images to say much by themselves.</p>'
        if small
        else ""
    )
    shown = "\n".join(_examples(part, found) for part in found.pairs)
    intro = (
        "<h3>Examples</h3>\n<p>Of each pair some images: where runs differ, where all say it, and "
        "where none does.</p>"
    )
    return Section("pairs", "Every pair", f"{_table(found)}\n{note}\n{intro}\n{shown}")


def _table(found: CompositionalStudy) -> str:
    columns = [
        Column("pair"),
        Column("category"),
        Column("images", "right"),
        Column("agree", "right", help="references that have the pair, where any has it"),
        *(Column(system, "right") for system in found.systems),
    ]
    of_pair = {of.pair.name: of for of in found.agreement.pairs}
    highest = highest_of(found.pairs)
    cells, keys = [], []
    for part in found.pairs:
        of = of_pair[part.label]
        mean = float("nan") if of.mean is None else of.mean
        cells.append(
            [
                row_name(part, found),
                safe(of.pair.category),
                f"{part.images:,}",
                f"{mean:.2f}",
                *(part_score(part, run, highest=highest) for run in range(len(found.systems))),
            ]
        )
        key: list[SortValue] = [part.label, of.pair.category, float(part.images), mean]
        keys.append([*key, *(score.value for score in part.recall.scores)])
    level = level_text(found.curve.level)
    caption = f"Pair recall@{found.metric.k} of every pair, with {level}s"
    return table(caption, columns, cells, sort_values=keys)


def _examples(part: Part, found: CompositionalStudy) -> str:
    pair = found.metric.chosen.pair(part.label)
    images = examples_of(pair, found.recalls, found.found, found.runs)
    cards = "\n".join(_card(example) for example in images)
    return (
        f"<details><summary>{safe(part.label)}, {counted(part.images, 'image')}</summary>\n"
        f'<div class="image-cards">{cards}</div></details>'
    )


def _card(example: PairExample) -> str:
    said = "".join(_line(one) for one in example.said)
    holding = [text for text, holds in example.references if holds]
    rest = [text for text, holds in example.references if not holds]
    references = "".join(f"<li>{safe(text)} {_CHIP_ASKS}</li>" for text in holding)
    references += "".join(f"<li>{safe(text)}</li>" for text in rest)
    has = "has" if len(holding) == 1 else "have"
    count = f"{len(holding)} of {counted(len(example.references), 'reference')} {has}"
    return (
        f'<div class="image-card"><div class="image-words"><p class="image-name">image '
        f"{safe(str(example.image_id))}</p>{said}"
        f"<details><summary>{count} the pair</summary>"
        f'<ul class="references">{references}</ul></details></div></div>'
    )


_CHIP_ASKS = '<span class="chip">asks for it</span>'


def _line(said: Said) -> str:
    if said.rank is None:
        chip = '<span class="chip">not said</span>'
    else:
        where = "" if said.rank == 1 else f" in caption {said.rank}"
        chip = f'<span class="chip good">said{where}</span>'
    return (
        f'<p class="caption-line"><span><span class="caption-note">{safe(said.who)}</span> '
        f'{safe(said.caption)}</span><span class="value">{chip}</span></p>'
    )
