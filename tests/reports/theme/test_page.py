"""The frame of every page."""

from __future__ import annotations

import re

from cutline.reports.theme.page import page

from .markup import Markup

NASTY = 'a <b> & "c" </script> \x00 \ud800'


def test_a_whole_document() -> None:
    html = page(
        "Scores",
        '<section id="slices"><h2>Slices</h2></section>',
        navigation=[("slices", "Slices & more")],
        description="Of three systems.",
        footer_html="<p>Seed 1.</p>",
    )
    markup = Markup(html)
    markup.check_ids()
    assert html.startswith("<!DOCTYPE html>")
    assert markup.named("html") == [{"lang": "en"}]
    assert len(markup.named("h1")) == 1
    assert {"href": "#slices"} in markup.named("a")
    assert {"class": "skip", "href": "#main"} in markup.named("a")
    assert "Slices &amp; more" in html
    assert "<p>Seed 1.</p>" in html
    names = {meta.get("name") for meta in markup.named("meta")}
    assert names >= {"viewport", "description"}


def test_it_asks_nothing_of_the_network() -> None:
    html = page("Scores", "")
    policy = next(m for m in Markup(html).named("meta") if "http-equiv" in m)["content"]
    assert "default-src 'none'" in policy
    assert re.findall(r"img-src[^;]*", policy) == ["img-src 'self' data: file: https: http:"]
    markup = Markup(html)
    assert not [s for s in markup.named("script") if "src" in s]
    assert [link["href"] for link in markup.named("link")] == ["data:,"]


def test_titles_are_escaped() -> None:
    html = page(NASTY, "", description=NASTY, navigation=[("main", NASTY)])
    assert "a <b>" not in html
    assert html.count("a &lt;b&gt; &amp; &quot;c&quot;") == 5
    html.encode("utf-8")
    Markup(html)


def test_scripts_and_data_come_last() -> None:
    data = '<script type="application/json" id="images">[]</script>'
    html = page("Scores", "<p>body</p>", scripts=["first()", "second()"], data_html=data)
    order = ["<p>body</p>", "</main>", data, "first()", "second()", "</body>"]
    places = [html.index(part) for part in order]
    assert places == sorted(places)


def test_a_script_cannot_end_its_element() -> None:
    html = page("Scores", "", scripts=['show("</script><p>out</p>")'])
    assert r"<\/script><p>out</p>" in html
    Markup(html)


def test_without_sections_there_is_no_navigation() -> None:
    assert not Markup(page("Scores", "")).named("nav")
