"""The colours and fonts of every page and drawing. No other file names a colour."""

from __future__ import annotations

SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
SERIF = "Charter, 'Bitstream Charter', Georgia, serif"
MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace"

#: Token, light, dark.
_TOKENS = (
    ("paper", "#ffffff", "#14161a"),
    ("panel", "#f6f5f2", "#1d2026"),
    ("ink", "#1b1d21", "#e9e7e1"),
    ("muted", "#5d6168", "#a2a6ad"),
    ("rule", "#d9d6cf", "#343840"),
    ("accent", "#9a3412", "#f4a261"),
    ("good", "#1f6f4a", "#6fcf97"),
    ("bad", "#a4262c", "#ff8a80"),
    ("note", "#7a5b00", "#e6c35c"),
)

LIGHT = {name: light for name, light, _ in _TOKENS}
DARK = {name: dark for name, _, dark in _TOKENS}

#: Okabe and Ito's colours for charts, which also readers who are colour-blind can tell apart. They
#: are the same in both themes; ink is the seventh.
SERIES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


def theme_css(scope: str = ":root") -> str:
    """The custom properties of both themes; print is always black on white.

    The reader's theme holds, unless a `data-theme` of `light` or `dark` on the element says
    otherwise.

    >>> "--accent: #9a3412" in theme_css()
    True
    """
    fixed = [f"--sans: {SANS}", f"--serif: {SERIF}", f"--mono: {MONO}"]
    fixed += [f"--series-{number}: {colour}" for number, colour in enumerate(SERIES, 1)]
    fixed += [f"--series-{len(SERIES) + 1}: var(--ink)"]
    dark = _declared(["color-scheme: dark", *_properties(DARK)])
    return "\n".join(
        [
            f"{scope} {_declared(['color-scheme: light', *_properties(LIGHT), *fixed])}",
            "@media screen and (prefers-color-scheme: dark) {",
            f'{scope}:not([data-theme="light"]) {dark} }}',
            f'@media screen {{ {scope}[data-theme="dark"] {dark} }}',
        ]
    )


def token(name: str) -> str:
    """A token as a value, with the light colour for a page that does not have the theme.

    >>> token("ink")
    'var(--ink, #1b1d21)'
    """
    return f"var(--{name}, {LIGHT[name]})"


def _properties(colours: dict[str, str]) -> list[str]:
    return [f"--{name}: {colour}" for name, colour in colours.items()]


def _declared(declarations: list[str]) -> str:
    return f"{{ {'; '.join(declarations)} }}"
