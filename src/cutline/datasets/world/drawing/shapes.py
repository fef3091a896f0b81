"""Small building blocks of a picture: every function returns a piece of SVG markup."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr


@dataclass(frozen=True)
class Drawing:
    """How one kind of object is drawn.

    ``paint`` takes the main and the accent colour (hexadecimal) and draws in its own
    coordinates; ``bounds`` is the exact extent of that drawing: left, top, width, height.
    ``footing`` says from where to where it touches the ground; ``None`` means it does not.
    """

    paint: Callable[[str, str], str]
    bounds: tuple[float, float, float, float]
    colour: str
    accent: str = "ink"
    footing: tuple[float, float] | None = None


def number(value: float) -> str:
    """Write a number with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, **attributes: str | float) -> str:
    """Write one empty element; underscores in attribute names become hyphens."""
    written = []
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        written.append(f" {key.replace('_', '-')}={quoteattr(text)}")
    return f"<{name}{''.join(written)}/>"


def join(*parts: str) -> str:
    """Put pieces of markup on top of each other, the last one in front."""
    return "".join(parts)


def rectangle(x: float, y: float, width: float, height: float, fill: str, radius: float = 0) -> str:
    """Draw a filled rectangle, with rounded corners if ``radius`` is not zero."""
    if radius:
        return element("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill)
    return element("rect", x=x, y=y, width=width, height=height, fill=fill)


def circle(x: float, y: float, radius: float, fill: str) -> str:
    """Draw a filled circle around (x, y)."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill)


def ellipse(x: float, y: float, across: float, down: float, fill: str) -> str:
    """Draw a filled ellipse around (x, y) with the radii ``across`` and ``down``."""
    return element("ellipse", cx=x, cy=y, rx=across, ry=down, fill=fill)


def ring(x: float, y: float, radius: float, colour: str, width: float) -> str:
    """Draw the outline of a circle."""
    return element("circle", cx=x, cy=y, r=radius, fill="none", stroke=colour, stroke_width=width)


def polygon(points: str, fill: str) -> str:
    """Draw a filled polygon through points written as ``"x,y x,y ..."``."""
    return element("polygon", points=points, fill=fill)


def path(commands: str, fill: str) -> str:
    """Draw a filled path."""
    return element("path", d=commands, fill=fill)


def line(commands: str, colour: str, width: float) -> str:
    """Draw an open path as a line with round ends."""
    return element(
        "path",
        d=commands,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def turned(angle: float, x: float, y: float, *parts: str) -> str:
    """Turn pieces of markup clockwise by ``angle`` degrees around (x, y)."""
    turn = f"rotate({number(angle)} {number(x)} {number(y)})"
    return f'<g transform="{turn}">{join(*parts)}</g>'


def faded(opacity: float, *parts: str) -> str:
    """Let what lies behind shine through pieces of markup."""
    return f'<g opacity="{number(opacity)}">{join(*parts)}</g>'


def lettering(x: float, y: float, width: float, size: float, text: str, fill: str) -> str:
    """Write a short word of a fixed width, centred on x and standing on the line y."""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
        f'font-family="Helvetica, Arial, sans-serif" font-weight="700" '
        f'text-anchor="middle" textLength="{number(width)}" fill="{fill}">{escape(text)}</text>'
    )
