"""A piece of HTML in the theme, for the output of a cell."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import resources

from cutline.reports.notebook.needed_rules import needed_rules
from cutline.reports.theme.palette import DARK, LIGHT, MONO, SANS, SERIES, SERIF
from cutline.reports.theme.style import packaged

#: The size of text in notebooks. What the theme counts in `rem` would depend on the page around.
_BASE = 14
_BASE_RULE = (
    f"font: {_BASE}px/1.55 var(--sans); color: var(--ink); background: var(--paper); "
    "text-align: left; padding: 4px; overflow-x: auto"
)

#: How Jupyter, VS Code, and then pages such as Sphinx's, Colab's and our own, say their theme.
_LIGHT_HOSTS = ('[data-jp-theme-light="true"]', ".vscode-light", '[data-theme="light"]')
_DARK_HOSTS = (
    '[data-jp-theme-light="false"]',
    ".vscode-dark",
    '[data-theme="dark"]',
    '[theme="dark"]',
)

#: What only a script brings to life, and how it stands without one.
_LIVELY = (
    (re.compile(r'<button type="button" class="copy">[^<]*</button>'), ""),
    (re.compile(r'<button type="button" class="sort" disabled>(.*?)</button>'), r"\1"),
    (re.compile(r' (?:aria-sort|data-sort)="[^"]*"'), ""),
)
#: Stands for the scope until the rules give it a name.
_SCOPE = "&"


def fragment(body_html: str) -> str:
    """The HTML with the style it needs, which changes nothing around it and needs no script.

    Colours follow the notebook's theme where it says which it has, and else the reader's.

    >>> fragment("<p>Hello</p>").endswith("<p>Hello</p>\\n</div>")
    True
    """
    body = body_html
    for pattern, still in _LIVELY:
        body = pattern.sub(still, body)
    rules = needed_rules(_sheet(), body, _SCOPE)
    css = "\n".join([*_properties(rules + body), f"{_SCOPE} {{ {_BASE_RULE} }}", rules])
    # Outputs of one page have different rules: a name of its own keeps each to itself.
    name = f"cutline-{hashlib.sha256(css.encode()).hexdigest()[:6]}"
    styled = css.replace(_SCOPE, f".cutline.{name}")
    return f'<div class="cutline {name}">\n<style>\n{styled}\n</style>\n{body}\n</div>'


@cache
def _sheet() -> str:
    own = [
        (resources.files("cutline.reports") / place).read_text(encoding="utf-8")
        for place in ("html_report/report.css", "notebook/notebook.css")
    ]
    css = "\n".join([packaged("theme.css"), packaged("chart.css"), *own])
    return re.sub(r"(\d*\.?\d+)rem\b", lambda found: f"{float(found[1]) * _BASE:g}px", css)


def _properties(used_in: str) -> list[str]:
    """Colours and fonts that are used, for either theme; print is always black on white."""
    fixed = {"sans": SANS, "serif": SERIF, "mono": MONO}
    fixed |= {f"series-{number}": colour for number, colour in enumerate(SERIES, 1)}
    fixed |= {f"series-{len(SERIES) + 1}": "var(--ink)"}

    def declared(values: dict[str, str], scheme: str = "") -> str:
        kept = [f"--{name}: {value}" for name, value in values.items() if _is_used(name, used_in)]
        return f"{{ {'; '.join([*([f'color-scheme: {scheme}'] if scheme else []), *kept])} }}"

    light, dark = declared(LIGHT, "light"), declared(DARK, "dark")
    light_hosts = ", ".join(f"{host} {_SCOPE}" for host in _LIGHT_HOSTS)
    dark_hosts = ", ".join(f"{host} {_SCOPE}" for host in _DARK_HOSTS)
    return [
        f"{_SCOPE} {declared(fixed)}",
        f"{_SCOPE} {light}",
        f"@media screen {{ @media (prefers-color-scheme: dark) {{ {_SCOPE} {dark} }}",
        f"{light_hosts} {light}",
        f"{dark_hosts} {dark} }}",
    ]


def _is_used(name: str, text: str) -> bool:
    always = {"sans", "ink", "paper"}
    return name in always or f"var(--{name})" in text or f"var(--{name}," in text
