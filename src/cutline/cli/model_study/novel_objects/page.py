"""The study as a page."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from cutline.cli.model_study.novel_objects.setting import Setting
from cutline.cli.model_study.novel_objects.study import METRIC, NovelStudy
from cutline.cli.model_study.novel_objects.tables import (
    about,
    system_cells,
    word_cells,
)
from cutline.cli.model_study.spread import spread_text
from cutline.cli.model_study.training_table import training_table
from cutline.cli.page_parts import reproduce, study_page
from cutline.datasets.world import Scene
from cutline.datasets.world.drawing import HEIGHT, WIDTH
from cutline.datasets.world.pictures import scene_drawing
from cutline.datasets.world.types import DOMAINS
from cutline.reports.html_report.section import Section
from cutline.reports.theme.caption_line import Mark, caption_line
from cutline.reports.theme.charts import BarSeries, figure, grouped_bars
from cutline.reports.theme.picture import PictureBox, picture
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe

#: Scenes of each domain to look at.
_SHOWN = 3

_ROWS = (
    "Up-Down learns its words from captions alone. With embeddings its words are frozen vectors, "
    "tied as input and output. Constrained beam search (CBS) has that captioner mention at least "
    "one of the three surest detections, or two of what is really there (gold boxes). Neural Baby "
    "Talk (NBT) and DNOC have slots that detections fill. People are one reference of each scene, "
    "which nobody is scored against."
)
_WORDS = (
    "A caption is right to name a class where any reference names it. F1 is that of each class "
    "over all test scenes; any word for the class counts, in the singular or the plural."
)


def as_page(found: NovelStudy) -> str:
    """Scores by domain, novel words, gains, scenes, what was trained, and how to get it again."""
    sections = [
        Section("domains", "Scores by domain", _domains(found)),
        Section("words", "Novel words", _words(found)),
        Section("gains", "What each part gives", _gains(found)),
        Section("scenes", "Scenes", _scenes(found)),
        Section(
            "training",
            "Training",
            training_table((done.task.model, done) for done in found.trained),
        ),
        reproduce(found.signatures),
    ]
    return study_page("Captioners and things they never saw", sections, about(found))


def _domains(found: NovelStudy) -> str:
    series = [
        BarSeries(domain, [found.cider(system, domain).mean for system in found.systems])
        for domain in DOMAINS
    ]
    chart = grouped_bars(f"{METRIC} by domain", list(found.systems), series, METRIC)
    heads = (*DOMAINS, "all", "novel F1", "constraints met")
    columns = [Column("system"), *(Column(head, "right") for head in heads)]
    cells = [[safe(system), *system_cells(found, system)] for system in found.systems]
    caption = f"{METRIC} by domain, F1 of novel words, and captions that do as they are asked"
    return f"<p>{safe(_ROWS)}</p>{figure(chart)}{table(caption, columns, cells)}"


def _words(found: NovelStudy) -> str:
    series = [BarSeries("F1", [found.f1(system).mean for system in found.systems])]
    chart = grouped_bars("F1 of novel words", list(found.systems), series, "mean over classes")
    heads = (*found.settings.novel, "named rightly")
    columns = [Column("system"), *(Column(head, "right") for head in heads)]
    cells = [[safe(system), *word_cells(found, system)] for system in found.systems]
    return f"<p>{safe(_WORDS)}</p>{figure(chart)}{table('F1 by class', columns, cells)}"


def _gains(found: NovelStudy) -> str:
    heads = (f"{METRIC}, {DOMAINS[-1]}", "novel F1")
    columns = [Column("the gain of"), *(Column(head, "right") for head in heads)]
    cells = [
        [safe(name), *(spread_text(spread, signed=True) for spread in spreads)]
        for name, spreads in found.differences.items()
    ]
    return table("Differences seed by seed, their means and deviations", columns, cells)


def _scenes(found: NovelStudy) -> str:
    seed = found.settings.seeds[0]
    setting = found.worlds[seed]
    parts = []
    for domain in DOMAINS:
        cards = "".join(_card(found, setting, scene, seed) for scene in _chosen(setting, domain))
        parts.append(f'<h3>{safe(domain)}</h3><div class="image-cards">{cards}</div>')
    told = (
        f"The first test scenes of seed {seed} with two things or more. Underlined are words for "
        f"novel things that are there; struck, words for novel things that are not."
    )
    return f"<p>{safe(told)}</p>{''.join(parts)}"


def _chosen(setting: Setting, domain: str) -> list[Scene]:
    scenes = [scene for scene in setting.tests if scene.domain == domain]
    return [scene for scene in scenes if len(scene.objects) > 1][:_SHOWN]


def _card(found: NovelStudy, setting: Setting, scene: Scene, seed: int) -> str:
    code = base64.b64encode(scene_drawing(scene).encode()).decode()
    boxes = [PictureBox(item.label, item.box) for item in scene.objects]
    shown = picture(
        f"data:image/svg+xml;base64,{code}", scene.captions[0], boxes=boxes, size=(WIDTH, HEIGHT)
    )
    said = {
        system: found.written[system, seed].captions[scene.image_id] for system in found.systems
    }
    lines = [
        f'<p class="image-name">{safe(system)}</p>{caption_line(_marked(setting, scene, text))}'
        for system, text in said.items()
    ]
    references = "".join(f"<li>{safe(text)}</li>" for text in scene.captions[1:])
    return (
        f'<div class="image-card">{shown}<div class="image-words">{"".join(lines)}'
        f'<details><summary>References</summary><ul class="references">{references}</ul></details>'
        f"</div></div>"
    )


def _marked(setting: Setting, scene: Scene, caption: str) -> Iterator[tuple[str, Mark]]:
    """The words of a caption, those for novel things with a mark."""
    there = {item.label for item in scene.objects}
    label_of = {
        phrase[-1]: label for label in setting.novel for phrase in setting.constraint(label).phrases
    }
    for word in caption.split():
        label = label_of.get(word.lower().strip("."))
        yield word, "" if label is None else "exact" if label in there else "invented"
