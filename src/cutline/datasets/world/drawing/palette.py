"""The colours of drawn pictures: one muted, printed palette for all of them."""

from __future__ import annotations

from typing import Final

PALETTE: Final[dict[str, str]] = {
    "ink": "#2b2f36",
    "charcoal": "#474c54",
    "grey": "#8a8f96",
    "silver": "#c3c7ca",
    "stone": "#b5b0a4",
    "white": "#fbf8f1",
    "cream": "#f0e6cf",
    "sand": "#e4cf9f",
    "straw": "#dcb75c",
    "yellow": "#ecc756",
    "ochre": "#d0983a",
    "orange": "#d9823b",
    "rust": "#b4552d",
    "red": "#b73d36",
    "pink": "#dd9d95",
    "plum": "#744f70",
    "brown": "#79533a",
    "tan": "#bd8e5f",
    "walnut": "#5d4232",
    "moss": "#86a05a",
    "green": "#557f53",
    "pine": "#36594b",
    "teal": "#3f7f86",
    "blue": "#41719f",
    "navy": "#2a4363",
    "pale blue": "#c9dfe6",
    "pale grey": "#d5dadb",
    "peach": "#f3d9c0",
    "grass": "#a9bd7c",
    "wheat": "#d9c07c",
    "water": "#7fb0bd",
    "deep water": "#2f4c68",
    "night": "#1f2b47",
    "dark grass": "#2f4a45",
    "snow": "#eef2f3",
    "plaster": "#ebe2d2",
    "sage": "#c8d0bd",
    "rose": "#e3c6ba",
    "mist": "#c5d0d4",
    "boards": "#b98f66",
    "light skin": "#e8bd9b",
    "brown skin": "#9a6a4a",
}


def colour_value(name: str) -> str:
    """Return the hexadecimal value of a palette colour."""
    try:
        return PALETTE[name]
    except KeyError:
        known = ", ".join(sorted(PALETTE))
        raise ValueError(f"unknown colour {name!r}; known colours: {known}") from None


def mix(first: str, second: str, share: float) -> str:
    """Blend two hexadecimal colours; ``share`` is the part taken from the second one."""
    channels = []
    for start in (1, 3, 5):
        one = int(first[start : start + 2], 16)
        two = int(second[start : start + 2], 16)
        channels.append(round(one + (two - one) * share))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def darker(colour: str, share: float = 0.2) -> str:
    """Return the shaded side of a colour."""
    return mix(colour, PALETTE["ink"], share)


def lighter(colour: str, share: float = 0.25) -> str:
    """Return the lit side of a colour."""
    return mix(colour, PALETTE["white"], share)


INK: Final = PALETTE["ink"]
WHITE: Final = PALETTE["white"]
