"""The frame of every page: one HTML document that asks nothing of the network."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.reports.theme.logo import logo
from cutline.reports.theme.style import packaged, page_style
from cutline.reports.theme.text import safe

#: Nothing is fetched but pictures that the page itself names.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "img-src 'self' data: file: https: http:; form-action 'self'; base-uri 'none'"
)


def page(
    title: str,
    body_html: str,
    *,
    navigation: Sequence[tuple[str, str]] = (),
    description: str = "",
    scripts: Sequence[str] = (),
    styles: Sequence[str] = (),
    data_html: str = "",
    footer_html: str = "",
) -> str:
    """A complete page. Scripts and data stand at the very end, so the first paint never waits.

    Args:
        title: the headline, and the name of the page.
        body_html: what stands between header and footer.
        navigation: the anchor and the label of each section, such as `("slices", "Slices")`.
        description: a sentence below the headline.
        scripts: JavaScript that runs after the theme's own, which sorts tables and copies text.
        styles: CSS of this page alone, after the theme's own.
        data_html: what scripts read, such as `<script type="application/json">` blocks.
        footer_html: the last line of the page.

    >>> page("Scores", "<p>None yet.</p>").startswith("<!DOCTYPE html>")
    True
    """
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        _head(title, description, styles),
        "<body>",
        '<a class="skip" href="#main">Skip to the content</a>',
        _header(title, description),
        _navigation(navigation),
        f'<main id="main" tabindex="-1">\n{body_html}\n</main>',
        f'<footer class="page-footer">{footer_html}</footer>' if footer_html else "",
        data_html,
        *(
            f"<script>\n{_unended(script)}\n</script>"
            for script in (packaged("page.js"), packaged("table.js"), *scripts)
        ),
        "</body>",
        "</html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _head(title: str, description: str, styles: Sequence[str]) -> str:
    about = f'<meta name="description" content="{safe(description)}">\n' if description else ""
    return (
        '<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{safe(title)}</title>\n{about}<link rel="icon" href="data:,">\n'
        # Before the first paint, or a page in the other theme would flash.
        f"<script>{packaged('first.js').strip()}</script>\n"
        + "".join(f"<style>\n{style}\n</style>\n" for style in (page_style(), *styles))
        + "</head>"
    )


def _header(title: str, description: str) -> str:
    below = f'<p class="page-description">{safe(description)}</p>' if description else ""
    return (
        '<header class="page-header">\n'
        f'<p class="brand">{logo()}<span>Cutline</span></p>\n'
        '<button type="button" class="theme-switch" hidden></button>\n'
        f"<h1>{safe(title)}</h1>\n{below}</header>"
    )


def _navigation(sections: Sequence[tuple[str, str]]) -> str:
    if not sections:
        return ""
    links = "".join(
        f'<li><a href="#{safe(anchor)}">{safe(label)}</a></li>' for anchor, label in sections
    )
    return f'<nav class="page-navigation" aria-label="Sections"><ul>{links}</ul></nav>'


def _unended(script: str) -> str:
    """A script that cannot end its own element: `<\\/` says the same in JavaScript's strings."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
