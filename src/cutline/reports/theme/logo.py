"""The logo: a picture, and under it a short heavy line."""

from __future__ import annotations

from cutline.reports.theme.text import safe


def logo(label: str = "") -> str:
    """The logo as inline SVG in the colour of the text around it.

    Without a label it is an ornament, beside words that say the same.

    >>> "aria-hidden" in logo(), "aria-hidden" in logo("Cutline")
    (True, False)
    """
    named = f'role="img" aria-label="{safe(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg class="logo" {named} viewBox="0 0 28 28" width="28" height="28" focusable="false">'
        '<rect x="3" y="3" width="22" height="15" rx="1.5" fill="none" stroke="currentColor" '
        'stroke-width="2"/><rect x="3" y="22" width="13" height="3.5" fill="currentColor"/></svg>'
    )
