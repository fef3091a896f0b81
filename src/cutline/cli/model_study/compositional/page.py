"""The study as a page."""

from __future__ import annotations

import base64

from cutline.cli.model_study.compositional.examples import PairScene, examples
from cutline.cli.model_study.compositional.study import OTHERS, ModelStudy
from cutline.cli.model_study.compositional.tables import about
from cutline.cli.model_study.spread import spread_text
from cutline.cli.model_study.training_table import training_table
from cutline.cli.page_parts import reproduce, study_page
from cutline.datasets.world.drawing import HEIGHT, WIDTH
from cutline.datasets.world.pictures import scene_drawing
from cutline.reports.html_report.section import Section
from cutline.reports.theme.caption_line import caption_line
from cutline.reports.theme.charts import (
    BarSeries,
    IntervalRow,
    figure,
    grouped_bars,
    interval_chart,
)
from cutline.reports.theme.picture import PictureBox, picture
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe

_PAIR_CHART = ("up-down", "butr", "butr + re-ranking", "up-down, full")

_CONTROL = (
    "A wide beam holds more of a scene than its first captions say, in any order. How much of the "
    "gain is the ranking's own is told by the same captions in random order."
)


def as_page(found: ModelStudy) -> str:
    """Recall, pairs, scenes to look at, what was trained, and how to get all of it again."""
    sections = [
        Section("recall", "Recall of pairs", _recall(found)),
        Section("gains", "What data and ranking give", _differences(found)),
        Section("pairs", "By pair", _pairs(found)),
        Section("scenes", "Scenes", _scenes(found)),
        Section(
            "training", "Training", training_table((one.task.name, one) for one in found.written)
        ),
        reproduce(found.signatures),
    ]
    return study_page("Captioners and pairs they never saw", sections, about(found))


def _recall(found: ModelStudy) -> str:
    rows = []
    for system in found.systems:
        recall = found.recall_of(system)
        rows.append(IntervalRow(system, recall.mean, min(recall.values), max(recall.values)))
    chart = interval_chart("Pair recall@5 of each system", rows, "pair recall@5")
    seeds = [Column(f"seed {seed}", "right") for seed in found.settings.seeds]
    columns = [Column("system"), Column("recall@5", "right"), *seeds]
    columns += [Column(spec, "right") for spec in OTHERS]
    cells = [
        [
            safe(system),
            spread_text(found.recall_of(system)),
            *(f"{value:.3f}" for value in found.recall_of(system).values),
            *(spread_text(found.figure(system, spec)) for spec in OTHERS),
        ]
        for system in found.systems
    ]
    note = "Dots are means over seeds, lines reach from the lowest seed to the highest."
    caption = "Means and standard deviations over seeds, on scenes that show a held-out pair"
    return f"{figure(chart, note)}{table(caption, columns, cells)}"


def _differences(found: ModelStudy) -> str:
    columns = [Column("the gain of"), Column("recall@5", "right")]
    cells = [
        [safe(name), spread_text(spread, signed=True)] for name, spread in found.differences.items()
    ]
    caption = "Differences seed by seed, their means and standard deviations"
    return f"<p>{safe(_CONTROL)}</p>{table(caption, columns, cells)}"


def _pairs(found: ModelStudy) -> str:
    names = [str(pair) for pair in found.pairs]
    series = [
        BarSeries(system, [found.recall_of(system, name).mean for name in names])
        for system in _PAIR_CHART
    ]
    chart = grouped_bars("Recall@5 by pair", names, series, "recall@5")
    columns = [Column("system"), *(Column(name, "right") for name in names)]
    cells = [["scenes that ask for it", *(str(found.asking(name)) for name in names)]]
    cells += [
        [safe(system), *(spread_text(found.recall_of(system, name)) for name in names)]
        for system in found.systems
    ]
    return f"{figure(chart)}{table('Recall@5 by pair, over seeds', columns, cells)}"


def _scenes(found: ModelStudy) -> str:
    cards = "".join(_card(example) for example in examples(found))
    told = (
        f"One scene of seed {found.settings.seeds[0]} for each pair, with the five captions of "
        f"systems, the best first; where there is one, a scene in which re-ranking found the pair."
    )
    return f'<p>{safe(told)}</p><div class="image-cards">{cards}</div>'


def _card(example: PairScene) -> str:
    scene = example.scene
    code = base64.b64encode(scene_drawing(scene).encode()).decode()
    boxes = [PictureBox(item.label, item.box) for item in scene.objects]
    shown = picture(
        f"data:image/svg+xml;base64,{code}", scene.captions[0], boxes=boxes, size=(WIDTH, HEIGHT)
    )
    lines = []
    for said in example.said:
        verdict = "has the pair" if said.has_pair else "has it not"
        best, *others = said.captions
        rest = "".join(f"<li>{safe(caption)}</li>" for caption in others)
        lines.append(f'<p class="image-name">{safe(said.system)}: {verdict}</p>')
        lines.append(f'{caption_line(best)}<ul class="references">{rest}</ul>')
    references = "".join(f"<li>{safe(text)}</li>" for text in scene.captions)
    return (
        f'<div class="image-card">{shown}<div class="image-words">'
        f"<h3>{safe(example.pair)}</h3>{''.join(lines)}"
        f'<details><summary>References</summary><ul class="references">{references}</ul></details>'
        f"</div></div>"
    )
