"""The colours and fonts of every page and drawing; the style sheet follows the reader's theme."""

from __future__ import annotations

SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
SERIF = "Charter, 'Bitstream Charter', Georgia, serif"

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


def theme_css(scope: str = ":root") -> str:
    """The custom properties of both themes; print is always black on white.

    >>> "--accent: #9a3412" in theme_css()
    True
    """

    def tokens(column: int) -> str:
        return "; ".join(f"--{row[0]}: {row[column]}" for row in _TOKENS)

    return (
        f"{scope} {{ {tokens(1)} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ {scope} {{ {tokens(2)} }} }}"
    )
