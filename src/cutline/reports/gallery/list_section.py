"""The list of images: controls for the script, and the first cards."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.datasets.annotated_images import AnnotationHeader
from cutline.reports.html_report.section import Section
from cutline.reports.theme.states import state
from cutline.reports.theme.text import safe

#: As many cards are shown at a time; so many are in the page itself.
FIRST = 24

_CONTROLS = """<form class="fields" id="gallery-controls" role="search" hidden>
<div class="field"><label for="gallery-search">Search</label>
<input type="search" id="gallery-search" autocomplete="off" aria-describedby="gallery-search-help">
<p class="help" id="gallery-search-help">Captions, objects, image ids</p></div>
<div class="field"><label for="gallery-filter">Show</label>
<select id="gallery-filter"></select></div>
<div class="field" id="gallery-object-field"><label for="gallery-object">Object</label>
<select id="gallery-object"></select></div>
<div class="field" id="gallery-metric-field"><label for="gallery-metric">Metric</label>
<select id="gallery-metric"></select></div>
<div class="field"><label for="gallery-order">Sort by</label>
<select id="gallery-order"></select></div>
<div class="field"><label for="gallery-direction" id="gallery-direction-label">Order</label>
<button type="button" id="gallery-direction"
aria-labelledby="gallery-direction-label gallery-direction">First first</button></div>
</form>
<p id="gallery-count" role="status" aria-live="polite"></p>
<nav class="pager" aria-label="Pages of images" hidden></nav>"""
_PAGER_BELOW = '<nav class="pager" aria-label="Pages of images, below" hidden></nav>'

#: Each mark as it looks, and what it says.
_KEY = (
    ('<span class="match exact">same</span>', "the object’s own name"),
    ('<span class="match synonym">synonym</span>', "another word for it"),
    ('<span class="match stem">kind of, includes</span>', "a narrower, wider or looser word"),
    ('<span class="match paraphrase">similar</span>', "a word that is near"),
    ('<s class="match invented">not seen</s>', "names nothing that was seen"),
    ('<span class="chip missed">missed</span>', "seen, and in no caption"),
)


def list_section(header: AnnotationHeader, cards: Sequence[str]) -> Section:
    """The images, as many as the page itself holds."""
    if not cards:
        nothing = state("empty", "No images were annotated.", "Name pictures that can be read.")
        return Section("images", "Images", nothing)
    first = "\n".join(cards[:FIRST])
    body = (
        f"{_intro(header)}{_key()}{_CONTROLS}{_without_scripts(len(cards))}"
        f'<div class="gallery" id="gallery-list">\n{first}\n</div>\n{_PAGER_BELOW}'
    )
    return Section("images", "Images", body)


def _intro(header: AnnotationHeader) -> str:
    value = f" Beside each caption stands its {safe(header.metrics[0])}." if header.metrics else ""
    return (
        f"<p>Underlined nouns mean objects that were seen; point at a noun, a chip or a box to see "
        f"what belongs together.{value}</p>"
    )


def _key() -> str:
    items = "".join(f"<li>{mark} <span>{safe(said)}</span></li>" for mark, said in _KEY)
    return f'<ul class="caption-key">{items}</ul>'


def _without_scripts(count: int) -> str:
    if count <= FIRST:
        return ""
    told = f"These are the first {FIRST} of {count:,} images. Allow scripts to see all."
    return f"<noscript><p>{told}</p></noscript>"
