"""Every pair of colours that text is set in can be read, in both themes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cutline.reports.theme
from cutline.reports.theme.charts.matrix import STRONGEST
from cutline.reports.theme.palette import DARK, LIGHT, SERIES, theme_css, token

THEMES = {"light": LIGHT, "dark": DARK}
FOLDER = Path(cutline.reports.theme.__file__).parent
HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b")
NAMES = "white|black|gr[ae]y|red|green|blue|orange|yellow|purple|pink|brown|silver|navy|teal"


def channels(colour: str) -> list[float]:
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]


def luminance(parts: list[float]) -> float:
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_what_the_guidelines_say() -> None:
    assert contrast(channels("#000000"), channels("#ffffff")) == pytest.approx(21)
    assert contrast(channels("#777777"), channels("#ffffff")) == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ink", ["ink", "muted", "accent", "good", "bad", "note"])
@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_text_can_be_read(theme: str, ink: str, ground: str) -> None:
    colours = THEMES[theme]
    assert contrast(channels(colours[ink]), channels(colours[ground])) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_the_accent_can_be_read(theme: str) -> None:
    colours = THEMES[theme]
    assert contrast(channels(colours["paper"]), channels(colours["accent"])) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("series", SERIES[:2])
@pytest.mark.parametrize("strength", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_figures_in_the_cells_of_a_matrix_can_be_read(
    theme: str, series: str, strength: float
) -> None:
    colours, part = THEMES[theme], strength * STRONGEST
    over, under = channels(series), channels(colours["paper"])
    cell = [part * a + (1 - part) * b for a, b in zip(over, under, strict=True)]
    assert contrast(channels(colours["ink"]), cell) >= 4.5


def test_both_themes_are_in_the_style_sheet() -> None:
    css = theme_css()
    light, dark = css.split("@media", 1)
    for name, colour in LIGHT.items():
        assert f"--{name}: {colour}" in light
    for name, colour in DARK.items():
        # For readers whose system is dark, and for those who chose it on the page.
        assert dark.count(f"--{name}: {colour}") == 2
    # On paper there is no dark theme.
    assert all(query.startswith(" screen") for query in css.split("@media")[1:])


def test_colours_of_series_stay_in_the_dark() -> None:
    for number, colour in enumerate(SERIES, 1):
        assert theme_css().count(f"--series-{number}: {colour}") == 1


def test_a_token_has_a_colour_where_there_is_no_theme() -> None:
    assert token("accent") == f"var(--accent, {LIGHT['accent']})"


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(FOLDER.rglob("*")) if path.suffix in {".css", ".js", ".py", ".html"}],
    ids=lambda path: str(path.relative_to(FOLDER)),
)
def test_no_other_file_names_a_colour(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.name == "palette.py":
        return
    assert not HEX.findall(text.replace("&#x27;", ""))
    assert not re.findall(r"\b(?:rgba?|hsla?|oklch|lab)\(", text)
    if path.suffix == ".css":
        declared = re.findall(r":\s*([^;{}]*)", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
        assert not [value for value in declared if re.search(rf"\b(?:{NAMES})\b", value)]


@pytest.mark.parametrize("name", ["theme.css", "chart.css"])
def test_every_property_that_is_used_is_given(name: str) -> None:
    css = (FOLDER / name).read_text(encoding="utf-8")
    used = set(re.findall(r"var\((--[a-z0-9-]+)", css))
    given = set(re.findall(r"(--[a-z0-9-]+):", theme_css() + css))
    assert used
    assert used <= given
