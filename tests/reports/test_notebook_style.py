"""A notebook's output brings the rules that it needs, and no others."""

from __future__ import annotations

import re

import pytest

from cutline.reports.notebook.fragment import fragment
from cutline.reports.notebook.needed_rules import needed_rules

HTML = '<p class="muted small">One <b title="x">word</b></p><svg class="chart"><rect/></svg>'


@pytest.mark.parametrize(
    "selector",
    [
        *("p", "p b", "p > b", ".muted", "p.muted.small", "*", "b::before", "p:hover"),
        *("svg rect", ".chart > rect", ":focus-visible", '[title="x"]', "p:not(.large, :has(i))"),
        *("p:is(i, b)", "p + svg"),
    ],
)
def test_rules_that_may_hold_are_kept(selector: str) -> None:
    assert needed_rules(f"{selector} {{ top: 0 }}", HTML, "&") == f"& {selector}{{top: 0}}"


@pytest.mark.parametrize(
    "selector",
    [
        *("i", "body > *", ".large", "p.large", "p i", "#word", "p#word", ".muted .large"),
        *('[aria-sort="none"]', "table b", ".chart-frame > rect", "button:not(.muted)"),
    ],
)
def test_rules_that_cannot_hold_are_not(selector: str) -> None:
    assert needed_rules(f"{selector} {{ top: 0 }}", HTML, "&") == ""


def test_each_selector_gets_the_scope() -> None:
    css = "/* { */ p, i, b:not(:is(a, p), u) { top: 0;\n  left: 0 }"
    assert needed_rules(css, HTML, ".x") == ".x p, .x b:not(:is(a, p), u){top: 0; left: 0}"


def test_media_queries_hold_their_rules() -> None:
    css = """@media print { i { top: 0 } }
    @media (max-width: 600px) { i { top: 0 } b { top: 1px } }
    @keyframes breathe { from { opacity: .3 } } p { top: 2px }"""
    assert needed_rules(css, HTML, "&").split("\n") == [
        "@media (max-width: 600px){& b{top: 1px}}",
        "& p{top: 2px}",
    ]


def test_outputs_that_differ_in_style_have_names_of_their_own() -> None:
    names = [
        re.findall(r'^<div class="cutline (\S+)">', fragment(html))[0]
        for html in ("<p>one</p>", "<p>two</p>", "<table></table>")
    ]
    assert names[0] == names[1] != names[2]


def test_what_needs_a_script_is_taken_out() -> None:
    html = (
        '<table><tr><th aria-sort="none"><button type="button" class="sort" disabled>value</button>'
        '</th><td data-sort="0.5">0.5<button type="button" class="copy">Copy</button></td></tr>'
        "</table>"
    )
    assert "<table><tr><th>value</th><td>0.5</td></tr></table>" in fragment(html)


def test_lengths_do_not_depend_on_the_page_around() -> None:
    style = fragment("<h3>Title</h3><p class='small'>text</p>")
    assert "rem" not in style
    assert "font-size: 16.1px" in style  # 1.15rem of 14px
