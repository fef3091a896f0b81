"""The page: what it says, that it is accessible, and that a phone is wide enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from cutline.cli.compositional_study.examples import examples_of
from cutline.cli.compositional_study.page import as_page
from cutline.cli.compositional_study.study import CompositionalStudy

from ...browser import OpenPage

DESK = {"width": 1200, "height": 900}
PHONE = {"width": 390, "height": 740}
_OPEN = "document.querySelectorAll('details').forEach((details) => { details.open = true; })"


@pytest.mark.parametrize(("theme", "viewport"), [("light", DESK), ("dark", PHONE)])
def test_axe_finds_nothing(
    open_page: OpenPage, page_file: Path, theme: str, viewport: dict[str, int]
) -> None:
    page = open_page(page_file, color_scheme=theme, viewport=viewport)
    page.evaluate(_OPEN)
    found = Axe().run(page).response["violations"]
    assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []


def test_a_phone_is_wide_enough(open_page: OpenPage, page_file: Path) -> None:
    page = open_page(page_file, viewport=PHONE)
    page.evaluate(_OPEN)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_links_lead_to_sections(open_page: OpenPage, page_file: Path) -> None:
    page = open_page(page_file)
    anchors = page.locator(".page-navigation a").evaluate_all("all => all.map(a => a.hash)")
    assert len(anchors) == 10
    for anchor in anchors:
        assert page.locator(f"section{anchor}").count() == 1


def test_the_page_says_what_the_study_found(study: CompositionalStudy) -> None:
    text = as_page(study)
    for metric in study.curve:
        for score in metric.scores:
            assert f"{score.value:.3f}" in text
    assert text.count("too few images to say much by themselves") == 1
    assert "plain has at most 1 caption an image: its recall@3 is its recall@1." in text
    assert "said in caption 3" in text


def test_examples_show_where_runs_differ_first(study: CompositionalStudy) -> None:
    pair = study.metric.chosen.pair("black cat")
    examples = examples_of(pair, study.recalls, study.found, study.runs)
    assert [example.image_id for example in examples] == [12, 11, 17]
    first = examples[0]
    assert [holds for _, holds in first.references] == [False, True, False]
    assert [(said.who, said.rank) for said in first.said] == [("varied", None), ("plain", 1)]
    assert [said.rank for said in examples[1].said] == [2, 1]
    assert examples[1].said[0].caption == "a black cat lying"


def test_text_of_others_is_only_text(study: CompositionalStudy) -> None:
    from dataclasses import replace

    odd = replace(study, name="<b>bold</b>")
    assert "<b>bold</b>" not in as_page(odd)
