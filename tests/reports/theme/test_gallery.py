"""The gallery shows every part, and is a whole page."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from cutline.reports.theme import charts
from cutline.reports.theme.__main__ import main
from cutline.reports.theme.gallery import charts as chart_sections
from cutline.reports.theme.gallery import gallery_page
from cutline.reports.theme.style import packaged

from .markup import Markup


@pytest.fixture(scope="module")
def html() -> str:
    return gallery_page()


def test_it_is_whole(html: str) -> None:
    Markup(html).check_ids()
    assert gallery_page() == html


def test_every_chart_is_shown() -> None:
    source = Path(chart_sections.__file__).read_text(encoding="utf-8")
    kinds = {name for name in charts.__all__ if name.endswith(("_chart", "_bars"))}
    assert len(kinds) == 7
    assert all(f"{kind}(" in source for kind in kinds)


def test_every_class_of_the_style_sheet_is_shown(html: str) -> None:
    css = re.sub(r"/\*.*?\*/", "", packaged("theme.css") + packaged("chart.css"), flags=re.DOTALL)
    selectors = re.sub(r"\{[^{}]*\}", " ", css)
    classes = set(re.findall(r"\.([a-z][a-z0-9-]*)", selectors))
    shown = {name for _, found in Markup(html).elements for name in found.get("class", "").split()}
    by_script = {"has-script"}
    for_others = {"figures", "small", "button"}
    assert classes - shown - by_script - for_others == set()


def test_headlines_are_in_order(html: str) -> None:
    levels = [int(tag[1]) for tag, _ in Markup(html).elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_every_field_has_a_label(html: str) -> None:
    markup = Markup(html)
    labelled = {label.get("for") for label in markup.named("label")}
    fields = [f for kind in ("input", "select") for f in markup.named(kind) if "id" in f]
    assert fields
    assert all(field["id"] in labelled for field in fields)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], html: str) -> None:
    path = tmp_path / "theme.html"
    assert main(["-o", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}\n"
    assert path.read_text(encoding="utf-8") == html
    assert main(["-o", "-"]) == 0
    assert capsys.readouterr().out == html


def test_a_place_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-o", str(tmp_path / "none" / "theme.html")]) == 3
    assert "cannot be written" in capsys.readouterr().err
