"""What Sphinx is told: parts that are made from the code, frames around tables, the theme."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from cutline.reports.theme.logo import logo
from cutline.reports.theme.style import packaged, page_style
from tools.docs.pages import expanded

_THEME = Path(__file__).parent / "theme"


class Translator(HTML5Translator):
    """Tables stand in a frame of their own, which scrolls where the page is narrow."""

    def visit_table(self, node: nodes.Element) -> None:
        """Open the frame; it can be focused, or a keyboard could not scroll it."""
        self.body.append('<div class="table-frame" tabindex="0">\n')
        super().visit_table(node)

    def depart_table(self, node: nodes.Element) -> None:
        """Close the frame."""
        super().depart_table(node)
        self.body.append("</div>\n")

    def visit_literal_block(self, node: nodes.Element) -> None:
        """Code scrolls too."""
        super_start = len(self.body)
        try:
            super().visit_literal_block(node)
        finally:
            self.body[super_start:] = [
                part.replace("<pre>", '<pre tabindex="0">') for part in self.body[super_start:]
            ]


def _expand(_app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = expanded(name, source[0])


def _give_theme(_app: Sphinx, _name: str, _template: str, context: dict[str, Any], _: Any) -> None:
    context["logo_svg"] = logo()
    context["first_script"] = packaged("first.js").strip()


def _write_theme(app: Sphinx, error: Exception | None) -> None:
    """The theme that reports, server and collection site have, from where it is kept."""
    if error is None and app.builder.format == "html":
        static = Path(app.outdir) / "_static"
        (static / "cutline.css").write_text(page_style(), encoding="utf-8")
        (static / "cutline.js").write_text(packaged("page.js"), encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Called by Sphinx."""
    app.add_html_theme("cutline", str(_THEME))
    app.set_translator("html", Translator)
    app.connect("source-read", _expand)
    app.connect("html-page-context", _give_theme)
    app.connect("build-finished", _write_theme)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
