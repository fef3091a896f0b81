"""A part of the report."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.reports.theme.text import safe


@dataclass(frozen=True)
class Section:
    """A headline, what stands below it, and the name that links lead to."""

    anchor: str
    headline: str
    body_html: str

    def html(self) -> str:
        """The whole section."""
        name = safe(self.anchor)
        return (
            f'<section id="{name}" aria-labelledby="{name}-headline">\n'
            f'<h2 id="{name}-headline">{safe(self.headline)}</h2>\n{self.body_html}\n</section>'
        )
