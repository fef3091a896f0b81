"""A study: the comparison, slices, and images that the runs dispute."""

from __future__ import annotations

from cutline.reports.html_report.slices import slices
from cutline.reports.notebook.comparison import comparison_body
from cutline.reports.notebook.fragment import fragment
from cutline.reports.study import Study
from cutline.reports.theme.text import safe
from cutline.reports.wording import value_text

_MOST_DISPUTED = 3
_MOST_REFERENCES = 3


def study_html(study: Study) -> str:
    """What was found, by slice too, and the images where the runs differ most."""
    parts = [comparison_body(study.comparison)]
    if (sliced := slices(study)) is not None:
        parts.append(sliced.body_html)
    if places := study.disputed(_MOST_DISPUTED):
        parts.append(f"<h3>Most disputed by {safe(study.lead)}</h3>")
        cards = "\n".join(_card(study, place) for place in places)
        parts.append(f'<div class="image-cards">{cards}</div>')
    return fragment("\n".join(parts))


def _card(study: Study, place: int) -> str:
    values = study.values(study.lead)
    said = "".join(
        f'<p class="caption-line"><span><span class="caption-note">{safe(system)}</span> '
        f"{_caption(study.caption(run, place))}</span> "
        f'<span class="value">{value_text(values[run, place])}</span></p>'
        for run, system in enumerate(study.systems)
    )
    references = study.references(place)
    lines = [safe(line) for line in references[:_MOST_REFERENCES]]
    if len(references) > len(lines):
        lines.append(f"and {len(references) - len(lines):,} more")
    listed = "".join(f'<li dir="auto">{line}</li>' for line in lines)
    return (
        f'<article class="image-card"><div class="image-words">'
        f'<h4 class="image-name">Image {safe(str(study.image_ids[place]))}</h4>{said}'
        f'<ul class="references">{listed}</ul></div></article>'
    )


def _caption(caption: str) -> str:
    return f"<bdi>{safe(caption)}</bdi>" if caption.strip() else "<em>(empty)</em>"
