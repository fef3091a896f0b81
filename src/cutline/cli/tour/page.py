"""The page of a tour: what was made and what it is, and every stop with its commands."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from cutline.benchmarks.demo import SYSTEMS, demo_run, demo_scenes
from cutline.cli.demo_folder import TOUR_TITLE
from cutline.cli.page_parts import copyable, study_page
from cutline.cli.tour.places import Places
from cutline.cli.tour.stop import Made, Shown
from cutline.cli.tour.visit import Visit
from cutline.reports.html_report.reproduce import safe_lines
from cutline.reports.html_report.section import Section
from cutline.reports.theme.caption_line import caption_line
from cutline.reports.theme.picture import picture
from cutline.reports.theme.states import state
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe

_STYLE = """
.tour-pictures .caption-line { max-width: none; font-size: 1rem }
.tour-drawing { overflow-x: auto; margin: 0 0 24px }
.tour-output { margin: 0 0 24px; font-size: .77rem }
.copyable:has(+ .tour-output) { margin-bottom: 8px }
"""
#: Pictures at the top: an everyday one, one that is less so, and one that is not.
_SHOWN = (1001, 1010, 1024)


def index_page(
    places: Places, visits: Sequence[Visit], lacking: Sequence[str], given: Sequence[Made]
) -> str:
    """The page.

    Args:
        places: where files are; links are relative to the page.
        visits: the stops in order.
        lacking: what the stops could not show from the start, in words.
        given: what was in the folder before the first stop.
    """
    sections = [
        Section("made", "What there is", _made(places, visits, lacking, given)),
        *(
            Section(visit.stop.anchor, visit.stop.headline, _visit(visit, places))
            for visit in visits
        ),
    ]
    return study_page(
        TOUR_TITLE,
        sections,
        "What Cutline does, with the command for each, on pictures that were drawn for it.",
        [_STYLE],
    )


def _made(
    places: Places, visits: Sequence[Visit], lacking: Sequence[str], given: Sequence[Made]
) -> str:
    rows = [[_link(made, places), safe(made.what), "the demonstration"] for made in given]
    for visit in visits:
        by = f'<a href="#{safe(visit.stop.anchor)}">{safe(visit.stop.headline)}</a>'
        rows += [[_link(made, places), safe(made.what), by] for made in visit.made]
    columns = [Column("file"), Column("what it is"), Column("made by")]
    return (
        f"{_pictures(places)}{_not_shown(visits, lacking)}"
        f"{table('Everything in this folder', columns, rows)}"
    )


def _pictures(places: Places) -> str:
    titles = {scene["image_id"]: str(scene["title"]) for scene in demo_scenes()}
    runs = {system: demo_run(system).captions for system in SYSTEMS}
    cards = []
    for image_id in _SHOWN:
        drawn = picture(_address(places.file(f"images/{image_id}.svg"), places), titles[image_id])
        said = (caption_line(captions[image_id][0], name) for name, captions in runs.items())
        cards.append(f'<div class="card">{drawn}{"".join(said)}</div>')
    return f'<div class="cards tour-pictures">{"".join(cards)}</div>'


def _not_shown(visits: Sequence[Visit], lacking: Sequence[str]) -> str:
    reasons = [f"{v.stop.headline}: {v.missing}" for v in visits if v.missing] + list(lacking)
    return state("empty", "Some parts were not shown", "<br>".join(map(safe, reasons))) * bool(
        reasons
    )


def _visit(visit: Visit, places: Places) -> str:
    parts = [f"<p>{safe(visit.stop.text)}</p>"]
    if visit.missing:
        parts.append(state("empty", "Not shown: a part is not installed", safe(visit.missing)))
    parts += map(_shown, visit.shown)
    for made in visit.made:
        if made.path.suffix == ".svg":
            parts.append(f'<div class="tour-drawing">{made.path.read_text(encoding="utf-8")}</div>')
    if visit.made:
        items = (f"<li>{_link(made, places)}: {safe(made.what)}</li>" for made in visit.made)
        parts.append(f"<ul>{''.join(items)}</ul>")
    parts.append(f'<p class="muted small number">It took {visit.seconds:.1f} s.</p>')
    return "\n".join(parts)


def _shown(shown: Shown) -> str:
    if not shown.lines:
        return copyable(shown.typed)
    output = safe_lines("\n".join(shown.lines))
    return f'{copyable(shown.typed)}<pre class="tour-output" tabindex="0">{output}</pre>'


def _link(made: Made, places: Places) -> str:
    name = os.path.relpath(made.path, places.folder)
    return f'<a href="{safe(_address(made.path, places))}">{safe(name)}</a>'


def _address(path: Path, places: Places) -> str:
    relative = Path(os.path.relpath(path, places.folder)).as_posix()
    return quote(relative) + ("/" if path.is_dir() else "")
