"""The images: a few to look at first, and a list of all to search, filter and sort."""

from __future__ import annotations

from cutline.reports.html_report.section import Section
from cutline.reports.study import Study
from cutline.reports.theme.caption_line import caption_key
from cutline.reports.theme.states import state
from cutline.reports.theme.text import safe

_WHICH = {
    "best": "Best",
    "worst": "Worst",
    "disputed": "Most disputed",
}


def highlighted(study: Study) -> Section:
    """Places for the best, worst and most disputed images, which the script fills."""
    several = len(study.runs) > 1
    reasons = {
        "best": f"Highest {study.lead}" + (" on average over the systems." if several else "."),
        "worst": f"Lowest {study.lead}" + (" on average over the systems." if several else "."),
        "disputed": f"Where the systems differ most by {study.lead}."
        if several
        else "Where the metrics differ most about the rank of the caption.",
    }
    parts = [
        f"<h3>{headline}</h3><p>{safe(reasons[which])}</p>"
        f'<div class="image-cards" data-highlight="{which}">{_waiting()}</div>'
        for which, headline in _WHICH.items()
    ]
    return Section("highlights", "Images to look at first", "\n".join(parts))


def all_images(study: Study) -> Section:
    """The controls of the list and its place, which the script fills."""
    body = f"""<form class="fields" id="image-controls" role="search" hidden>
<div class="field"><label for="image-search">Search</label>
<input type="search" id="image-search" autocomplete="off" aria-describedby="image-search-help">
<p class="help" id="image-search-help">Words of captions or references, or an image id</p></div>
<div class="field" id="image-slice-field"><label for="image-slice">Slice</label>
<select id="image-slice"></select></div>
<div class="field"><label for="image-metric">Metric</label>
<select id="image-metric"></select></div>
<div class="field"><label for="image-order">Sort by</label>
<select id="image-order"></select></div>
<div class="field"><label for="image-direction" id="image-direction-label">Order</label>
<button type="button" id="image-direction" aria-labelledby="image-direction-label image-direction">
Highest first</button></div>
</form>
<p id="image-count" role="status" aria-live="polite"></p>
<nav class="pager" aria-label="Pages of images" hidden></nav>
<div class="image-cards" id="image-list">{_waiting()}</div>
<nav class="pager" aria-label="Pages of images, below" hidden></nav>
{_key(study)}"""
    return Section("images", "All images", body)


def _waiting() -> str:
    without = state(
        "empty", "Images are listed by a script, and this browser runs none.", "Allow scripts."
    )
    return f"<noscript>{without}</noscript>{state('loading', 'Loading')}"


def _key(study: Study) -> str:
    if not any(spec.startswith("meteor") for spec in study.scores[0]):
        return ""
    return f"<h3>How words are marked in METEOR's alignments</h3>{caption_key()}"
